// Those who are a few pixels high, and the dark spots under feet where there are no real shadows: a point each, which a
// processor draws in a tenth of the time of triangles. The shader gives the point its shape.

import {
  BufferAttribute, BufferGeometry, type Color, DynamicDrawUsage, Points, ShaderMaterial, Vector2, type WebGLRenderer,
} from "three";
import { sendFirst } from "../scene/upload";

/** Points of some numbers each, rewritten every frame. */
class DrawnPoints {
  readonly points: Points<BufferGeometry, ShaderMaterial>;
  protected used = 0;
  private readonly attributes: BufferAttribute[] = [];

  constructor(count: number, fields: Record<string, number>, material: ShaderMaterial) {
    const geometry = new BufferGeometry();
    for (const [name, size] of Object.entries(fields)) {
      const attribute = new BufferAttribute(new Float32Array(Math.max(1, count) * size), size).setUsage(DynamicDrawUsage) as BufferAttribute;
      geometry.setAttribute(name, attribute);
      this.attributes.push(attribute);
    }
    this.points = new Points(geometry, material);
    this.points.frustumCulled = false;
    const size = new Vector2();
    this.points.onBeforeRender = (renderer: WebGLRenderer) => {
      (material.uniforms["window"]!.value as Vector2).copy(renderer.getDrawingBufferSize(size));
      material.uniformsNeedUpdate = true;
    };
  }

  clear(): void {
    this.used = 0;
  }

  finish(isShown = true): void {
    this.points.geometry.setDrawRange(0, this.used);
    this.points.visible = isShown && this.used > 0;
    for (const attribute of this.attributes) sendFirst(attribute, this.used * attribute.itemSize);
  }

  protected array(field: number): Float32Array {
    return this.attributes[field]!.array as Float32Array;
  }
}

const shaderMaterial = (vertexShader: string, fragmentShader: string, options: object) => new ShaderMaterial({
  ...options, vertexShader, fragmentShader, uniforms: { window: { value: new Vector2(1, 1) } },
});

// A body is a rod from the feet to the crown as it lies in the picture, or from above a disc. All that is the same for
// every pixel of it is worked out once, the colour as a screen wants it included.
const personVertex = `
  attribute vec2 size;
  attribute vec3 clothes;
  uniform vec2 window;
  varying vec3 colour;
  varying vec2 up;
  varying float wide;
  varying float extent;
  void main() {
    vec4 upward = projectionMatrix * (modelViewMatrix * vec4(0.0, 0.0, size.x * 0.5, 0.0));
    gl_Position = projectionMatrix * (modelViewMatrix * vec4(position, 1.0)) + upward;
    vec4 top = gl_Position + upward;
    up = (top.xy / top.w - gl_Position.xy / gl_Position.w) * 0.5 * window;
    wide = max(0.8, projectionMatrix[1][1] * 0.5 * window.y * size.y / gl_Position.w);
    extent = max(abs(up.x), abs(up.y)) + wide;
    gl_PointSize = 2.0 * extent;
    colour = clothes;
  }`;

// From the feet: legs, clothes, head, each as wide as it is; lighter towards the sun. Of those who are a few pixels high
// little but the clothes is seen, and little is worked out.
const personFragment = `
  varying vec3 colour;
  varying vec2 up;
  varying float wide;
  varying float extent;
  void main() {
    vec2 at = (gl_PointCoord * 2.0 - 1.0) * extent * vec2(1.0, -1.0);
    float along = clamp(dot(at, up) / max(dot(up, up), 0.01), -1.0, 1.0);
    vec2 aside = at - up * along;
    float away = dot(aside, aside);
    if (extent < 7.0) {
      if (away > 0.7 * wide * wide) discard;
      gl_FragColor = vec4(colour * (along > 0.6 ? 0.45 : along < -0.1 ? 0.7 : 1.0), 1.0);
      return;
    }
    float lies = clamp(length(up) / wide - 0.6, 0.0, 1.0);
    bool isHead = lies > 0.0 ? length(at - up * 0.84) < 0.6 * wide : away < 0.16 * wide * wide;
    bool isLeg = along < -0.05 && lies > 0.5;
    float trunk = (along - 0.27) / 0.47;
    float reach = wide * mix(1.0, max(sqrt(max(0.0, 1.0 - trunk * trunk * trunk * trunk)), isLeg ? 0.58 : 0.0), lies);
    if (away > reach * reach && !isHead) discard;
    vec3 own = isHead ? vec3(0.24, 0.19, 0.15) : vec3(0.25, 0.27, 0.31);
    vec3 paint = mix(colour, own, isHead || isLeg ? clamp(extent * 0.12 - 0.35, 0.35, 1.0) : 0.0);
    gl_FragColor = vec4(paint * (0.94 - 0.15 * at.x / extent), 1.0);
  }`;

export class FarPeople extends DrawnPoints {
  /** What a screen is told for a colour. */
  private readonly onScreen = new Map<Color, Color>();

  constructor(count: number) {
    super(count, { position: 3, size: 2, clothes: 3 }, shaderMaterial(personVertex, personFragment, {}));
  }

  add(x: number, y: number, z: number, height: number, halfWidth: number, worn: Color): void {
    const { r, g, b } = this.asShown(worn);
    const [place, size, clothes] = [this.array(0), this.array(1), this.array(2)];
    const at = 3 * this.used;
    place[at] = x; place[at + 1] = y; place[at + 2] = z;
    clothes[at] = r; clothes[at + 1] = g; clothes[at + 2] = b;
    size[2 * this.used] = height;
    size[2 * this.used + 1] = halfWidth;
    this.used++;
  }

  private asShown(worn: Color): Color {
    const known = this.onScreen.get(worn) ?? worn.clone().convertLinearToSRGB();
    this.onScreen.set(worn, known);
    return known;
  }
}

// A disc on the ground: what a step along x and one along y of the world are in the picture turns pixels into metres.
const spotVertex = `
  attribute float radius;
  uniform vec2 window;
  varying mat2 toDisc;
  varying float extent;
  vec2 inPicture(vec4 by) {
    vec4 to = gl_Position + projectionMatrix * modelViewMatrix * by;
    return (to.xy / to.w - gl_Position.xy / gl_Position.w) * 0.5 * window;
  }
  void main() {
    gl_Position = projectionMatrix * (modelViewMatrix * vec4(position, 1.0));
    mat2 disc = mat2(inPicture(vec4(radius, 0.0, 0.0, 0.0)), inPicture(vec4(0.0, radius, 0.0, 0.0)));
    extent = max(length(disc[0]), length(disc[1])) * 1.42;
    float area = determinant(disc);
    toDisc = abs(area) < 0.05 ? mat2(0.0) : inverse(disc);
    gl_PointSize = 2.0 * extent;
    gl_Position.z -= 0.0001 * gl_Position.w;
  }`;

const spotFragment = `
  varying mat2 toDisc;
  varying float extent;
  void main() {
    vec2 at = toDisc * ((gl_PointCoord * 2.0 - 1.0) * extent * vec2(1.0, -1.0));
    float away = length(at);
    if (away > 1.0 || toDisc == mat2(0.0)) discard;
    gl_FragColor = vec4(0.0, 0.0, 0.0, 0.55 * (1.0 - away) * (1.0 - 0.4 * away));
  }`;

export class Spots extends DrawnPoints {
  constructor(count: number) {
    super(count, { position: 3, radius: 1 }, shaderMaterial(spotVertex, spotFragment, { transparent: true, depthWrite: false }));
    this.points.renderOrder = 1;
  }

  add(x: number, y: number, z: number, radius: number): void {
    const at = 3 * this.used;
    const place = this.array(0);
    place[at] = x; place[at + 1] = y; place[at + 2] = z + 0.018;
    this.array(1)[this.used++] = radius;
  }
}
