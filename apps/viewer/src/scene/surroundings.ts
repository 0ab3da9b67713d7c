// The light, the sky and the land around the scene.

import {
  BackSide, CircleGeometry, Color, DirectionalLight, Fog, Group, HemisphereLight, Mesh, MeshBasicMaterial, type Scene, ShaderMaterial,
  SphereGeometry, type Vector3,
} from "three";
import type { SceneInfo } from "../protocol/scene";
import { slabThickness } from "./ground";
import type { SceneColours } from "./palette";
import { grassMetres, grassTexture } from "./paving";
import { stillLayer } from "./still_picture";
import { sunFrom } from "./sun";

const widestShadows = 160; // metres; beyond, shadows are drawn around what is looked at

export class Surroundings {
  readonly group = new Group();
  private readonly ambient = new HemisphereLight();
  private readonly sun = new DirectionalLight();
  private readonly sky: Mesh<SphereGeometry, ShaderMaterial>;
  private readonly land: Mesh<CircleGeometry, MeshBasicMaterial>;
  /** Far away, for those who look along the ground; from above everything is far away. */
  haze: Fog | null = null;
  private readonly reach: number;
  private readonly size: number;

  constructor(info: SceneInfo, anisotropy: number) {
    const [[lowX, lowY], [highX, highY]] = info.bounds;
    this.size = Math.hypot(highX - lowX, highY - lowY);
    this.reach = Math.max(400, this.size * 4);
    const heights = info.layers.map((layer) => layer.height);
    this.sky = new Mesh(new SphereGeometry(1, 24, 16), new ShaderMaterial({
      side: BackSide, depthWrite: false, fog: false,
      uniforms: { top: { value: new Color() }, horizon: { value: new Color() } },
      vertexShader: "varying vec3 at; void main() { at = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
      fragmentShader: `uniform vec3 top; uniform vec3 horizon; varying vec3 at;
        void main() { gl_FragColor = vec4(mix(horizon, top, pow(clamp(normalize(at).z, 0.0, 1.0), 0.55)), 1.0); }`,
    }));
    this.sky.scale.setScalar(this.reach * 1.5);
    this.sky.renderOrder = -10;
    this.sky.frustumCulled = false;
    const grass = grassTexture(anisotropy);
    grass.repeat.setScalar((this.reach * 2.8) / grassMetres);
    // Not in the depth buffer: far away that could not tell the land from a floor a hand above it.
    this.land = new Mesh(new CircleGeometry(this.reach * 1.4, 48), new MeshBasicMaterial({ map: grass, depthWrite: false }));
    this.land.renderOrder = -9;
    this.land.position.set((lowX + highX) / 2, (lowY + highY) / 2, Math.min(0, ...heights) - slabThickness);
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.02;
    this.group.add(this.ambient, this.sun, this.sun.target, this.sky, this.land);
    for (const light of [this.ambient, this.sun]) light.layers.enable(stillLayer);
    for (const mesh of [this.sky, this.land]) mesh.layers.set(stillLayer);
    this.ambient.position.set(0, 0, 1);
  }

  setColours(scene: Scene, colours: SceneColours): void {
    scene.background = new Color(colours.horizon);
    this.haze = new Fog(colours.horizon);
    this.land.material.color.set(colours.land);
    (this.sky.material.uniforms["top"]!.value as Color).set(colours.sky).convertLinearToSRGB();
    (this.sky.material.uniforms["horizon"]!.value as Color).set(colours.horizon).convertLinearToSRGB();
    this.ambient.color.set("#ffffff");
    this.ambient.groundColor.set("#8d8d8d");
    this.ambient.intensity = colours.ambient;
    this.sun.intensity = colours.sun;
  }

  castShadows(on: boolean): void {
    this.sun.castShadow = on;
  }

  /** The sun's shadows reach around a point of the ground. */
  lightAround(target: Vector3, eye: Vector3): void {
    const half = Math.min(widestShadows, this.size + 4) / 2;
    this.sun.target.position.copy(target);
    this.sun.position.copy(target).addScaledVector(sunFrom, half * 2 + 30);
    const { camera } = this.sun.shadow;
    if (camera.right !== half) {
      Object.assign(camera, { left: -half, right: half, top: half, bottom: -half, near: 1, far: half * 4 + 80 });
      camera.updateProjectionMatrix();
    }
    this.sky.position.copy(eye);
    // What is looked at is never in the haze, however far away a small window puts the eye.
    const away = eye.distanceTo(target) + this.size;
    if (this.haze) Object.assign(this.haze, { near: Math.max(this.reach * 0.35, away), far: Math.max(this.reach * 1.1, away * 2.5) });
  }
}
