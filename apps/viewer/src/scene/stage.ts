// The canvas, its cameras and what a pointer means in the world.

import {
  Color, Group, OrthographicCamera, PerspectiveCamera, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { SceneInfo } from "../protocol/scene";

export type CameraKind = "orbit" | "top";

export interface CameraPose {
  kind: CameraKind;
  position: [number, number, number];
  target: [number, number, number];
  zoom: number;
}

const fieldOfView = 30; // degrees
const elevation = 0.95; // radians above the ground

// What the panels cover of a wide window, in CSS pixels.
const sidePanels = 300;
export const bottomPanel = 70;
const wideWindow = 900;

const rounded = (v: Vector3): [number, number, number] => [
  Math.round(v.x * 100) / 100, Math.round(v.y * 100) / 100, Math.round(v.z * 100) / 100,
];

export class Stage {
  readonly scene = new Scene();
  readonly world = new Group();
  private readonly renderer: WebGLRenderer;
  private readonly orbit = new PerspectiveCamera(fieldOfView, 1, 0.1, 5000);
  private readonly top = new OrthographicCamera(-1, 1, 1, -1, 0.1, 10000);
  private readonly controls: Record<CameraKind, OrbitControls>;
  private readonly raycaster = new Raycaster();
  private covered = { top: 0, bottom: bottomPanel };
  kind: CameraKind = "orbit";
  isDirty = true;

  constructor(readonly canvas: HTMLCanvasElement, private readonly info: SceneInfo) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, stencil: true });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.scene.add(this.world);
    for (const camera of [this.orbit, this.top]) camera.up.set(0, 0, 1);
    this.top.up.set(0, 1, 0);
    this.controls = { orbit: new OrbitControls(this.orbit, canvas), top: new OrbitControls(this.top, canvas) };
    this.controls.orbit.maxPolarAngle = Math.PI / 2 - 0.02;
    this.controls.top.enableRotate = false;
    this.controls.top.mouseButtons.LEFT = this.controls.orbit.mouseButtons.RIGHT;
    this.controls.top.touches.ONE = this.controls.orbit.touches.TWO;
    for (const kind of ["orbit", "top"] as const) {
      this.controls[kind].screenSpacePanning = kind === "top";
      this.controls[kind].addEventListener("change", () => (this.isDirty = true));
    }
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.frameAll();
    this.use("orbit");
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.kind === "orbit" ? this.orbit : this.top;
  }

  setBackground(colour: string): void {
    this.scene.background = new Color(colour);
    this.isDirty = true;
  }

  use(kind: CameraKind): void {
    this.kind = kind;
    this.controls.orbit.enabled = kind === "orbit";
    this.controls.top.enabled = kind === "top";
    this.resize();
  }

  /** While an obstacle is dragged the camera holds still. */
  holdCamera(hold: boolean): void {
    this.controls[this.kind].enabled = !hold;
  }

  /** Both cameras see the whole scene, in the part of the window that no panel covers. */
  frameAll(): void {
    const [[lowX, lowY], [highX, highY]] = this.info.bounds;
    const heights = this.info.layers.map((layer) => layer.height);
    const middle = new Vector3((lowX + highX) / 2, (lowY + highY) / 2, (Math.min(0, ...heights) + Math.max(0, ...heights)) / 2);
    const [width, depth] = [Math.max(1, highX - lowX) * 1.06, Math.max(1, highY - lowY) * 1.06];
    const { free, full } = this.freeWindow();
    // Metres that the whole window's height must show.
    const tall = Math.max(depth / free.height, width / free.width) * full.height;
    const tilted = Math.max((depth * Math.sin(elevation) + 3) / free.height, (width * 1.12) / free.width) * full.height;
    const reach = tilted / 2 / Math.tan((fieldOfView * Math.PI) / 360);
    this.controls.orbit.target.copy(middle);
    this.orbit.position.copy(middle).add(new Vector3(0, -Math.cos(elevation) * reach, Math.sin(elevation) * reach));
    this.controls.top.target.copy(middle);
    this.top.position.copy(middle).add(new Vector3(0, 0, 1000));
    this.top.zoom = 1 / tall;
    for (const kind of ["orbit", "top"] as const) this.controls[kind].update();
    this.resize();
  }

  /** What panels cover at the top and bottom of the window, in CSS pixels: the picture's middle keeps clear of it. */
  setCovered(top: number, bottom: number): void {
    if (Math.abs(top - this.covered.top) + Math.abs(bottom - this.covered.bottom) < 2) return;
    this.covered = { top, bottom };
    this.resize();
  }

  private freeWindow() {
    const full = { width: Math.max(1, this.canvas.clientWidth), height: Math.max(1, this.canvas.clientHeight) };
    const sides = full.width > wideWindow ? 2 * sidePanels : 0;
    return { full, free: { width: full.width - sides, height: Math.max(1, full.height - bottomPanel) } };
  }

  lookAt(x: number, y: number, z: number): void {
    for (const kind of ["orbit", "top"] as const) {
      const camera = kind === "orbit" ? this.orbit : this.top;
      const shift = new Vector3(x, y, z).sub(this.controls[kind].target);
      camera.position.add(shift);
      this.controls[kind].target.add(shift);
      this.controls[kind].update();
    }
    this.isDirty = true;
  }

  get pose(): CameraPose {
    return {
      kind: this.kind, position: rounded(this.camera.position), target: rounded(this.controls[this.kind].target),
      zoom: this.top.zoom,
    };
  }

  set pose(pose: CameraPose) {
    this.use(pose.kind);
    this.camera.position.set(...pose.position);
    this.controls[pose.kind].target.set(...pose.target);
    this.top.zoom = pose.zoom;
    this.controls[pose.kind].update();
    this.resize();
  }

  /** Where a point of the world is on the canvas, in CSS pixels; undefined behind the camera. */
  toScreen(x: number, y: number, z: number, out = new Vector3()): Vector3 | undefined {
    out.set(x, y, z).project(this.camera);
    if (out.z > 1) return undefined;
    out.x = ((out.x + 1) / 2) * this.canvas.clientWidth;
    out.y = ((1 - out.y) / 2) * this.canvas.clientHeight;
    return out;
  }

  /** CSS pixels that a metre takes at a point of the world. */
  pixelsPerMetre(x: number, y: number, z: number): number {
    if (this.kind === "top") return this.canvas.clientHeight * this.top.zoom;
    const distance = this.orbit.position.distanceTo(new Vector3(x, y, z));
    return this.canvas.clientHeight / (2 * distance * Math.tan((this.orbit.fov * Math.PI) / 360));
  }

  /** The point at height z under a pixel of the canvas. */
  toWorld(pixelX: number, pixelY: number, z: number): Vector3 | undefined {
    const pointer = new Vector2((pixelX / this.canvas.clientWidth) * 2 - 1, 1 - (pixelY / this.canvas.clientHeight) * 2);
    this.raycaster.setFromCamera(pointer, this.camera);
    return this.raycaster.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -z), new Vector3()) ?? undefined;
  }

  render(): void {
    this.renderer.render(this.scene, this.camera);
    this.isDirty = false;
  }

  private resize(): void {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.orbit.aspect = width / height;
    const half = width / height / 2;
    Object.assign(this.top, { left: -half, right: half, top: 0.5, bottom: -0.5 });
    const shift = (this.covered.bottom - this.covered.top) / 2;
    for (const camera of [this.orbit, this.top]) camera.setViewOffset(width, height, 0, shift, width, height);
    this.isDirty = true;
  }
}
