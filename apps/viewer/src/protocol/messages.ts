// The messages of include/wend/view/messages.hpp, as the page sees them.

import { ByteReader } from "./bytes";
import type { AgentInfo, Ring, SceneInfo } from "./scene";
import type { Shelf } from "./shelf";

export interface FrameStats {
  present: number;
  arrived: number;
  standing: number;
  meanSpeed: number;
  costMs: number;
  expansions: number;
  overBudget: boolean;
}

export interface WorldEvent {
  kind: string;
  subject: string;
  detail: string;
}

/** What can be told of a frame without unfolding its positions. */
export interface FrameHead {
  index: number;
  time: number;
  whole: boolean;
  stats: FrameStats;
  events: WorldEvent[];
}

export interface Identity {
  obstacle: number;
  name: string;
  layer: number;
  platform: boolean;
  radius?: number;
  outline?: Ring;
}

export interface Drawing {
  kind: "points" | "line" | "polygon";
  style: number;
  stride: number;
  values: Float32Array;
}

/** Data of one overlay, valid from its frame on until the next sample of the same channel and agent. */
export interface ChannelSample {
  channel: string;
  frame: number;
  agent: number | undefined;
  note: string;
  drawings: Drawing[];
}

export interface LiveStatus {
  paused: boolean;
  speed: number;
  finished: boolean;
  /** For the first page. */
  waiting?: boolean;
}

export interface Notice {
  ok: boolean;
  text: string;
  /** The command that it answers, of those whose answers go to one place. */
  about?: string;
}

/** What a 3D level looks like: x, y, z of its points, and three numbers of points a triangle. */
export interface LevelTriangles {
  points: Float32Array;
  corners: Uint32Array;
}

export type Message =
  | { type: "scene"; scene: SceneInfo }
  | { type: "agent"; number: number; agent: AgentInfo }
  | { type: "identity"; identity: Identity }
  | { type: "frame"; head: FrameHead; bytes: Uint8Array }
  | { type: "channel"; sample: ChannelSample }
  | { type: "status"; status: LiveStatus }
  | { type: "notice"; notice: Notice }
  | { type: "level"; level: LevelTriangles }
  | { type: "shelf"; shelf: Shelf }
  | { type: "poses"; time: number; poses: Uint8Array };

const decoder = new TextDecoder();
const json = (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes.subarray(1)));

/** The frame's head; the reader is left at the agents' tracks. */
export function readHead(input: ByteReader): FrameHead {
  input.byte();
  const flags = input.byte();
  const index = input.varint();
  const time = input.float64();
  const [present, arrived, standing] = [input.varint(), input.varint(), input.varint()];
  const [meanSpeed, costMs] = [input.float32(), input.float32()];
  const stats = { present, arrived, standing, meanSpeed, costMs, expansions: input.varint(), overBudget: (flags & 2) !== 0 };
  const events: WorldEvent[] = [];
  for (let left = input.varint(); left > 0; left--) {
    events.push({ kind: input.text(), subject: input.text(), detail: input.text() });
  }
  return { index, time, whole: (flags & 1) !== 0, stats, events };
}

function readChannel(bytes: Uint8Array): ChannelSample {
  const input = new ByteReader(bytes);
  input.byte();
  const channel = input.text();
  const frame = input.varint();
  const agent = input.varint();
  const note = input.text();
  const drawings: Drawing[] = [];
  for (let left = input.varint(); left > 0; left--) {
    const kind = (["points", "line", "polygon"] as const)[input.byte()] ?? "points";
    drawings.push({ kind, style: input.byte(), stride: input.byte(), values: input.floats(input.varint()) });
  }
  return { channel, frame, agent: agent > 0 ? agent - 1 : undefined, note, drawings };
}

function readLevel(bytes: Uint8Array): LevelTriangles {
  const input = new ByteReader(bytes);
  input.byte();
  const points = input.floats(input.varint() * 3);
  const corners = new Uint32Array(input.varint() * 3);
  for (let i = 0; i < corners.length; i++) corners[i] = input.varint();
  return { points, corners };
}

export function readMessage(bytes: Uint8Array): Message {
  switch (bytes[0]) {
    case 1:
      return { type: "scene", scene: json(bytes) as SceneInfo };
    case 2:
      return { type: "identity", identity: json(bytes) as Identity };
    case 3:
      return { type: "frame", head: readHead(new ByteReader(bytes)), bytes };
    case 4:
      return { type: "channel", sample: readChannel(bytes) };
    case 5:
      return { type: "status", status: json(bytes) as LiveStatus };
    case 6:
      return { type: "notice", notice: json(bytes) as Notice };
    case 7: {
      const agent = json(bytes) as AgentInfo & { number: number };
      return { type: "agent", number: agent.number, agent };
    }
    case 8:
      return { type: "level", level: readLevel(bytes) };
    case 9:
      return { type: "shelf", shelf: json(bytes) as Shelf };
    case 10: {
      const input = new ByteReader(bytes.subarray(1));
      return { type: "poses", time: input.float64(), poses: input.take(input.left) };
    }
    default:
      throw new Error(`message of unknown type ${bytes[0]}`);
  }
}
