// A published plan as a tube in space and time: it starts at the agent's feet now and climbs as the plan's time goes
// on, so that two plans that cross on the map but not in time pass above each other.

import { Color, Group } from "three";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";
import { metresPerSecond, pointsFrom, type SpaceTimePoint, Tubes } from "./tubes";

const ownRadius = 0.05;
const otherRadius = 0.035;
const mostOthers = 40;

/** The plan's shadow on the floor, and a post for each full second. */
function drawFootprint(strokes: Strokes, points: readonly SpaceTimePoint[], now: number, ink: Color): void {
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    strokes.add(a[0], a[1], a[2] + 0.05, b[0], b[1], b[2] + 0.05, ink.r, ink.g, ink.b, 0.7);
    for (let time = Math.ceil(a[3]); time < b[3]; time++) {
      const share = (time - a[3]) / (b[3] - a[3]);
      const [x, y, z] = [0, 1, 2].map((k) => a[k]! + (b[k]! - a[k]!) * share) as [number, number, number];
      strokes.add(x, y, z, x, y, z + 0.05 + (time - now) * metresPerSecond, ink.r, ink.g, ink.b, 0.5);
    }
  }
}

export const plan: Overlay = {
  name: "plan",
  label: "Published plan",
  explanation: "What the selected agent has told others it will do; higher is later, a post a second.",
  key: "p",
  channel: "plan",
  isOnAtStart: false,
  isOfPlanner: true,
  create({ colours }) {
    const object = new Group();
    const ink = new Color(colours.ink);
    const tube = new Tubes(ownRadius, 0.6);
    const colour = new Color(colours.domains[3]);
    const strokes = new Strokes();
    object.add(tube.object, strokes.object);
    return {
      object,
      update({ model, moment, selected }) {
        strokes.clear();
        tube.clear();
        const sample = selected === undefined ? undefined : model.channels.at("plan", selected, moment.frame.head.index);
        const points = pointsFrom(sample?.drawings[0]?.values ?? new Float32Array(), moment.time);
        tube.add(points, moment.time, colour);
        drawFootprint(strokes, points, moment.time, ink);
        strokes.finish();
        tube.finish();
        if (selected === undefined) return "select an agent";
        return sample?.note || "no plan told";
      },
    };
  },
};

/** The nearest first. */
function othersAround(present: Uint8Array, positions: Float32Array, selected: number | undefined): number[] {
  const found: [number, number][] = [];
  const own = selected !== undefined && present[selected] ? selected * 4 : undefined;
  for (let i = 0; i < present.length; i++) {
    if (!present[i] || i === selected) continue;
    found.push([own === undefined ? i : Math.hypot(positions[i * 4]! - positions[own]!, positions[i * 4 + 1]! - positions[own + 1]!), i]);
  }
  return found.sort((a, b) => a[0] - b[0]).slice(0, mostOthers).map(([, i]) => i);
}

export const otherPlans: Overlay = {
  name: "other_plans",
  label: "Plans of others",
  explanation: `The published plans of the ${mostOthers} agents nearest to the selected one; tubes that touch would collide.`,
  key: "y",
  channel: "plan",
  isOnAtStart: false,
  isOfPlanner: true,
  create({ agents }) {
    const tubes = new Tubes(otherRadius, 0.5);
    return {
      object: tubes.object,
      update({ model, moment, selected }) {
        tubes.clear();
        let count = 0;
        for (const i of othersAround(agents.present, agents.positions, selected)) {
          const sample = model.channels.at("plan", i, moment.frame.head.index);
          const points = pointsFrom(sample?.drawings[0]?.values ?? new Float32Array(), moment.time);
          if (points.length < 2) continue;
          tubes.add(points, moment.time, agents.colourOf(i, moment.frame.agents.tag[i] ?? 0));
          count++;
        }
        tubes.finish();
        return String(count);
      },
    };
  },
};
