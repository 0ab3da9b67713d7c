// The canvas, its cameras and what a pointer means in the world.

import {
  Group, Matrix4, OrthographicCamera, PCFShadowMap, PerspectiveCamera, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { SceneInfo } from "../protocol/scene";
import { fitInto, type Room } from "./fit";
import type { SceneColours } from "./palette";
import { drawsInSoftware, type QualityChoice, QualityGovernor, settingsOf } from "./quality";
import { StillPicture, stillLayer } from "./still_picture";
import { Surroundings } from "./surroundings";

/** From where it is seen: a camera to turn, from above, or out of somebody's own eyes. */
export type CameraKind = "orbit" | "top" | "eyes";

export interface CameraPose {
  kind: CameraKind;
  position: [number, number, number];
  target: [number, number, number];
  zoom: number;
}

const fieldOfView = 32; // degrees
const eyesFieldOfView = 72;
const elevations = [0.7, 0.8, 0.9, 1, 1.1]; // radians above the ground; what fills the window best is taken
const azimuths = [0, Math.PI / 2]; // long scenes are seen along their length in a tall window
const eyeHeight = 0.94; // of the body's

const rounded = (v: Vector3): [number, number, number] => [
  Math.round(v.x * 100) / 100, Math.round(v.y * 100) / 100, Math.round(v.z * 100) / 100,
];

export class Stage {
  readonly scene = new Scene();
  readonly world = new Group();
  readonly governor: QualityGovernor;
  readonly renderer: WebGLRenderer;
  private readonly orbit = new PerspectiveCamera(fieldOfView, 1, 0.1, 6000);
  private readonly top = new OrthographicCamera(-1, 1, 1, -1, 0.1, 10000);
  private readonly eyes = new PerspectiveCamera(eyesFieldOfView, 1, 0.05, 6000);
  private readonly controls: Record<"orbit" | "top", OrbitControls>;
  private readonly surroundings: Surroundings;
  private readonly raycaster = new Raycaster();
  private readonly offsets = { orbit: { x: 0, y: 0 }, top: { x: 0, y: 0 } };
  private room: () => Room = () => ({ left: 0, right: this.canvas.clientWidth, top: 0, bottom: this.canvas.clientHeight });
  private isFitted = true;
  /** With a processor for drawing: what stands still is kept, and one picture is drawn at a time. */
  private readonly still: StillPicture | undefined;
  private unfinished: WebGLSync | undefined;
  kind: CameraKind = "orbit";
  isDirty = true;
  /** Changes when anything on the still layer does. */
  stillKey = "";
  /** How sharp textures are that are seen at a flat angle. */
  readonly anisotropy: number;

  constructor(readonly canvas: HTMLCanvasElement, private info: SceneInfo, quality: QualityChoice) {
    const isSlow = drawsInSoftware();
    this.governor = new QualityGovernor(isSlow ? "low" : "medium");
    this.governor.choice = quality;
    // Smooth edges cannot be had later: with a processor for drawing only those get them who ask for the best.
    this.renderer = new WebGLRenderer({ canvas, antialias: !isSlow || quality === "high", stencil: true, powerPreference: "high-performance" });
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.localClippingEnabled = true;
    this.anisotropy = isSlow && quality !== "high" ? 1 : 4;
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    this.still = isSlow && !gl.getContextAttributes()?.antialias ? new StillPicture(gl) : undefined;
    this.surroundings = new Surroundings(info, this.anisotropy);
    this.scene.add(this.world, this.surroundings.group);
    for (const camera of [this.orbit, this.eyes]) camera.up.set(0, 0, 1);
    this.top.up.set(0, 1, 0);
    this.controls = { orbit: new OrbitControls(this.orbit, canvas), top: new OrbitControls(this.top, canvas) };
    this.controls.orbit.maxPolarAngle = Math.PI / 2 - 0.02;
    this.controls.orbit.minDistance = 1.5;
    this.controls.top.enableRotate = false;
    this.controls.top.mouseButtons.LEFT = this.controls.orbit.mouseButtons.RIGHT;
    this.controls.top.touches.ONE = this.controls.orbit.touches.TWO;
    for (const kind of ["orbit", "top"] as const) {
      this.controls[kind].screenSpacePanning = kind === "top";
      this.controls[kind].addEventListener("change", () => (this.isDirty = true));
      this.controls[kind].addEventListener("start", () => (this.isFitted = false));
    }
    new ResizeObserver(() => (this.isFitted ? this.frameAll() : this.resize())).observe(canvas);
    this.applyQuality();
    this.frameAll();
    this.use("orbit");
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return { orbit: this.orbit, top: this.top, eyes: this.eyes }[this.kind];
  }

  setColours(colours: SceneColours): void {
    this.surroundings.setColours(this.scene, colours);
    this.isDirty = true;
  }

  /** The part of the window that no panel covers. */
  setRoom(room: () => Room): void {
    this.room = room;
  }

  applyQuality(): void {
    const { shadows } = settingsOf[this.governor.quality];
    this.setSharp(false);
    if (this.renderer.shadowMap.enabled !== shadows) {
      this.renderer.shadowMap.enabled = shadows;
      this.scene.traverse((object) => {
        const { material } = object as { material?: { needsUpdate: boolean } };
        if (material && !Array.isArray(material)) material.needsUpdate = true;
      });
    }
    this.surroundings.castShadows(shadows);
    this.resize();
  }

  /** A picture that stands still may have all its pixels, however slowly it is drawn. */
  setSharp(isSharp: boolean): void {
    const { pixelRatio } = settingsOf[this.governor.quality];
    const ratio = Math.min(isSharp ? Math.max(1, pixelRatio) : pixelRatio, devicePixelRatio);
    if (this.renderer.getPixelRatio() === ratio) return;
    this.renderer.setPixelRatio(ratio);
    this.isDirty = true;
  }

  use(kind: CameraKind): void {
    this.kind = kind;
    this.controls.orbit.enabled = kind === "orbit";
    this.controls.top.enabled = kind === "top";
    this.resize();
  }

  /** While something is dragged the camera holds still. */
  holdCamera(hold: boolean): void {
    if (this.kind !== "eyes") this.controls[this.kind].enabled = !hold;
  }

  /** Both cameras see the whole scene, as large as the room between the panels allows. */
  frameAll(): void {
    this.frame(this.info.bounds);
    this.isFitted = true;
  }

  /** After the room has changed, unless somebody has turned the camera since. */
  refit(): void {
    if (this.isFitted) this.frameAll();
  }

  private frame([[lowX, lowY], [highX, highY]]: SceneInfo["bounds"]): void {
    const heights = this.info.layers.map((layer) => layer.height);
    const [low, high] = [Math.min(...heights), Math.max(...heights) + 1.2];
    const middle = new Vector3((lowX + highX) / 2, (lowY + highY) / 2, (low + high - 1.2) / 2);
    const corners = [lowX, highX].flatMap((x) => [lowY, highY].flatMap((y) => [low, high].map((z) => new Vector3(x, y, z))));
    const [width, height] = [Math.max(1, this.canvas.clientWidth), Math.max(1, this.canvas.clientHeight)];
    this.setAspects(width, height);
    const place = new Vector3();
    const reach = Math.hypot(highX - lowX, highY - lowY) * 1.5 + 5;
    this.controls.orbit.target.copy(middle);
    this.controls.top.target.copy(middle);
    this.top.position.copy(middle).add(new Vector3(0, 0, 1000));
    this.controls.top.update();
    const room = this.room();
    let best = 0;
    let chosen = 0;
    for (const [azimuth, elevation] of azimuths.flatMap((angle) => elevations.map((up) => [angle, up] as const))) {
      const away = Math.cos(elevation) * reach;
      this.orbit.position.copy(middle).add(new Vector3(-Math.sin(azimuth) * away, -Math.cos(azimuth) * away, Math.sin(elevation) * reach));
      this.orbit.lookAt(middle);
      const fit = fitInto(this.orbit, middle, corners, room, width, height);
      // Steeper only for a picture that is clearly larger, since from above people are only heads; and turned, so that
      // north is no longer ahead, only for one that is much larger.
      if (fit.area < best * (azimuth !== chosen ? 1.5 : 1.05)) continue;
      chosen = azimuth;
      best = fit.area;
      this.offsets.orbit = fit;
      place.copy(this.orbit.position);
    }
    this.orbit.position.copy(place);
    this.offsets.top = fitInto(this.top, middle, corners, room, width, height);
    for (const kind of ["orbit", "top"] as const) this.controls[kind].update();
    this.resize();
  }

  lookAt(x: number, y: number, z: number): void {
    for (const kind of ["orbit", "top"] as const) {
      const camera = kind === "orbit" ? this.orbit : this.top;
      const shift = new Vector3(x, y, z).sub(this.controls[kind].target);
      camera.position.add(shift);
      this.controls[kind].target.add(shift);
      this.controls[kind].update();
    }
    this.isFitted = false;
    this.isDirty = true;
  }

  /** Near enough to see how somebody walks. */
  approach(x: number, y: number, z: number, metres: number): void {
    this.lookAt(x, y, z + 1);
    const away = this.orbit.position.clone().sub(this.controls.orbit.target);
    if (away.length() > metres) this.orbit.position.copy(this.controls.orbit.target).add(away.setLength(metres));
    this.top.zoom = Math.max(this.top.zoom, 1 / (metres * 1.2));
    for (const kind of ["orbit", "top"] as const) this.controls[kind].update();
    this.resize();
  }

  /** What somebody sees. */
  lookThrough(x: number, y: number, z: number, heading: number, height: number): void {
    const eye = z + height * eyeHeight;
    this.eyes.position.set(x, y, eye);
    this.eyes.lookAt(x + Math.cos(heading) * 4, y + Math.sin(heading) * 4, eye - 0.45);
    this.isDirty = true;
  }

  get pose(): CameraPose {
    const kind = this.kind === "eyes" ? "orbit" : this.kind;
    const camera = kind === "orbit" ? this.orbit : this.top;
    return { kind: this.kind, position: rounded(camera.position), target: rounded(this.controls[kind].target), zoom: this.top.zoom };
  }

  set pose(pose: CameraPose) {
    this.use(pose.kind);
    const kind = pose.kind === "eyes" ? "orbit" : pose.kind;
    (kind === "orbit" ? this.orbit : this.top).position.set(...pose.position);
    this.controls[kind].target.set(...pose.target);
    this.top.zoom = pose.zoom;
    this.controls[kind].update();
    this.isFitted = false;
    this.resize();
  }

  /** Where points of the world are on the canvas as it is now, in CSS pixels; false behind the camera. */
  projection(): (x: number, y: number, z: number, out: Vector3) => boolean {
    const { camera, canvas: { clientWidth, clientHeight } } = this;
    camera.updateMatrixWorld();
    const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    return (x, y, z, out) => {
      out.set(x, y, z).applyMatrix4(matrix);
      if (out.z > 1) return false;
      out.x = ((out.x + 1) / 2) * clientWidth;
      out.y = ((1 - out.y) / 2) * clientHeight;
      return true;
    };
  }

  toScreen(x: number, y: number, z: number): Vector3 | undefined {
    const out = new Vector3();
    return this.projection()(x, y, z, out) ? out : undefined;
  }

  /** CSS pixels that a metre takes at a point of the world. */
  pixelsPerMetre(x: number, y: number, z: number): number {
    if (this.kind === "top") return this.canvas.clientHeight * this.top.zoom;
    const camera = this.kind === "orbit" ? this.orbit : this.eyes;
    const distance = Math.hypot(camera.position.x - x, camera.position.y - y, camera.position.z - z);
    return this.canvas.clientHeight / (2 * distance * Math.tan((camera.fov * Math.PI) / 360));
  }

  /** How far from the eye people still are tall enough on the screen to have limbs; from above all are, or nobody. */
  get limbReach(): number {
    const least = settingsOf[this.governor.quality].limbPixels / 1.75; // for a metre
    if (this.kind === "top") return this.canvas.clientHeight * this.top.zoom > least ? Infinity : 0;
    const { fov } = this.kind === "orbit" ? this.orbit : this.eyes;
    return this.canvas.clientHeight / (2 * least * Math.tan((fov * Math.PI) / 360));
  }

  /** The point at height z under a pixel of the canvas. */
  toWorld(pixelX: number, pixelY: number, z: number): Vector3 | undefined {
    const pointer = new Vector2((pixelX / this.canvas.clientWidth) * 2 - 1, 1 - (pixelY / this.canvas.clientHeight) * 2);
    this.raycaster.setFromCamera(pointer, this.camera);
    return this.raycaster.ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -z), new Vector3()) ?? undefined;
  }

  /** Whether the last picture is still being drawn: another would only queue up before the answers to what people do. */
  get isBusy(): boolean {
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    if (this.unfinished && gl.getSyncParameter(this.unfinished, gl.SYNC_STATUS) === gl.SIGNALED) {
      gl.deleteSync(this.unfinished);
      this.unfinished = undefined;
    }
    return this.unfinished !== undefined;
  }

  render(): void {
    const target = this.kind === "eyes" ? this.eyes.position : this.controls[this.kind].target;
    this.surroundings.lightAround(target, this.camera.position);
    this.scene.fog = this.kind === "top" ? null : this.surroundings.haze;
    if (this.still && !this.renderer.shadowMap.enabled) this.renderOverStill(this.still);
    else {
      this.camera.layers.enable(stillLayer);
      this.renderer.render(this.scene, this.camera);
    }
    if (this.still && !this.unfinished) {
      const gl = this.renderer.getContext() as WebGL2RenderingContext;
      this.unfinished = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? undefined;
      gl.flush();
    }
    this.isDirty = false;
  }

  private renderOverStill(still: StillPicture): void {
    const { camera, renderer, scene } = this;
    const { drawingBufferWidth: width, drawingBufferHeight: height } = renderer.getContext();
    camera.updateMatrixWorld();
    const key = [this.stillKey, this.kind, width, height, ...camera.matrixWorld.elements, ...camera.projectionMatrix.elements].join(" ");
    if (!still.show(key)) {
      camera.layers.set(stillLayer);
      renderer.render(scene, camera);
      still.keep(key);
    }
    const { background } = scene;
    scene.background = null;
    renderer.autoClear = false;
    camera.layers.set(0);
    renderer.render(scene, camera);
    scene.background = background;
    renderer.autoClear = true;
  }

  private setAspects(width: number, height: number): void {
    this.orbit.aspect = this.eyes.aspect = width / height;
    const half = width / height / 2;
    Object.assign(this.top, { left: -half, right: half, top: 0.5, bottom: -0.5 });
  }

  private resize(): void {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.setAspects(width, height);
    this.orbit.setViewOffset(width, height, this.offsets.orbit.x, this.offsets.orbit.y, width, height);
    this.top.setViewOffset(width, height, this.offsets.top.x, this.offsets.top.y, width, height);
    this.eyes.updateProjectionMatrix();
    this.isDirty = true;
  }
}
