// Ground where agents should rather go, or must not: outlines on the floor, filled where they have an inside.

import { Color, DoubleSide, Group, Mesh, MeshBasicMaterial, Shape, ShapeGeometry, Vector2 } from "three";
import type { ChannelSample, Drawing } from "../protocol/messages";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

const lift = 0.05;
const opacity = 0.22;
const colours = ["#009e73", "#e69f00", "#d55e00"].map((name) => new Color(name)); // attracts, repels, must not be entered

type Corner = [x: number, y: number, z: number, margin: number];

const cornersOf = ({ values }: Drawing): Corner[] => Array.from({ length: values.length / 4 }, (_, i) => [...values.subarray(i * 4, i * 4 + 4)] as Corner);

function fill(corners: Corner[], colour: Color): Mesh {
  const shape = new Shape(corners.map(([x, y]) => new Vector2(x, y)));
  const mesh = new Mesh(new ShapeGeometry(shape), new MeshBasicMaterial({ color: colour, transparent: true, opacity, depthWrite: false, side: DoubleSide }));
  mesh.position.z = corners[0]![2] + lift;
  return mesh;
}

/** The ring itself, and how far around it counts. */
function outline(strokes: Strokes, corners: Corner[], { r, g, b }: Color): void {
  corners.forEach(([x, y, z, margin], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length]!;
    const height = z + lift;
    if (margin > 0) strokes.ring(x, y, height, margin, r, g, b, 16);
    if (nextX === x && nextY === y) return;
    const length = Math.hypot(nextX - x, nextY - y);
    for (const side of margin > 0 ? [-margin, margin] : [0]) {
      const [asideX, asideY] = [(-(nextY - y) / length) * side, ((nextX - x) / length) * side];
      strokes.add(x + asideX, y + asideY, height, nextX + asideX, nextY + asideY, height, r, g, b);
    }
  });
}

export const constraints: Overlay = {
  name: "constraints",
  label: "Constraints",
  explanation: "Ground that attracts (green), repels (yellow) or must not be entered (red), where it is now.",
  key: "u",
  channel: "constraints",
  isOnAtStart: true,
  create() {
    const strokes = new Strokes();
    const fills = new Group();
    const object = new Group();
    object.add(strokes.object, fills);
    let drawn: ChannelSample | undefined;
    return {
      object,
      update({ model, moment }) {
        const sample = model.channels.at("constraints", undefined, moment.frame.head.index);
        if (sample === drawn) return sample?.note ? `${sample.note.split("\n").length}` : "none now";
        drawn = sample;
        strokes.clear();
        for (const old of fills.children as Mesh[]) {
          old.geometry.dispose();
          (old.material as MeshBasicMaterial).dispose();
        }
        fills.clear();
        for (const drawing of sample?.drawings ?? []) {
          const corners = cornersOf(drawing);
          const colour = colours[drawing.style]!;
          outline(strokes, corners, colour);
          if (corners.length >= 3) fills.add(fill(corners, colour));
        }
        strokes.finish();
        return sample?.note ? `${sample.note.split("\n").length}` : "none now";
      },
    };
  },
};
