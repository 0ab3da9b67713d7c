import { Color } from "three";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

export const bodies: Overlay = {
  name: "bodies",
  label: "Bodies",
  explanation: "Each agent's true radius, seen through everything.",
  key: "b",
  isOnAtStart: false,
  isOfPlanner: true,
  create({ agents, colours }) {
    const strokes = new Strokes({ onTop: true });
    const ink = new Color(colours.ink);
    const corners = agents.present.length > 2000 ? 8 : 24;
    return {
      object: strokes.object,
      update() {
        strokes.clear();
        for (let i = 0; i < agents.present.length; i++) {
          if (!agents.present[i]) continue;
          const at = i * 4;
          const [x, y, z, radius] = [agents.positions[at]!, agents.positions[at + 1]!, agents.positions[at + 2]!, agents.positions[at + 3]!];
          strokes.ring(x, y, z + 0.03, radius, ink.r, ink.g, ink.b, corners);
        }
        strokes.finish();
        return undefined;
      },
    };
  },
};
