import { Color } from "three";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

const lift = 0.05;
const arcHeight = 1.2;
const arcSteps = 12;

export const connections: Overlay = {
  name: "connections",
  label: "Connections",
  explanation: "Straight lines are stairs and ramps, arcs are jumps and doors.",
  key: "j",
  isOnAtStart: true,
  isOfPlanner: true,
  create({ model, colours }) {
    const strokes = new Strokes();
    const ink = new Color(colours.platform).lerp(new Color(colours.ink), 0.45);
    const height = (layer: number) => (model.scene!.layers[layer]?.height ?? 0) + lift;
    for (const { a, b, layers } of model.scene!.portals) {
      const [za, zb] = [height(layers[0]), height(layers[1])];
      for (const share of [0, 0.25, 0.5, 0.75, 1]) {
        const at = ([from, to]: [[number, number], [number, number]]) =>
          [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share] as const;
        strokes.add(...at(a), za, ...at(b), zb, ink.r, ink.g, ink.b);
      }
      strokes.add(...a[0], za, ...a[1], za, ink.r, ink.g, ink.b);
      strokes.add(...b[0], zb, ...b[1], zb, ink.r, ink.g, ink.b);
    }
    for (const { from, to, layers } of model.scene!.links) {
      const [za, zb] = [height(layers[0]), height(layers[1])];
      const at = (share: number) => [
        from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share,
        za + (zb - za) * share + 4 * arcHeight * share * (1 - share),
      ] as const;
      for (let i = 0; i < arcSteps; i++) strokes.add(...at(i / arcSteps), ...at((i + 1) / arcSteps), ink.r, ink.g, ink.b);
    }
    strokes.finish();
    return { object: strokes.object, update: () => undefined };
  },
};
