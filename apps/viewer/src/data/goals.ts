import type { ChannelSample } from "../protocol/messages";
import type { GoalInfo, Point } from "../protocol/scene";
import type { Model } from "./model";

/** The agent's goal at a frame: the scene's, or the newest that an event has set. */
export function goalOf(model: Model, agent: number, frame: number): GoalInfo {
  const info = model.scene!.agents[agent]!;
  const changes = model.channels.ofWorld("goal");
  for (let i = changes.length - 1; i >= 0; i--) {
    const change = changes[i]!;
    const isMeant = change.note === info.name || (info.group !== "" && change.note === info.group);
    if (isMeant && change.frame <= frame) return changedGoal(model, change);
  }
  return info.goal;
}

function changedGoal(model: Model, change: ChannelSample): GoalInfo {
  const values = change.drawings[0]?.values ?? new Float32Array();
  const ring: Point[] = [];
  for (let i = 0; i + 2 < values.length; i += 3) ring.push([values[i]!, values[i + 1]!]);
  const height = values[2] ?? 0;
  const layer = model.scene!.layers.findIndex((candidate) => Math.abs(candidate.height - height) < 0.01);
  return { layer: Math.max(0, layer), polygon: [ring] };
}
