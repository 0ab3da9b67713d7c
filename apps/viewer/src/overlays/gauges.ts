import { Color, Group } from "three";
import { GaugeReadings } from "../data/gauges";
import { TextLabels } from "../scene/labels";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

const lift = 0.06;

/** Lines at which people are counted, with the count, and areas whose density is measured. */
export const gauges: Overlay = {
  name: "gauges",
  label: "Gauges",
  explanation: "Lines at which the scene counts people, with the count so far; areas whose crowding it measures.",
  key: "0",
  isOnAtStart: true,
  create({ model, colours }) {
    const readings = model.gauges ??= new GaugeReadings(model);
    const { lines, areas } = model.scene!.gauges ?? { lines: [], areas: [] };
    const strokes = new Strokes();
    const labels = new TextLabels(lines.length, colours.ink, colours.background);
    const object = new Group();
    object.add(strokes.object, labels.object);
    const colour = new Color("#cc79a7");
    const heightOf = (layer: number) => (model.scene!.layers[layer]?.height ?? 0) + lift;
    for (const { line, layer } of lines) {
      const z = heightOf(layer);
      for (const up of [0, 0.04, 0.08]) strokes.add(...line[0], z + up, ...line[1], z + up, colour.r, colour.g, colour.b);
      for (const end of line) strokes.add(...end, z, ...end, z + 1, colour.r, colour.g, colour.b);
    }
    for (const { polygon, layer } of areas) {
      for (const ring of polygon) ring.forEach((point, i) => strokes.add(...point, heightOf(layer), ...ring[(i + 1) % ring.length]!, heightOf(layer), colour.r, colour.g, colour.b));
    }
    strokes.finish();
    return {
      object,
      update({ moment }) {
        labels.clear();
        lines.forEach(({ line, layer }, i) => labels.add(String(readings.count(i, moment.time)), (line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2, heightOf(layer) + 0.9));
        labels.finish();
        if (lines.length + areas.length === 0) return "none in this scene";
        return readings.isDone ? `${lines.length + areas.length}` : "counting …";
      },
    };
  },
};
