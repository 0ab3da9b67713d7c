import type { Overlay } from "../overlays/overlay";
import { button, element } from "./dom";

const keys: [string, string][] = [
  ["space", "play or pause"],
  ["← →", "one frame back or on; with shift ten"],
  ["home end", "first or last frame"],
  [", .", "slower or faster"],
  ["v", "turn the camera freely, or look from above"],
  ["z", "follow the selected agent"],
  ["q", "look through the selected agent's eyes"],
  ["f", "show the whole scene"],
  ["[ ]", "previous or next agent"],
  ["escape", "deselect"],
  ["x", "next meaning of the colours"],
  ["n", "dark or light"],
  ["h", "hide or show the panels"],
  ["? escape", "close this help"],
];
const liveKeys: [string, string][] = [
  ["l", "follow the newest frame"],
  ["o", "drop an obstacle where you click next"],
  ["m", "move the selected agent's goal to where you click next"],
  ["a", "add an agent: click where it enters, then its goal"],
  ["k", "pause the selected agent, or let it go on"],
  ["delete", "remove the selected obstacle or agent"],
];
const gestures: [string, string][] = [
  ["drag, one finger", "turn the camera; in the top view, shift it"],
  ["right drag, two fingers", "shift the camera; pinch or wheel to zoom"],
  ["click, tap", "select"],
];

export class Help {
  readonly root: HTMLDialogElement;

  constructor(overlays: readonly Overlay[], isLive: boolean) {
    const rows = [...keys, ...(isLive ? liveKeys : [])];
    const overlayRows = overlays.map((overlay): [string, string] => [overlay.key, overlay.label.toLowerCase()]);
    const gestureRows = [...gestures, ...(isLive ? [["drag an obstacle", "move it"] as [string, string]] : [])];
    const list = (title: string, entries: [string, string][]) =>
      element("section", {}, element("h2", {}, title),
        element("dl", {}, ...entries.flatMap(([key, meaning]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, meaning)])));
    this.root = element(
      "dialog", { id: "help" },
      element("div", { className: "columns" }, list("Keys", rows), list("Overlays", overlayRows), list("Mouse and touch", gestureRows)),
      element("p", {}, "The address of this page follows what you see: copy it to share the view."),
      button("Close", "Close", () => this.root.close(), "help-close"),
    );
    this.root.setAttribute("aria-label", "Keys and gestures");
    // The dialog's own box is inside its padding: a press on the dialog itself is one beside its content.
    this.root.onclick = (event) => { if (event.target === this.root && this.isBeside(event)) this.root.close(); };
  }

  toggle(): void {
    if (this.root.open) this.root.close();
    else this.root.showModal();
  }

  private isBeside({ clientX, clientY }: MouseEvent): boolean {
    const { left, right, top, bottom } = this.root.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  }
}
