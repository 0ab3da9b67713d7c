// The shortest path map to the selected agent's goal: cells whose ways go by the same corner first, in one colour each,
// and lines of equal distance.

import { BufferAttribute, BufferGeometry, Color, Group, Mesh, MeshBasicMaterial } from "three";
import type { ChannelSample } from "../protocol/messages";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

const lift = 0.03;
const stride = 10; // x, y of three corners, three distances, z
const colours = ["#66c2a5", "#fc8d62", "#8da0cb", "#e78ac3", "#a6d854", "#ffd92f", "#e5c494"].map((name) => new Color(name));
const lines = 40; // about as many lines of equal distance as there are

function cells(sample: ChannelSample): BufferGeometry {
  const count = sample.drawings.reduce((sum, { values }) => sum + values.length / stride, 0);
  const positions = new Float32Array(count * 9);
  const shades = new Float32Array(count * 9);
  let at = 0;
  for (const { values, style } of sample.drawings) {
    for (let from = 0; from < values.length; from += stride) {
      for (let corner = 0; corner < 3; corner++, at += 3) {
        positions.set([values[from + 2 * corner]!, values[from + 2 * corner + 1]!, values[from + 9]! + lift], at);
        colours[style % colours.length]!.toArray(shades, at);
      }
    }
  }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3)).setAttribute("color", new BufferAttribute(shades, 3));
}

function farthest(sample: ChannelSample): number {
  let most = 0;
  for (const { values } of sample.drawings) {
    for (let from = 0; from < values.length; from += stride) for (let corner = 0; corner < 3; corner++) if (Number.isFinite(values[from + 6 + corner]!)) most = Math.max(most, values[from + 6 + corner]!);
  }
  return most;
}

/** Where each triangle has the distances that lines are drawn at. */
function isolines(strokes: Strokes, sample: ChannelSample, step: number, { r, g, b }: Color): void {
  for (const { values } of sample.drawings) {
    for (let from = 0; from < values.length; from += stride) {
      const metres = [0, 1, 2].map((corner) => values[from + 6 + corner]!);
      if (!metres.every(Number.isFinite)) continue;
      const z = values[from + 9]! + 2 * lift;
      for (let level = Math.ceil(Math.min(...metres) / step) * step; level <= Math.max(...metres); level += step) {
        const ends: number[] = [];
        for (let corner = 0; corner < 3; corner++) {
          const next = (corner + 1) % 3;
          const share = (level - metres[corner]!) / (metres[next]! - metres[corner]!);
          if (!(share >= 0 && share < 1)) continue;
          for (const axis of [0, 1]) ends.push(values[from + 2 * corner + axis]! * (1 - share) + values[from + 2 * next + axis]! * share);
        }
        if (ends.length >= 4) strokes.add(ends[0]!, ends[1]!, z, ends[2]!, ends[3]!, z, r, g, b);
      }
    }
  }
}

export const distanceMap: Overlay = {
  name: "map",
  label: "Shortest path map",
  explanation: "To the selected agent's goal: a colour for each corner that ways go by first, and lines of equal distance.",
  key: "w",
  channel: "map",
  isOnAtStart: false,
  isOfPlanner: true,
  create({ colours: scheme }) {
    const material = new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.55, depthWrite: false });
    const ground = new Mesh(new BufferGeometry(), material);
    ground.frustumCulled = false;
    const strokes = new Strokes({ opacity: 0.6 });
    const object = new Group();
    object.add(ground, strokes.object);
    const ink = new Color(scheme.ink);
    let drawn: ChannelSample | undefined;
    return {
      object,
      update({ model, moment, selected }) {
        const sample = selected === undefined ? undefined : model.channels.at("map", selected, moment.frame.head.index);
        if (sample?.drawings !== drawn?.drawings) {
          ground.geometry.dispose();
          ground.geometry = sample ? cells(sample) : new BufferGeometry();
          strokes.clear();
          if (sample) isolines(strokes, sample, Math.max(0.5, farthest(sample) / lines), ink);
          strokes.finish();
        }
        drawn = sample;
        ground.visible = sample !== undefined;
        return selected === undefined ? "nobody is selected" : sample?.note ?? "none told";
      },
    };
  },
};
