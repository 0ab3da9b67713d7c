// A body as the page draws it: joints, and the limbs between them. Where the joints are comes from a gait worked out here
// or from a stream of poses; what is drawn is the same.

/** x, y, z of each joint, world metres, in this order. */
export const joints = [
  "pelvis", "chest", "head", "crown",
  "left_shoulder", "left_elbow", "left_hand", "right_shoulder", "right_elbow", "right_hand",
  "left_hip", "left_knee", "left_ankle", "left_toe", "right_hip", "right_knee", "right_ankle", "right_toe",
] as const;
export type Joint = (typeof joints)[number];

export const jointCount = joints.length;
export const jointIndex = Object.fromEntries(joints.map((name, i) => [name, i])) as Record<Joint, number>;

export type Paint = "clothes" | "trousers" | "skin" | "hair" | "shoes";

/** A limb from one joint to another: half its width across the body and half its depth, as shares of the body's height. */
export interface Limb {
  readonly from: Joint;
  readonly to: Joint;
  readonly across: number;
  readonly deep: number;
  readonly paint: Paint;
  /** How far it goes on beyond its ends, as shares of its length. */
  readonly before?: number;
  readonly beyond?: number;
}

export const limbs: readonly Limb[] = [
  { from: "pelvis", to: "chest", across: 0.112, deep: 0.068, paint: "clothes", before: 0.12, beyond: 0.06 },
  { from: "left_hip", to: "right_hip", across: 0.062, deep: 0.072, paint: "trousers", before: 0.45, beyond: 0.45 },
  { from: "head", to: "crown", across: 0.044, deep: 0.05, paint: "skin", before: 0.25, beyond: -0.05 },
  { from: "head", to: "crown", across: 0.05, deep: 0.057, paint: "hair", before: -0.42, beyond: 0.06 },
  { from: "left_shoulder", to: "left_elbow", across: 0.029, deep: 0.029, paint: "clothes" },
  { from: "right_shoulder", to: "right_elbow", across: 0.029, deep: 0.029, paint: "clothes" },
  { from: "left_elbow", to: "left_hand", across: 0.022, deep: 0.022, paint: "skin" },
  { from: "right_elbow", to: "right_hand", across: 0.022, deep: 0.022, paint: "skin" },
  { from: "left_hip", to: "left_knee", across: 0.047, deep: 0.05, paint: "trousers" },
  { from: "right_hip", to: "right_knee", across: 0.047, deep: 0.05, paint: "trousers" },
  { from: "left_knee", to: "left_ankle", across: 0.033, deep: 0.035, paint: "trousers" },
  { from: "right_knee", to: "right_ankle", across: 0.033, deep: 0.035, paint: "trousers" },
  { from: "left_ankle", to: "left_toe", across: 0.026, deep: 0.022, paint: "shoes", before: 0.25 },
  { from: "right_ankle", to: "right_toe", across: 0.026, deep: 0.022, paint: "shoes", before: 0.25 },
];

/** Poses from elsewhere: fills `out` with the joints of an agent at a time, or says that it has none. */
export interface PoseSource {
  pose(agent: number, time: number, out: Float32Array): boolean;
}
