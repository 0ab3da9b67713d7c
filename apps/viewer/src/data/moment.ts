// One moment of the run as everything that draws sees it: between two frames, both are blended.

import type { Frame } from "./frame_store";
import type { Model } from "./model";

export interface Moment {
  time: number;
  ordinal: number;
  frame: Frame;
  next: Frame;
  /** The frame before, which tells how fast everybody is when there is no next one. */
  before: Frame;
  /** 0: at `frame`, 1: at `next`. */
  blend: number;
}

export function momentAt(model: Model, time: number): Moment {
  const { frames } = model;
  const ordinal = frames.ordinalAt(time);
  const frame = frames.frame(ordinal);
  const next = ordinal + 1 < frames.end ? frames.frame(ordinal + 1) : frame;
  const before = ordinal > frames.first ? frames.frame(ordinal - 1) : frame;
  const span = next.head.time - frame.head.time;
  const blend = span > 0 ? Math.min(1, Math.max(0, (time - frame.head.time) / span)) : 0;
  return { time, ordinal, frame, next, before, blend };
}

/** The shorter way round, in radians. */
export function blendAngle(from: number, to: number, blend: number): number {
  const turn = to - from;
  return from + (turn - Math.round(turn / (2 * Math.PI)) * 2 * Math.PI) * blend;
}
