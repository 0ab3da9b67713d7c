// Poses as they came: 92 bytes each, see include/wend/motion/pose_stream.hpp. They are unfolded to joints when somebody
// is drawn near, and blended between two times.

import { poseFloats } from "./gait";
import { type Joint, jointIndex, type PoseSource } from "./joints";

/** The skeleton of include/wend/motion/skeleton.hpp: the parent of each part, and where it is seen from there. */
const parts: readonly (readonly [parent: number, x: number, y: number, z: number])[] = [
  [-1, 0, 0, 0], [0, 0, 0, 0.1], [1, 0, 0, 0.18], [2, 0, 0, 0.25], [3, 0.01, 0, 0.1],
  [2, 0, 0.18, 0.19], [5, 0, 0.29, 0], [6, 0, 0.26, 0], [2, 0, -0.18, 0.19], [8, 0, -0.29, 0], [9, 0, -0.26, 0],
  [0, 0, 0.09, -0.005], [11, 0, 0, -0.43], [12, 0, 0, -0.43], [13, 0.14, 0, -0.06],
  [0, 0, -0.09, -0.005], [15, 0, 0, -0.43], [16, 0, 0, -0.43], [17, 0.14, 0, -0.06],
];
const head = 4;
/** Which part each joint of the page is, and what lies beyond it. */
const drawn: readonly (readonly [joint: Joint, part: number, x: number, z: number])[] = [
  ["pelvis", 0, 0, 0], ["chest", 3, 0, 0], ["head", head, 0, 0], ["crown", head, 0.02, 0.2],
  ["left_shoulder", 5, 0, 0], ["left_elbow", 6, 0, 0], ["left_hand", 7, 0, 0],
  ["right_shoulder", 8, 0, 0], ["right_elbow", 9, 0, 0], ["right_hand", 10, 0, 0],
  ["left_hip", 11, 0, 0], ["left_knee", 12, 0, 0], ["left_ankle", 13, 0, 0], ["left_toe", 14, 0.06, 0.02],
  ["right_hip", 15, 0, 0], ["right_knee", 16, 0, 0], ["right_ankle", 17, 0, 0], ["right_toe", 18, 0.06, 0.02],
];
export const packedPoseBytes = 16 + 4 * parts.length;
const longestGap = 0.5; // seconds between two times that are blended

/** x, y, z, w from the three smaller parts of a rotation and the place of the one left out. */
function unpack(bits: number, out: Float64Array, at: number): void {
  const largest = bits >>> 30;
  let rest = 1;
  let shift = 20;
  for (let i = 0; i < 4; i++) {
    if (i === largest) continue;
    const value = (((bits >>> shift) & 1023) / 511 - 1) * Math.SQRT1_2;
    out[at + i] = value;
    rest -= value * value;
    shift -= 10;
  }
  out[at + largest] = Math.sqrt(Math.max(0, rest));
}

/** turns[to] = turns[a] after turns[b], four numbers each. */
function multiply(turns: Float64Array, a: number, b: number, to: number): void {
  const [ax, ay, az, aw] = [turns[a]!, turns[a + 1]!, turns[a + 2]!, turns[a + 3]!];
  const [bx, by, bz, bw] = [turns[b]!, turns[b + 1]!, turns[b + 2]!, turns[b + 3]!];
  turns[to] = aw * bx + ax * bw + ay * bz - az * by;
  turns[to + 1] = aw * by - ax * bz + ay * bw + az * bx;
  turns[to + 2] = aw * bz + ax * by - ay * bx + az * bw;
  turns[to + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Adds a vector, turned, to a place. */
function carry(turns: Float64Array, at: number, x: number, y: number, z: number, place: Float64Array, from: number, to: number): void {
  const [qx, qy, qz, qw] = [turns[at]!, turns[at + 1]!, turns[at + 2]!, turns[at + 3]!];
  const [ux, uy, uz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
  place[to] = place[from]! + x + qw * ux + qy * uz - qz * uy;
  place[to + 1] = place[from + 1]! + y + qw * uy + qz * ux - qx * uz;
  place[to + 2] = place[from + 2]! + z + qw * uz + qx * uy - qy * ux;
}

interface Told {
  readonly time: number;
  readonly bytes: DataView;
  /** Where the pose of each agent begins; made when somebody asks. */
  places: Map<number, number> | undefined;
}

export class PoseStore implements PoseSource {
  private readonly told: Told[] = [];
  private readonly turns = new Float64Array(4 * (parts.length + 1));
  private readonly places = new Float64Array(3 * (parts.length + 1));
  private readonly later = new Float32Array(poseFloats);

  /** A broken message is none: people walk by themselves then. */
  add(time: number, poses: Uint8Array): void {
    if (poses.length % packedPoseBytes !== 0 || time <= (this.told.at(-1)?.time ?? -Infinity)) return;
    this.told.push({ time, bytes: new DataView(poses.buffer, poses.byteOffset, poses.byteLength), places: undefined });
  }

  forgetBefore(time: number): void {
    const first = this.told.findIndex((each) => each.time >= time);
    if (first > 1) this.told.splice(0, first - 1);
  }

  pose(agent: number, time: number, out: Float32Array): boolean {
    const at = this.lastBefore(time);
    const now = this.told[at];
    if (!now || !this.unfold(now, agent, out)) return false;
    const next = this.told[at + 1];
    if (!next || next.time - now.time > longestGap || !this.unfold(next, agent, this.later)) return time - now.time < longestGap;
    const share = Math.min(1, Math.max(0, (time - now.time) / (next.time - now.time)));
    for (let i = 0; i < poseFloats; i++) out[i]! += (this.later[i]! - out[i]!) * share;
    return true;
  }

  private lastBefore(time: number): number {
    let [low, high] = [0, this.told.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.told[middle]!.time <= time + 1e-6) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private unfold(told: Told, agent: number, out: Float32Array): boolean {
    if (!told.places) {
      told.places = new Map();
      for (let at = 0; at < told.bytes.byteLength; at += packedPoseBytes) told.places.set(told.bytes.getUint32(at, true), at);
    }
    const first = told.places.get(agent);
    if (first === undefined) return false;
    const { turns, places } = this;
    const spare = 4 * parts.length;
    parts.forEach(([parent, x, y, z], i) => {
      unpack(told.bytes.getUint32(first + 16 + 4 * i, true), turns, parent < 0 ? 0 : spare);
      if (parent < 0) {
        for (let k = 0; k < 3; k++) places[k] = told.bytes.getInt32(first + 4 + 4 * k, true) / 10000;
        return;
      }
      multiply(turns, 4 * parent, spare, 4 * i);
      carry(turns, 4 * parent, x, y, z, places, 3 * parent, 3 * i);
    });
    for (const [joint, part, x, z] of drawn) {
      const to = jointIndex[joint] * 3;
      carry(turns, 4 * part, x, 0, z, places, 3 * part, 3 * parts.length);
      for (let k = 0; k < 3; k++) out[to + k] = places[3 * parts.length + k]!;
    }
    return true;
  }
}
