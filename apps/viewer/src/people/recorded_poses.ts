// Poses that came with the recording, made by the library's own bodies.

import type { Model } from "../data/model";
import { poseFloats } from "./gait";
import type { PoseSource } from "./joints";

const longestGap = 0.25; // seconds from one pose to the next; beyond, nothing is known in between

export class RecordedPoses implements PoseSource {
  constructor(private readonly model: Model) {}

  pose(agent: number, time: number, out: Float32Array): boolean {
    const step = this.model.scene!.time_step;
    const samples = this.model.channels.of("pose", agent);
    const last = this.model.channels.indexAt("pose", agent, Math.floor(time / step + 1e-6));
    const [before, after] = [samples[last], samples[last + 1]];
    const [from, to] = [before?.drawings[0]?.values, (after ?? before)?.drawings[0]?.values];
    if (!before || from?.length !== poseFloats || to?.length !== poseFloats) return false;
    const [start, end] = [before.frame * step, (after ?? before).frame * step];
    if (end - start > longestGap || time - end > longestGap) return false;
    const share = end > start ? Math.min(1, (time - start) / (end - start)) : 0;
    for (let i = 0; i < poseFloats; i++) out[i] = from[i]! + (to[i]! - from[i]!) * share;
    return true;
  }
}
