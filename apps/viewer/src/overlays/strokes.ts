import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineBasicMaterial, LineSegments } from "three";
import { sendFirst } from "../scene/upload";

/** Line segments with a colour at each end, rewritten every frame; the buffer grows when it must. */
export class Strokes {
  readonly object: LineSegments;
  private positions = new Float32Array(0);
  private colours = new Float32Array(0);
  private used = 0;

  constructor(options: { onTop?: boolean; opacity?: number } = {}) {
    const material = new LineBasicMaterial({
      vertexColors: true, transparent: true, opacity: options.opacity ?? 1, depthTest: !options.onTop, depthWrite: false,
    });
    this.object = new LineSegments(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    if (options.onTop) this.object.renderOrder = 10;
    this.grow(64);
  }

  clear(): void {
    this.used = 0;
  }

  add(ax: number, ay: number, az: number, bx: number, by: number, bz: number, r: number, g: number, b: number, fade = 1): void {
    if (this.used + 2 > this.positions.length / 3) this.grow(this.positions.length / 1.5);
    const at = this.used * 3;
    const p = this.positions;
    p[at] = ax; p[at + 1] = ay; p[at + 2] = az; p[at + 3] = bx; p[at + 4] = by; p[at + 5] = bz;
    const c = this.colours;
    c[at] = c[at + 3] = r * fade;
    c[at + 1] = c[at + 4] = g * fade;
    c[at + 2] = c[at + 5] = b * fade;
    this.used += 2;
  }

  ring(x: number, y: number, z: number, radius: number, r: number, g: number, b: number, corners = 20): void {
    for (let i = 0; i < corners; i++) {
      const [from, to] = [(2 * Math.PI * i) / corners, (2 * Math.PI * (i + 1)) / corners];
      this.add(
        x + radius * Math.cos(from), y + radius * Math.sin(from), z,
        x + radius * Math.cos(to), y + radius * Math.sin(to), z, r, g, b,
      );
    }
  }

  /** Sends what was added since `clear` to be drawn. */
  finish(): void {
    const { geometry } = this.object;
    geometry.setDrawRange(0, this.used);
    for (const name of ["position", "color"]) sendFirst(geometry.getAttribute(name) as BufferAttribute, this.used * 3);
    this.object.visible = this.used > 0;
  }

  private grow(vertices: number): void {
    const enlarge = (old: Float32Array) => {
      const out = new Float32Array(Math.ceil(vertices) * 3);
      out.set(old);
      return out;
    };
    this.positions = enlarge(this.positions);
    this.colours = enlarge(this.colours);
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    for (const [name, array] of [["position", this.positions], ["color", this.colours]] as const) {
      const attribute = new BufferAttribute(array, 3);
      attribute.setUsage(DynamicDrawUsage);
      this.object.geometry.setAttribute(name, attribute);
    }
  }
}
