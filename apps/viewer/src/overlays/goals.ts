import { Color } from "three";
import { goalPoint } from "../data/agent_facts";
import { goalOf } from "../data/goals";
import type { Model } from "../data/model";
import type { GoalInfo } from "../protocol/scene";
import { discRing } from "../scene/shapes";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

const lift = 0.04;

function outline(strokes: Strokes, model: Model, goal: GoalInfo, colour: Color): void {
  const z = (model.scene!.layers[goal.layer]?.height ?? 0) + lift;
  const rings = goal.polygon ?? [discRing(...goalPoint(goal), goal.radius ?? 0.25, 24)];
  for (const ring of rings) {
    ring.forEach(([x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length]!;
      strokes.add(x, y, z, nextX, nextY, z, colour.r, colour.g, colour.b);
    });
  }
}

export const goals: Overlay = {
  name: "goals",
  label: "Goals",
  explanation: "Where agents are going; a line joins the selected one to its own.",
  key: "g",
  isOnAtStart: true,
  create({ agents, colours }) {
    const strokes = new Strokes({ onTop: true });
    const ink = new Color(colours.ink);
    return {
      object: strokes.object,
      update({ model, moment, selected }) {
        strokes.clear();
        const drawn = new Set<string>();
        model.scene!.agents.forEach((_, i) => {
          const tag = moment.frame.agents.tag[i] ?? 0;
          if (tag === 0) return;
          const goal = goalOf(model, i, moment.frame.head.index);
          const colour = i === selected ? ink : agents.colourOf(i, tag);
          // Members of a group mostly share one region.
          const key = `${goal.layer} ${goalPoint(goal)} ${goal.radius} ${colour.getHex()}`;
          if (drawn.has(key)) return;
          drawn.add(key);
          outline(strokes, model, goal, colour);
          if (i !== selected) return;
          const [x, y, z] = agents.positions.subarray(i * 4, i * 4 + 3) as unknown as [number, number, number];
          const goalZ = model.scene!.layers[goal.layer]?.height ?? 0;
          strokes.add(x, y, z + lift, ...goalPoint(goal), goalZ + lift, ink.r, ink.g, ink.b);
        });
        strokes.finish();
        return undefined;
      },
    };
  },
};
