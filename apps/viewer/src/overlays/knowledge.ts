// What the selected agent knows of the obstacles that stand, where not everybody knows everything at once.

import { Color } from "three";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

const lift = 0.08;
const [known, unknown, thoughtThere] = [0, 1, 2]; // the styles of the channel
const words = ["knows of", "does not know of", "thinks there still"];

export const knowledge: Overlay = {
  name: "knowledge",
  label: "What it knows",
  explanation: "Around obstacles: green, the selected agent knows; red, it does not; violet, gone, but it thinks it is there.",
  key: "4",
  channel: "knowledge",
  isOnAtStart: false,
  isOfPlanner: true,
  create() {
    const strokes = new Strokes({ onTop: true });
    const inks = [new Color("#009e73"), new Color("#d55e00"), new Color("#cc79a7")];
    return {
      object: strokes.object,
      update({ model, moment, selected }) {
        strokes.clear();
        const sample = selected === undefined ? undefined : model.channels.at("knowledge", selected, moment.frame.head.index);
        const counts = [0, 0, 0];
        for (const { style, values } of sample?.drawings ?? []) {
          const ink = inks[style] ?? inks[known]!;
          counts[style]!++;
          for (let i = 3; i + 2 < values.length; i += 3) {
            strokes.add(
              values[i - 3]!, values[i - 2]!, values[i - 1]! + lift,
              values[i]!, values[i + 1]!, values[i + 2]! + lift, ink.r, ink.g, ink.b,
            );
          }
        }
        strokes.finish();
        if (selected === undefined) return "select an agent";
        if (!sample) return "none told";
        return [known, unknown, thoughtThere].filter((i) => counts[i]! > 0).map((i) => `${words[i]!} ${counts[i]!}`).join(", ") || "nothing stands";
      },
    };
  },
};
