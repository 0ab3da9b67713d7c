import { Color } from "three";
import { firstMeeting, type Meeting } from "../data/meetings";
import { overlappingPairs } from "../data/neighbours";
import type { Overlay, OverlayContext } from "./overlay";
import { Strokes } from "./strokes";
import { metresPerSecond } from "./tubes";

// Frames are told to the millimetre, so two bodies that touch exactly may seem to overlap by that much.
const slack = 0.002;
// Plans are told with a centimetre left out here and there, on both sides.
const planSlack = 0.03;
const reach = 20; // metres around the selected agent in which plans are compared
const mostRinged = 60; // pairs; more are only counted

/** Where the selected agent's published plan first comes nearer than touching to another's. */
function meetingsAhead({ model, moment, selected, agents }: OverlayContext): Meeting[] {
  const { index } = moment.frame.head;
  const planOf = (i: number) => model.channels.at("plan", i, index)?.drawings[0]?.values;
  const own = selected !== undefined && agents.present[selected] ? planOf(selected) : undefined;
  if (!own) return [];
  const [p, at] = [agents.positions, selected! * 4];
  const found: Meeting[] = [];
  for (let i = 0; i < agents.present.length; i++) {
    const [dx, dy] = [p[i * 4]! - p[at]!, p[i * 4 + 1]! - p[at + 1]!];
    if (i === selected || !agents.present[i] || dx * dx + dy * dy > reach * reach) continue;
    const other = planOf(i);
    const meeting = other && firstMeeting(own, other, p[at + 3]! + p[i * 4 + 3]! - planSlack, moment.time);
    if (meeting) found.push(meeting);
  }
  return found;
}

/** Those of the selected agent, then the deepest. */
function worstFirst(pairs: [number, number, number][], selected: number | undefined): [number, number, number][] {
  const isOwn = ([a, b]: [number, number, number]) => (a === selected || b === selected ? 1 : 0);
  return pairs.length <= mostRinged ? pairs : pairs.sort((one, other) => isOwn(other) - isOwn(one) || other[2] - one[2]);
}

export const conflicts: Overlay = {
  name: "conflicts",
  label: "Conflicts",
  explanation: "Agents closer than touching, ringed; a post where the selected one's plan would meet another's.",
  key: "c",
  isOnAtStart: true,
  create({ agents }) {
    const strokes = new Strokes({ onTop: true });
    let ahead: Meeting[] = [];
    let aheadKey = "";
    const alarm = new Color("#d55e00");
    return {
      object: strokes.object,
      update(context) {
        const { selected } = context;
        strokes.clear();
        const pairs = overlappingPairs(agents.positions, agents.present, slack);
        for (const pair of worstFirst(pairs, selected).slice(0, mostRinged)) {
          const [a, b] = [pair[0] * 4, pair[1] * 4];
          const p = agents.positions;
          strokes.add(p[a]!, p[a + 1]!, p[a + 2]! + 2, p[b]!, p[b + 1]!, p[b + 2]! + 2, alarm.r, alarm.g, alarm.b);
          for (const i of [a, b]) {
            for (const wider of [1.25, 1.4, 1.55]) {
              strokes.ring(p[i]!, p[i + 1]!, p[i + 2]! + 0.05, p[i + 3]! * wider, alarm.r, alarm.g, alarm.b);
            }
          }
        }
        const key = `${selected} ${context.moment.frame.head.index}`;
        if (key !== aheadKey) ahead = meetingsAhead(context);
        aheadKey = key;
        for (const [x, y, z, time] of ahead) {
          const top = z + 0.05 + (time - context.moment.time) * metresPerSecond;
          strokes.add(x, y, z, x, y, top, alarm.r, alarm.g, alarm.b);
          for (const radius of [0.3, 0.34, 0.38]) strokes.ring(x, y, top, radius, alarm.r, alarm.g, alarm.b);
        }
        strokes.finish();
        if (pairs.length + ahead.length === 0) return "none";
        return [pairs.length > 0 ? `${pairs.length} now` : "", ahead.length > 0 ? `${ahead.length} ahead` : ""].filter(Boolean).join(", ");
      },
    };
  },
};
