import { isFootEvent } from "../data/feet";
import type { FrameStore } from "../data/frame_store";
import { element, setText } from "./dom";

const mostShown = 200;
const everyMs = 300;

/** All events of the run, filtered by words; a click goes to the time of one. */
export class EventList {
  readonly root: HTMLDetailsElement;
  private readonly filter = element("input", { type: "search", id: "event-filter", placeholder: "filter: a kind or a name" });
  private readonly kinds = element("select", { id: "event-kind" });
  private readonly list = element("ol", { id: "event-list" });
  private readonly count = element("small", { id: "event-count" });
  private known = new Set<string>();
  private drawnKey = "";
  private lastUpdate = 0;

  constructor(private readonly frames: FrameStore, private readonly onSeek: (time: number) => void) {
    this.filter.setAttribute("aria-label", "Filter events");
    this.kinds.setAttribute("aria-label", "Kind of events");
    this.kinds.append(element("option", { value: "", textContent: "all kinds" }));
    this.filter.oninput = this.kinds.onchange = () => { this.lastUpdate = 0; this.update(); };
    this.root = element("details", { id: "event-panel", className: "panel" }, element("summary", {}, "Events ", this.count),
      element("div", { className: "row" }, this.kinds, this.filter), this.list);
    this.root.ontoggle = () => { this.lastUpdate = 0; this.update(); };
  }

  update(): void {
    const now = performance.now();
    if (!this.root.open || now - this.lastUpdate < everyMs) return;
    this.lastUpdate = now;
    const words = this.filter.value.trim().toLowerCase();
    const key = `${this.frames.end} ${this.frames.first} ${words} ${this.kinds.value}`;
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    const rows: HTMLElement[] = [];
    let found = 0;
    for (const head of this.frames.allHeads.toReversed()) {
      for (const event of head.events) {
        if (isFootEvent(event)) continue;
        this.offer(event.kind);
        const text = `${event.kind.replaceAll("_", " ")} ${event.subject} ${event.detail}`;
        if ((this.kinds.value && event.kind !== this.kinds.value) || !text.toLowerCase().includes(words)) continue;
        found++;
        if (rows.length >= mostShown) continue;
        const link = element("button", { type: "button", onclick: () => this.onSeek(head.time) },
          element("time", {}, `${head.time.toFixed(2)} s`), ` ${event.kind.replaceAll("_", " ")} ${event.subject}`);
        link.title = text;
        rows.push(element("li", {}, link));
      }
    }
    setText(this.count, found > mostShown ? `${found}, the last ${mostShown} shown` : String(found));
    this.list.replaceChildren(...rows);
  }

  private offer(kind: string): void {
    if (this.known.has(kind)) return;
    this.known.add(kind);
    this.kinds.append(element("option", { value: kind, textContent: kind.replaceAll("_", " ") }));
  }
}
