import { isFootEvent } from "../data/feet";
import type { FrameStore } from "../data/frame_store";
import type { FrameHead, WorldEvent } from "../protocol/messages";
import { element } from "./dom";

const shown = 6;
const seconds = 8;
const longestLook = 2000; // frames

/** The last few events in words, newest last. */
export class EventLog {
  readonly root = element("ol", { id: "events", ariaLive: "polite" });
  private drawnKey = "";

  constructor(private readonly frames: FrameStore) {}

  update(ordinal: number, isOn: boolean): void {
    this.root.hidden = !isOn;
    const recent = isOn ? this.recent(ordinal) : [];
    const key = recent.map(([head, event]) => `${head.index} ${event.kind} ${event.subject}`).join("\n");
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    this.root.replaceChildren(
      ...recent.map(([head, event]) =>
        element("li", {}, element("time", {}, `${head.time.toFixed(2)} s`), " ",
          element("b", {}, event.kind.replaceAll("_", " ")), ` ${event.subject}`,
          event.detail ? element("small", {}, ` ${event.detail}`) : undefined)),
    );
  }

  private recent(ordinal: number): [FrameHead, WorldEvent][] {
    const out: [FrameHead, WorldEvent][] = [];
    const now = this.frames.head(ordinal).time;
    const from = Math.max(this.frames.first, ordinal - longestLook);
    for (let at = ordinal; at >= from && out.length < shown; at--) {
      const head = this.frames.head(at);
      if (now - head.time > seconds) break;
      for (const event of head.events.toReversed()) if (out.length < shown && !isFootEvent(event)) out.unshift([head, event]);
    }
    return out;
  }
}
