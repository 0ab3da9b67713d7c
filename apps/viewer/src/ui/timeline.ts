import type { FrameHead } from "../protocol/messages";
import type { Playback } from "../data/playback";
import type { FrameStore } from "../data/frame_store";
import { button, element, seconds, setText } from "./dom";

const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8];

/** Play, pause, step, speed and a track to scrub, with a tick where something happened. */
export class Timeline {
  readonly root: HTMLElement;
  private readonly play = button("▶", "Play or pause (space)", () => this.playback.toggle(), "play");
  private readonly track = element("input", { type: "range", id: "scrub", min: "0", max: "1000", step: "any", value: "0" });
  private readonly marks = element("canvas", { className: "marks" });
  private readonly clock = element("output", { id: "clock" });
  private readonly speed = element("select", { id: "speed", title: "Speed of the replay (, and .)" });
  private readonly live: HTMLButtonElement | undefined;
  private markedEnd = -1;
  private markedWidth = 0;

  constructor(private readonly playback: Playback, private readonly frames: FrameStore, transport?: HTMLElement) {
    for (const value of speeds) this.speed.append(element("option", { value: String(value), textContent: `×${value}` }));
    this.speed.value = "1";
    this.speed.setAttribute("aria-label", "Speed of the replay");
    this.track.setAttribute("aria-label", "Time");
    this.speed.onchange = () => (this.playback.speed = Number(this.speed.value));
    this.track.oninput = () => {
      const { startTime, endTime } = this.frames;
      this.playback.seek(startTime + (Number(this.track.value) / 1000) * (endTime - startTime));
    };
    if (playback.isLive) this.live = button("● Live", "Follow the newest frame (l)", () => this.playback.goLive(), "go-live");
    this.root = element(
      "section", { id: "timeline", className: transport ? "panel live" : "panel" },
      transport,
      button("|◂", "To the start (home)", () => this.playback.seek(this.frames.startTime), "to-start"),
      button("◂", "One frame back (left arrow)", () => this.playback.step(-1), "step-back"),
      this.play,
      button("▸", "One frame on (right arrow)", () => this.playback.step(1), "step"),
      this.speed,
      element("div", { className: "track" }, this.marks, this.track),
      this.clock,
      this.live,
    );
  }

  /** One speed up or down. */
  changeSpeed(direction: 1 | -1): void {
    const index = speeds.indexOf(this.playback.speed) + direction;
    this.playback.speed = speeds[Math.min(speeds.length - 1, Math.max(0, index))]!;
    this.speed.value = String(this.playback.speed);
  }

  update(): void {
    const { startTime, endTime } = this.frames;
    const share = endTime > startTime ? (this.playback.time - startTime) / (endTime - startTime) : 0;
    this.track.value = String(share * 1000);
    const isMoving = this.playback.playing;
    setText(this.play, isMoving ? "❚❚" : "▶");
    setText(this.clock, `${seconds(this.playback.time)} / ${seconds(endTime)}`);
    this.live?.classList.toggle("on", this.playback.following);
    this.drawMarks();
  }

  private drawMarks(): void {
    const width = this.marks.clientWidth;
    if (this.markedEnd === this.frames.end && this.markedWidth === width) return;
    this.markedEnd = this.frames.end;
    this.markedWidth = width;
    this.marks.width = width;
    this.marks.height = this.marks.clientHeight;
    const context = this.marks.getContext("2d")!;
    context.fillStyle = "#e69f00";
    const { startTime, endTime } = this.frames;
    const at = (head: FrameHead) => ((head.time - startTime) / Math.max(1e-6, endTime - startTime)) * (width - 16) + 8;
    for (const head of this.frames.allHeads) {
      if (head.events.length > 0) context.fillRect(at(head) - 0.75, 0, 1.5, this.marks.height);
    }
  }
}
