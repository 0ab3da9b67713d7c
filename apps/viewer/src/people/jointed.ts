// People with joints, all their limbs in one draw call.

import { Color, DynamicDrawUsage, InstancedMesh, MeshLambertMaterial } from "three";
import { sendFirst } from "../scene/upload";
import { poseFloats } from "./gait";
import { jointIndex, limbs, type Paint } from "./joints";
import { layRod, rod } from "./limb_shape";

const skins = ["#f0c8a8", "#e0ac84", "#c68a5f", "#9a6540", "#6a432b"].map((colour) => new Color(colour));
const hairs = ["#1d1512", "#3a2618", "#6b4626", "#a57a45", "#8d8984"].map((colour) => new Color(colour));
const trousers = ["#2b3344", "#3b3a3c", "#4a4038", "#26303a", "#5a5f68"].map((colour) => new Color(colour));
const shoes = ["#1b1b1d", "#3a2a20", "#4b4a48"].map((colour) => new Color(colour));
const roundCorners = 9;

/** A number that looks random and is the same for the same agent everywhere. */
export function looks(agent: number, kind: number): number {
  let value = Math.imul(agent + 1, 2654435761) ^ Math.imul(kind + 1, 40503);
  value = Math.imul(value ^ (value >>> 15), 2246822519);
  value = Math.imul(value ^ (value >>> 13), 3266489917);
  return ((value ^ (value >>> 16)) >>> 0) / 4294967296;
}

const pick = (list: readonly Color[], agent: number, kind: number): Color => list[Math.floor(looks(agent, kind) * list.length)]!;

function colourOf(paint: Paint, agent: number, clothes: Color): Color {
  switch (paint) {
    case "clothes": return clothes;
    case "trousers": return pick(trousers, agent, 1);
    case "skin": return pick(skins, agent, 2);
    case "hair": return pick(hairs, agent, 3);
    case "shoes": return pick(shoes, agent, 4);
  }
}

export class JointedPeople {
  readonly mesh: InstancedMesh;
  private used = 0;
  private readonly shown: Int32Array; // who has which place, and with which colour, so that colours are written seldom
  private readonly shownColour: Float64Array;

  constructor(readonly most: number) {
    this.mesh = new InstancedMesh(rod(roundCorners, "round"), new MeshLambertMaterial(), Math.max(1, most * limbs.length));
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = false;
    this.mesh.setColorAt(0, new Color());
    this.shown = new Int32Array(most).fill(-1);
    this.shownColour = new Float64Array(most);
    this.clear();
  }

  clear(): void {
    this.used = 0;
  }

  /** False when there is no place left. */
  add(agent: number, pose: Float32Array, height: number, wide: number, clothes: Color): boolean {
    if (this.used >= this.most || pose.length < poseFloats) return false;
    const matrices = this.mesh.instanceMatrix.array as Float32Array;
    const [left, right] = [jointIndex.left_shoulder * 3, jointIndex.right_shoulder * 3];
    let [sideX, sideY] = [pose[left]! - pose[right]!, pose[left + 1]! - pose[right + 1]!];
    const size = Math.max(1e-6, Math.hypot(sideX, sideY));
    [sideX, sideY] = [sideX / size, sideY / size];
    const first = this.used * limbs.length;
    const key = clothes.getHex();
    const isNew = this.shown[this.used] !== agent || this.shownColour[this.used] !== key;
    limbs.forEach((limb, i) => {
      const isTrunk = limb.from === "pelvis";
      layRod(
        pose, jointIndex[limb.from], jointIndex[limb.to], limb.before ?? 0.08, limb.beyond ?? 0.08,
        limb.across * height * (isTrunk ? wide : 1), limb.deep * height, sideX, sideY, matrices, (first + i) * 16,
      );
      if (isNew) this.mesh.setColorAt(first + i, colourOf(limb.paint, agent, clothes));
    });
    if (isNew) this.mesh.instanceColor!.needsUpdate = true;
    this.shown[this.used] = agent;
    this.shownColour[this.used] = key;
    this.used++;
    return true;
  }

  finish(): void {
    this.mesh.count = this.used * limbs.length;
    this.mesh.visible = this.used > 0;
    sendFirst(this.mesh.instanceMatrix, this.mesh.count * 16);
  }
}
