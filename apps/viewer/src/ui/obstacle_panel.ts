import type { Identity } from "../protocol/messages";
import { button, element, setText } from "./dom";

/** The selected obstacle of a live world. */
export class ObstaclePanel {
  readonly root: HTMLElement;
  private readonly title = element("h2", { id: "obstacle-name" });

  constructor(onDelete: () => void, onClose: () => void) {
    this.root = element(
      "section", { id: "obstacle", className: "panel", hidden: true },
      element("header", {}, this.title, button("×", "Deselect (escape)", onClose)),
      element("footer", {}, button("Delete", "Take the obstacle out of the world (delete)", onDelete, "delete-obstacle")),
    );
  }

  update(identity: Identity | undefined): void {
    this.root.hidden = identity === undefined;
    if (identity) setText(this.title, identity.name);
  }
}
