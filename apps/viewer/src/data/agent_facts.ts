// What the panel says about one agent at one moment, worked out from frames and channels alone.

import type { ChannelSample } from "../protocol/messages";
import { type GoalInfo, type Mode, modeNames } from "../protocol/scene";
import type { Tracks } from "../protocol/tracks";
import { goalOf } from "./goals";
import type { Model } from "./model";

export interface AgentFacts {
  name: string;
  group: string;
  mode: Mode;
  layer: number;
  x: number;
  y: number;
  z: number;
  heading: number;
  speed: number;
  goal: GoalInfo;
  floor: string;
  goalFloor: string;
  left: number;
  leftIsPlanned: boolean;
  waited: number;
  plan: string;
  isPaused: boolean;
}

const stillSpeed = 0.05;
const longestLook = 3600; // frames

export const modeOf = (tag: number): Mode => modeNames[tag & 7] ?? "absent";
export const layerOf = (tag: number): number => tag >>> 3;

export function goalPoint(goal: GoalInfo): [number, number] {
  if (goal.center) return goal.center;
  const ring = goal.polygon?.[0] ?? [];
  const sum = ring.reduce<[number, number]>(([x, y], p) => [x + p[0], y + p[1]], [0, 0]);
  return [sum[0] / Math.max(1, ring.length), sum[1] / Math.max(1, ring.length)];
}

function stepSpeed(model: Model, ordinal: number, agent: number): number {
  if (ordinal <= model.frames.first) return 0;
  const [now, before] = [model.frames.frame(ordinal), model.frames.frame(ordinal - 1)];
  if (!now.agents.tag[agent] || !before.agents.tag[agent]) return 0;
  const walked = Math.hypot(now.agents.x[agent]! - before.agents.x[agent]!, now.agents.y[agent]! - before.agents.y[agent]!);
  return walked / 1000 / Math.max(1e-6, now.head.time - before.head.time);
}

const floorName = (model: Model, layer: number): string => model.scene!.layers[layer]?.name || String(layer);

/** Seconds since the agent last moved. */
function waitedSeconds(model: Model, ordinal: number, agent: number): number {
  const from = Math.max(model.frames.first, ordinal - longestLook);
  let still = ordinal;
  while (still > from && stepSpeed(model, still, agent) < stillSpeed) still--;
  return model.frames.head(ordinal).time - model.frames.head(still).time;
}

/** Metres along a line of x, y, z, time from `time` on. */
function lengthFrom(line: Float32Array, time: number): number {
  let length = 0;
  for (let i = 4; i < line.length; i += 4) {
    const [start, end] = [line[i - 1]!, line[i + 3]!];
    const share = end > start ? Math.min(1, Math.max(0, (end - time) / (end - start))) : 1;
    length += share * Math.hypot(line[i]! - line[i - 4]!, line[i + 1]! - line[i - 3]!, line[i + 2]! - line[i - 2]!);
  }
  return length;
}

/** Metres to the goal: what was left when the plan was told, less what has been walked of it since. */
function leftOf(plan: ChannelSample, time: number): number | undefined {
  const [line, left] = [plan.drawings[0]?.values, plan.drawings[1]?.values[0]];
  if (!line || line.length < 8 || left === undefined) return undefined;
  return Math.max(0, left - (lengthFrom(line, line[3]!) - lengthFrom(line, time)));
}

export function agentFacts(model: Model, ordinal: number, agent: number): AgentFacts | undefined {
  const info = model.scene?.agents[agent];
  if (!info || model.frames.isEmpty) return undefined;
  const { head, agents } = model.frames.frame(ordinal);
  const place = placeOf(agents, agent);
  const goal = goalOf(model, agent, head.index);
  const plan = model.channels.at("plan", agent, head.index);
  const plannedLeft = plan && leftOf(plan, head.time);
  const [goalX, goalY] = goalPoint(goal);
  return {
    name: info.name,
    group: info.group,
    ...place,
    speed: stepSpeed(model, ordinal, agent),
    goal,
    floor: floorName(model, place.layer),
    goalFloor: floorName(model, goal.layer),
    left: plannedLeft ?? Math.hypot(goalX - place.x, goalY - place.y),
    leftIsPlanned: plannedLeft !== undefined,
    waited: waitedSeconds(model, ordinal, agent),
    plan: plan?.note ?? "",
    isPaused: plan?.note.startsWith("paused") ?? false,
  };
}

export function placeOf(tracks: Tracks, i: number) {
  const tag = tracks.tag[i] ?? 0;
  return {
    mode: modeOf(tag),
    layer: layerOf(tag),
    x: (tracks.x[i] ?? 0) / 1000,
    y: (tracks.y[i] ?? 0) / 1000,
    z: (tracks.z[i] ?? 0) / 1000,
    heading: (tracks.angle[i] ?? 0) / 10000,
  };
}
