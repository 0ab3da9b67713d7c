import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshBasicMaterial } from "three";

export type SpaceTimePoint = [x: number, y: number, z: number, time: number];

export const metresPerSecond = 0.35;
const lift = 0.05;

/** Points of a line of x, y, z, time from `now` on; the first is where it is now. */
export function pointsFrom(line: Float32Array, now: number): SpaceTimePoint[] {
  const points: SpaceTimePoint[] = [];
  for (let i = 0; i + 3 < line.length; i += 4) {
    const point: SpaceTimePoint = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!];
    if (point[3] < now) continue;
    if (points.length === 0 && i > 0) {
      const before = line.subarray(i - 4, i);
      const share = (now - before[3]!) / Math.max(1e-6, point[3] - before[3]!);
      points.push([0, 1, 2, 3].map((k) => before[k]! + (point[k]! - before[k]!) * share) as SpaceTimePoint);
    }
    points.push(point);
  }
  return points;
}

/** Plans as square tubes that climb with time, all in one geometry. */
export class Tubes {
  readonly object = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ vertexColors: true, transparent: true, side: DoubleSide }));
  private positions: number[] = [];
  private colours: number[] = [];

  constructor(private readonly radius: number, opacity: number) {
    this.object.material.opacity = opacity;
    this.object.frustumCulled = false;
  }

  clear(): void {
    this.positions = [];
    this.colours = [];
  }

  add(points: readonly SpaceTimePoint[], now: number, colour: Color): void {
    const raised = points.map(([x, y, z, time]) => [x, y, z + lift + (time - now) * metresPerSecond] as const);
    for (let i = 1; i < raised.length; i++) this.addPiece(raised[i - 1]!, raised[i]!, colour);
  }

  finish(): void {
    this.object.visible = this.positions.length > 0;
    if (!this.object.visible) return;
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry()
      .setAttribute("position", new BufferAttribute(new Float32Array(this.positions), 3))
      .setAttribute("color", new BufferAttribute(new Float32Array(this.colours), 3));
  }

  private addPiece(a: readonly [number, number, number], b: readonly [number, number, number], colour: Color): void {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const flat = Math.hypot(dx, dy);
    const [sx, sy] = flat > 1e-6 ? [(-dy / flat) * this.radius, (dx / flat) * this.radius] : [this.radius, 0];
    // Who waits climbs straight up, which needs depth along the way and not in height.
    const [ux, uy, uz] = flat > 1e-6 ? [0, 0, this.radius] : [0, this.radius, 0];
    const corner = (p: readonly [number, number, number], side: number, up: number) =>
      [p[0] + side * sx + up * ux, p[1] + side * sy + up * uy, p[2] + up * uz] as const;
    const ring = [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const;
    ring.forEach(([side, up], k) => {
      const [nextSide, nextUp] = ring[(k + 1) % 4]!;
      const [p, q, r, s] = [corner(a, side, up), corner(a, nextSide, nextUp), corner(b, nextSide, nextUp), corner(b, side, up)];
      this.positions.push(...p, ...q, ...r, ...p, ...r, ...s);
      const shade = [0.7, 0.85, 1, 0.85][k]!;
      for (let n = 0; n < 6; n++) this.colours.push(colour.r * shade, colour.g * shade, colour.b * shade);
    });
  }
}
