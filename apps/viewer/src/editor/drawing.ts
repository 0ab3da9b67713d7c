import { Color, Group } from "three";
import { Strokes } from "../overlays/strokes";
import type { Point, Ring } from "../protocol/scene";
import { type Item, itemColours } from "./items";

const lift = 0.05;

/** The scene file's outlines over the picture: what is chosen is thicker, what is wrong is red. */
export class EditorDrawing {
  readonly object = new Group();
  private readonly strokes = new Strokes({ onTop: true });

  constructor() {
    this.object.add(this.strokes.object);
  }

  show(items: readonly Item[], heightOf: (layer: string) => number, chosen: string | undefined, wrong: string | undefined, sketch: Ring, sketchHeight: number): void {
    this.strokes.clear();
    for (const item of items) {
      const isWrong = wrong !== undefined && (wrong === item.path || wrong.startsWith(`${item.path}.`) || wrong.startsWith(`${item.path}[`));
      const colour = new Color(isWrong ? "#ff3b30" : itemColours[item.kind]);
      const z = heightOf(item.layer) + lift;
      const rows = item.path === chosen || isWrong ? [0, 0.04, 0.08, 0.12] : [0];
      for (const ring of item.outlines) for (const up of rows) this.ring(ring, item.isOpen, z + up, colour);
      if (item.path === chosen) for (const point of item.outlines[0]!.slice(0, 24)) this.handle(point, z, colour);
    }
    const ink = new Color("#ffffff");
    this.ring(sketch, true, sketchHeight + lift, ink);
    for (const point of sketch) this.handle(point, sketchHeight + lift, ink);
    this.strokes.finish();
  }

  private ring(ring: Ring, isOpen: boolean, z: number, { r, g, b }: Color): void {
    ring.forEach(([x, y], i) => {
      const next = ring[i + 1] ?? (isOpen ? undefined : ring[0]);
      if (next) this.strokes.add(x, y, z, next[0], next[1], z, r, g, b);
    });
  }

  private handle([x, y]: Point, z: number, { r, g, b }: Color): void {
    const size = 0.12;
    for (const [dx, dy, ex, ey] of [[-1, -1, 1, -1], [1, -1, 1, 1], [1, 1, -1, 1], [-1, 1, -1, -1]] as const) {
      this.strokes.add(x + dx * size, y + dy * size, z, x + ex * size, y + ey * size, z, r, g, b);
    }
  }
}
