import { isFootEvent } from "../data/feet";
import type { FrameStore } from "../data/frame_store";
import type { FrameHead, WorldEvent } from "../protocol/messages";
import { element } from "./dom";

const shown = 5;
const seconds = 8;
const longestLook = 2000; // frames

/** All of one kind in the last seconds, told as the newest of them and how many more. */
interface Line {
  head: FrameHead;
  event: WorldEvent;
  count: number;
}

/** The last few events in words, newest last. */
export class EventLog {
  readonly root = element("ol", { id: "events", ariaLive: "polite" });
  private drawnKey = "";

  constructor(private readonly frames: FrameStore) {}

  update(ordinal: number, isOn: boolean): void {
    this.root.hidden = !isOn;
    const recent = isOn ? this.recent(ordinal) : [];
    const key = recent.map(({ head, event, count }) => `${head.index} ${event.kind} ${event.subject} ${count}`).join("\n");
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    this.root.replaceChildren(
      ...recent.map(({ head, event, count }) =>
        element("li", {}, element("time", {}, `${head.time.toFixed(2)} s`), " ",
          element("b", {}, event.kind.replaceAll("_", " ")), ` ${event.subject}`,
          count > 1 ? ` and ${count - 1} more` : "",
          count === 1 && event.detail ? element("small", {}, ` ${event.detail}`) : undefined)),
    );
  }

  private recent(ordinal: number): Line[] {
    const lines: Line[] = [];
    const now = this.frames.head(ordinal).time;
    const from = Math.max(this.frames.first, ordinal - longestLook);
    for (let at = ordinal; at >= from; at--) {
      const head = this.frames.head(at);
      if (now - head.time > seconds) break;
      for (const event of head.events.toReversed()) {
        if (isFootEvent(event)) continue;
        const known = lines.find((line) => line.event.kind === event.kind);
        if (known) known.count++;
        else if (lines.length < shown) lines.push({ head, event, count: 1 });
      }
    }
    return lines.reverse();
  }
}
