import { Color } from "three";
import { isFootEvent } from "../data/feet";
import type { Model } from "../data/model";
import type { Moment } from "../data/moment";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

const seconds = 1.5;

/** How long ago the selected agent's plans changed, as shares of the time that a ring lasts. */
function planChanges(model: Model, moment: Moment, selected: number | undefined): number[] {
  const ages: number[] = [];
  const samples = selected === undefined ? [] : model.channels.of("planner_events", selected);
  const { index } = moment.frame.head;
  const step = model.scene!.time_step;
  for (let i = samples.length - 1; i >= 0; i--) {
    const age = ((index - samples[i]!.frame) * step) / seconds;
    if (age > 1) break;
    if (age >= 0 && /PLAN_STATUS_CHANGED|WORLD_CHANGED/.test(samples[i]!.note)) ages.push(age);
  }
  return ages;
}

/** A ring that widens around the selected agent, or what it is about to meet; a list says in words what happens to all. */
export const events: Overlay = {
  name: "events",
  label: "Events",
  explanation: "What happens, in words; around the selected agent a ring widens, red when it plans anew.",
  key: "e",
  isOnAtStart: true,
  create({ model, agents, colours }) {
    const strokes = new Strokes({ onTop: true });
    const colour = new Color("#e69f00");
    const planned = new Color(colours.domains[3]);
    return {
      object: strokes.object,
      update({ moment, selected }) {
        strokes.clear();
        for (const age of planChanges(model, moment, selected)) {
          const [x, y, z, radius] = agents.positions.subarray(selected! * 4, selected! * 4 + 4) as unknown as [number, number, number, number];
          const fade = 1 - age;
          strokes.ring(x, y, z + 0.06, radius + 0.2 + age, planned.r * fade, planned.g * fade, planned.b * fade, 32);
        }
        const from = model.frames.ordinalAt(moment.time - seconds);
        let count = 0;
        for (let ordinal = from; ordinal <= moment.ordinal; ordinal++) {
          const head = model.frames.head(ordinal);
          const age = (moment.time - head.time) / seconds;
          if (age < 0 || age > 1) continue;
          for (const event of head.events) {
            if (isFootEvent(event)) continue;
            count++;
            if (selected === undefined || event.subject !== model.scene!.agents[selected]!.name) continue;
            const [x, y, z, radius] = agents.positions.subarray(selected * 4, selected * 4 + 4) as unknown as [number, number, number, number];
            const fade = 1 - age;
            for (const gap of [0, 0.06, 0.12]) strokes.ring(x, y, z + 0.06, radius + 0.2 + age * 1.4 + gap, colour.r * fade, colour.g * fade, colour.b * fade, 32);
          }
        }
        strokes.finish();
        return count > 0 ? String(count) : undefined;
      },
    };
  },
};
