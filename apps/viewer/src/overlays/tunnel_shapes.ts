import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshBasicMaterial, NotEqualStencilFunc, ReplaceStencilOp } from "three";
import type { Drawing } from "../protocol/messages";
import { Strokes } from "./strokes";

type Spot = readonly [x: number, y: number, z: number];

const lift = 0.03;
const discCorners = 24;

/** Bands around lines of x, y, z, half width: filled once however often they overlap themselves, and outlined. */
export class TunnelShapes {
  readonly object = new Group();
  private readonly fills: Mesh<BufferGeometry, MeshBasicMaterial>[];
  private readonly outline = new Strokes({ onTop: true });
  private readonly palette: Color[];

  constructor(domains: readonly string[]) {
    this.palette = domains.map((colour) => new Color(colour));
    this.fills = domains.map((color, i) => {
      const material = new MeshBasicMaterial({
        color, transparent: true, opacity: 0.13, depthWrite: false, side: DoubleSide,
        stencilWrite: true, stencilRef: i + 1, stencilFunc: NotEqualStencilFunc, stencilZPass: ReplaceStencilOp,
      });
      const mesh = new Mesh(new BufferGeometry(), material);
      mesh.frustumCulled = false;
      mesh.renderOrder = 5 + i;
      return mesh;
    });
    this.object.add(...this.fills, this.outline.object);
  }

  set(drawings: readonly Drawing[]): void {
    this.outline.clear();
    this.fills.forEach((fill, style) => {
      const bands = drawings.filter((drawing) => drawing.style === style).map(bandOf).filter((band) => band.spots.length > 1);
      const positions = bands.flatMap(({ spots, width }) => triangles(spots, width));
      fill.visible = positions.length > 0;
      fill.geometry.dispose();
      fill.geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
      const { r, g, b } = this.palette[style]!;
      for (const band of bands) {
        for (const [from, to] of border(band)) {
          if (!bands.some((other) => isInside(other, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, from[2]]))) {
            this.outline.add(...from, ...to, r, g, b);
          }
        }
      }
    });
    this.outline.finish();
  }
}

interface Band {
  spots: Spot[];
  width: number;
}

function bandOf({ values, stride }: Drawing): Band {
  const spots: Spot[] = [];
  for (let i = 0; i + 3 < values.length; i += stride) spots.push([values[i]!, values[i + 1]!, values[i + 2]! + lift]);
  return { spots, width: values[3] ?? 0 };
}

/** To the left of the way from a to b, one metre. */
function side(a: Spot, b: Spot): [number, number] {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  return length > 1e-9 ? [-(b[1] - a[1]) / length, (b[0] - a[0]) / length] : [0, 0];
}

const moved = ([x, y, z]: Spot, [dx, dy]: readonly [number, number], reach: number): Spot => [x + dx * reach, y + dy * reach, z];
const around = (at: Spot, reach: number, corner: number): Spot =>
  moved(at, [Math.cos((2 * Math.PI * corner) / discCorners), Math.sin((2 * Math.PI * corner) / discCorners)], reach);

function triangles(spots: readonly Spot[], width: number): number[] {
  const out: number[] = [];
  spots.forEach((spot, i) => {
    for (let k = 0; k < discCorners; k++) out.push(...spot, ...around(spot, width, k), ...around(spot, width, k + 1));
    const next = spots[i + 1];
    if (!next) return;
    const left = side(spot, next);
    const [p, q, r, s] = [moved(spot, left, width), moved(spot, left, -width), moved(next, left, -width), moved(next, left, width)];
    out.push(...p, ...q, ...r, ...p, ...r, ...s);
  });
  return out;
}

/** Pieces of all edges; those inside the band are still among them. */
function border({ spots, width }: Band): [Spot, Spot][] {
  const out: [Spot, Spot][] = [];
  spots.forEach((spot, i) => {
    for (let k = 0; k < discCorners; k++) out.push([around(spot, width, k), around(spot, width, k + 1)]);
    const next = spots[i + 1];
    if (!next) return;
    const left = side(spot, next);
    const pieces = Math.max(1, Math.ceil(Math.hypot(next[0] - spot[0], next[1] - spot[1]) / Math.max(0.25, width / 4)));
    for (const reach of [width, -width]) {
      const at = (k: number) => moved(spot.map((v, n) => v + ((next[n]! - v) * k) / pieces) as unknown as Spot, left, reach);
      for (let k = 0; k < pieces; k++) out.push([at(k), at(k + 1)]);
    }
  });
  return out;
}

function isInside({ spots, width }: Band, [x, y, z]: Spot): boolean {
  const reach = width - 0.01 * width - 0.01;
  for (let i = 1; i < spots.length; i++) {
    const [a, b] = [spots[i - 1]!, spots[i]!];
    if (Math.abs(z - a[2]) > 1 && Math.abs(z - b[2]) > 1) continue;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const share = Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / Math.max(1e-12, dx * dx + dy * dy)));
    if (Math.hypot(x - a[0] - dx * share, y - a[1] - dy * share) < reach) return true;
  }
  return false;
}
