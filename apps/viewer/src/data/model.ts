// Everything the page knows, wherever it came from. Views read it; only messages change it.

import type { Identity, LevelTriangles, LiveStatus, Message, Notice } from "../protocol/messages";
import type { Shelf } from "../protocol/shelf";
import type { SceneInfo } from "../protocol/scene";
import { ChannelStore } from "./channel_store";
import { FrameStore } from "./frame_store";
import type { GaugeReadings } from "./gauges";
import { PoseStore } from "../people/pose_store";

const liveBytes = 192 << 20;
const livePoseSeconds = 120;

export class Model {
  scene: SceneInfo | undefined;
  readonly frames: FrameStore;
  readonly channels = new ChannelStore();
  readonly poses = new PoseStore();
  readonly identities = new Map<number, Identity>();
  level: LevelTriangles | undefined;
  shelf: Shelf | undefined;
  /** What is not a frame and would be in a recording, as it came. */
  private readonly beside: Uint8Array[] = [];
  /** What the scene measures; made by whoever asks first. */
  gauges: GaugeReadings | undefined;
  status: LiveStatus = { paused: false, speed: 1, finished: false };
  onNotice: (notice: Notice) => void = () => {};

  constructor(readonly isLive: boolean) {
    this.frames = new FrameStore(isLive ? liveBytes : Infinity);
  }

  get isReady(): boolean {
    return this.scene !== undefined && !this.frames.isEmpty;
  }

  /** What a frame may plan for: milliseconds if time is limited, and words. */
  budgetAt(frame: number): { ms: number | undefined; text: string } {
    const told = this.channels.at("budget", undefined, frame) ?? this.channels.ofWorld("budget")[0];
    const ms = told ? told.drawings[0]?.values[0] : this.scene?.budget_ms;
    return { ms: ms || undefined, text: told?.note ?? (ms ? `${ms}ms` : "none") };
  }

  /** All that a recording of the run so far consists of. */
  *rawMessages(): Generator<Uint8Array> {
    yield* this.beside;
    yield* this.frames.rawMessages();
  }

  take(message: Message, bytes?: Uint8Array): void {
    if (bytes && this.isLive && ["scene", "agent", "identity", "level"].includes(message.type)) this.beside.push(bytes);
    switch (message.type) {
      case "scene":
        this.scene = message.scene;
        break;
      case "agent":
        if (this.scene) this.scene.agents[message.number] = message.agent;
        break;
      case "identity":
        this.identities.set(message.identity.obstacle, message.identity);
        break;
      case "frame":
        this.frames.add(message.head, message.bytes);
        if (this.isLive && message.head.whole) this.channels.forgetBefore(this.frames.head(this.frames.first).index);
        if (this.isLive && message.head.whole) this.poses.forgetBefore(message.head.time - livePoseSeconds);
        break;
      case "channel":
        this.channels.add(message.sample);
        break;
      case "status":
        this.status = message.status;
        break;
      case "level":
        this.level = message.level;
        break;
      case "shelf":
        this.shelf = message.shelf;
        break;
      case "poses":
        this.poses.add(message.time, message.poses);
        break;
      case "notice":
        this.onNotice(message.notice);
        break;
    }
  }
}
