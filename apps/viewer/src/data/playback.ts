import type { FrameStore } from "./frame_store";

const farBehind = 0.5; // seconds

/** Which moment is shown, and how it moves on. In live mode it follows the newest frame until somebody looks back. */
export class Playback {
  time = 0;
  playing = false;
  speed = 1;
  following: boolean;

  constructor(private readonly frames: FrameStore, readonly isLive: boolean) {
    this.following = isLive;
    this.playing = isLive;
  }

  get ordinal(): number {
    return this.frames.ordinalAt(this.time);
  }

  advance(seconds: number, liveSpeed: number): void {
    const { startTime, endTime } = this.frames;
    if (this.following) {
      this.time += seconds * liveSpeed;
      const isFar = Math.abs(endTime - this.time) > farBehind * Math.max(1, liveSpeed);
      if (isFar || liveSpeed === 0) this.time = endTime;
    } else if (this.playing) {
      this.time += seconds * this.speed;
      if (this.time >= endTime && !this.isLive) this.playing = false;
    }
    this.time = Math.min(endTime, Math.max(startTime, this.time));
  }

  seek(time: number): void {
    this.following = false;
    this.time = Math.min(this.frames.endTime, Math.max(this.frames.startTime, time));
  }

  /** To the frame `count` away, and stop there. */
  step(count: number): void {
    const target = Math.min(this.frames.end - 1, Math.max(this.frames.first, this.ordinal + count));
    this.playing = false;
    this.seek(this.frames.head(target).time);
  }

  /** Plays on; from the end it starts again. */
  toggle(): void {
    if (!this.playing && this.time >= this.frames.endTime && !this.isLive) this.time = this.frames.startTime;
    this.playing = !this.playing;
    this.following = false;
  }

  goLive(): void {
    this.following = true;
    this.playing = true;
    this.time = this.frames.endTime;
  }
}
