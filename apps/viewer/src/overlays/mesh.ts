// The triangles that ways are planned on, each edge by the widest body that fits through it. The mesh comes in parts;
// only when a part changes is it drawn anew.

import { BufferAttribute, BufferGeometry, Color, Group, LineBasicMaterial, LineSegments } from "three";
import type { ChannelSample } from "../protocol/messages";
import { heatColour } from "../scene/heat";
import { TextLabels } from "../scene/labels";
import type { Overlay } from "./overlay";

const lift = 0.03;
const [narrow, wide] = [0.2, 3]; // metres of radius at the ends of the colours
const tooNarrow = new Color("#d55e00");
const labelCount = 16;
const labelReach = 6; // metres around the selected agent
const labelGap = 1.2; // metres between two labels

const heatOf = (radius: number) => Math.log(Math.max(radius, narrow) / narrow) / Math.log(wide / narrow);

/** Edges of all parts: two points of x, y, z, radius each. */
class Edges {
  readonly values: Float32Array;
  constructor(parts: readonly ChannelSample[]) {
    this.values = new Float32Array(parts.reduce((sum, part) => sum + (part.drawings[0]?.values.length ?? 0), 0));
    let at = 0;
    for (const part of parts) {
      const { values } = part.drawings[0]!;
      this.values.set(values, at);
      at += values.length;
    }
  }
  get count(): number {
    return this.values.length / 8;
  }
  radius(edge: number): number {
    return this.values[edge * 8 + 3]!;
  }
  middle(edge: number): [number, number, number] {
    const at = edge * 8;
    return [0, 1, 2].map((k) => (this.values[at + k]! + this.values[at + 4 + k]!) / 2) as [number, number, number];
  }
}

function geometryOf(edges: Edges, radius: number | undefined, wall: Color): BufferGeometry {
  const positions = new Float32Array(edges.count * 6);
  const colours = new Float32Array(edges.count * 6);
  const bytes = new Uint8Array(4);
  const colour = new Color();
  for (let edge = 0; edge < edges.count; edge++) {
    const fits = edges.radius(edge);
    if (fits < 0) colour.copy(wall);
    else if (radius !== undefined && fits < radius) colour.copy(tooNarrow);
    else {
      heatColour(heatOf(fits), bytes, 0);
      colour.setRGB(bytes[0]! / 255, bytes[1]! / 255, bytes[2]! / 255, "srgb");
    }
    for (let end = 0; end < 2; end++) {
      const from = edge * 8 + end * 4;
      const to = edge * 6 + end * 3;
      for (let k = 0; k < 3; k++) positions[to + k] = edges.values[from + k]! + (k === 2 ? lift : 0);
      colour.toArray(colours, to);
    }
  }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3)).setAttribute("color", new BufferAttribute(colours, 3));
}

/** The edges around a place that are not walls, nearest first, as many as can be read. */
function edgesNear(edges: Edges, x: number, y: number, z: number): number[] {
  const near: [number, number][] = [];
  for (let edge = 0; edge < edges.count; edge++) {
    const [mx, my, mz] = edges.middle(edge);
    const distance = Math.hypot(mx - x, my - y);
    if (edges.radius(edge) >= 0 && distance < labelReach && Math.abs(mz - z) < 1) near.push([distance, edge]);
  }
  const chosen: number[] = [];
  for (const [, edge] of near.sort((a, b) => a[0] - b[0])) {
    const [mx, my] = edges.middle(edge);
    const isClear = chosen.every((other) => {
      const [ox, oy] = edges.middle(other);
      return Math.hypot(mx - ox, my - oy) >= labelGap;
    });
    if (isClear) chosen.push(edge);
    if (chosen.length === labelCount) break;
  }
  return chosen;
}

export const mesh: Overlay = {
  name: "mesh",
  label: "Mesh and clearance",
  explanation: "Edges by the widest radius that fits through; red: too narrow for the selected agent.",
  scale: [`${narrow} m`, `${wide} m`],
  key: "r",
  channel: "mesh",
  isOnAtStart: false,
  isOfPlanner: true,
  create({ colours, agents }) {
    const lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true }));
    lines.frustumCulled = false;
    const labels = new TextLabels(labelCount, colours.ink, colours.background);
    const object = new Group();
    object.add(lines, labels.object);
    const wall = new Color(colours.wallTop);
    let [drawnParts, drawnRadius]: [ChannelSample[], number | undefined] = [[], undefined];
    let edges = new Edges([]);
    return {
      object,
      update({ model, moment, selected }) {
        const parts = model.channels.allAt("mesh", moment.frame.head.index);
        const isPresent = selected !== undefined && agents.present[selected] === 1;
        const radius = isPresent ? model.scene!.agents[selected]!.radius : undefined;
        const isSame = parts.length === drawnParts.length && parts.every((part, i) => part === drawnParts[i]);
        if (!isSame) edges = new Edges(parts);
        if (!isSame || radius !== drawnRadius) {
          lines.geometry.dispose();
          lines.geometry = geometryOf(edges, radius, wall);
          [drawnParts, drawnRadius] = [parts, radius];
        }
        labels.clear();
        if (isPresent) {
          const [x, y, z] = agents.positions.subarray(selected * 4, selected * 4 + 3) as unknown as [number, number, number];
          for (const edge of edgesNear(edges, x, y, z)) labels.add(edges.radius(edge).toFixed(2), ...edges.middle(edge));
        }
        labels.finish();
        if (edges.count === 0) return "none told";
        if (radius === undefined) return `${edges.count} edges`;
        let blocked = 0;
        for (let edge = 0; edge < edges.count; edge++) if (edges.radius(edge) >= 0 && edges.radius(edge) < radius) blocked++;
        return `${blocked} too narrow`;
      },
    };
  },
};
