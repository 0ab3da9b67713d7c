import { Color } from "three";
import { overlappingPairs } from "../data/neighbours";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

// Frames are told to the millimetre, so two bodies that touch exactly may seem to overlap by that much.
const slack = 0.002;

export const conflicts: Overlay = {
  name: "conflicts",
  label: "Conflicts",
  explanation: "Pairs of agents closer than touching, ringed and counted.",
  key: "c",
  isOnAtStart: true,
  create({ agents }) {
    const strokes = new Strokes({ onTop: true });
    const alarm = new Color("#d55e00");
    return {
      object: strokes.object,
      update() {
        strokes.clear();
        const pairs = overlappingPairs(agents.positions, agents.present, slack);
        for (const pair of pairs) {
          const [a, b] = [pair[0] * 4, pair[1] * 4];
          const p = agents.positions;
          strokes.add(p[a]!, p[a + 1]!, p[a + 2]! + 2, p[b]!, p[b + 1]!, p[b + 2]! + 2, alarm.r, alarm.g, alarm.b);
          for (const i of [a, b]) {
            for (const wider of [1.25, 1.4, 1.55]) {
              strokes.ring(p[i]!, p[i + 1]!, p[i + 2]! + 0.05, p[i + 3]! * wider, alarm.r, alarm.g, alarm.b);
            }
          }
        }
        strokes.finish();
        return pairs.length > 0 ? String(pairs.length) : "none";
      },
    };
  },
};
