import type { Overlay } from "../overlays/overlay";
import { heatGradient } from "../scene/heat";
import { qualities, type QualityChoice } from "../scene/quality";
import { choice, element, setText } from "./dom";

interface Row {
  overlay: Overlay;
  box: HTMLInputElement;
  note: HTMLElement;
  root: HTMLElement;
}

function scaleBar(from: string, to: string): HTMLElement {
  const bar = element("i");
  bar.style.background = heatGradient;
  return element("span", { className: "scale" }, from, bar, to);
}

/** The list of overlays, each with a switch, its key and its one line. */
export class OverlayPanel {
  readonly root: HTMLElement;
  private readonly rows: Row[];

  constructor(overlays: readonly Overlay[], isOn: (name: string) => boolean, onChange: (name: string, on: boolean) => void, onQuality: (choice: QualityChoice) => void) {
    this.rows = overlays.map((overlay) => {
      const box = element("input", { type: "checkbox", id: `overlay-${overlay.name}`, checked: isOn(overlay.name) });
      box.onchange = () => onChange(overlay.name, box.checked);
      const note = element("span", { className: "note" });
      const root = element(
        "label", { className: "overlay", htmlFor: box.id },
        box,
        element("span", { className: "label" }, overlay.label, " ", element("kbd", {}, overlay.key), note),
        element("small", {}, overlay.explanation, overlay.scale && scaleBar(...overlay.scale)),
      );
      return { overlay, box, note, root };
    });
    const rowsOf = (isOfPlanner: boolean) => this.rows.filter(({ overlay }) => (overlay.isOfPlanner ?? false) === isOfPlanner).map((row) => row.root);
    this.root = element("details", { id: "overlays", className: "panel" }, element("summary", {}, "Overlays"), ...rowsOf(false),
      element("details", { id: "planner-overlays" }, element("summary", {}, "What the planner does and sees"), ...rowsOf(true)),
      choice("quality", "How much is drawn", (["auto", ...qualities] as const).map((name) => [name, `Quality: ${name}`] as const), (value) => onQuality(value as QualityChoice)));
  }

  toggle(name: string): void {
    this.rows.find((row) => row.overlay.name === name)?.box.click();
  }

  /** These are on, all others off. */
  choose(names: readonly string[]): void {
    for (const { overlay, box } of this.rows) if (box.checked !== names.includes(overlay.name)) box.click();
  }

  /** `notes` by overlay; `missing` says why there can be nothing to see, if so. */
  update(notes: ReadonlyMap<string, string>, missing: (overlay: Overlay) => string | undefined): void {
    for (const { overlay, note, root, box } of this.rows) {
      const reason = missing(overlay);
      root.classList.toggle("missing", reason !== undefined);
      setText(note, reason ?? (box.checked ? (notes.get(overlay.name) ?? "") : ""));
    }
  }
}
