import type { SceneInfo } from "../protocol/scene";
import type { AgentColouring } from "../scene/agents";
import { groupColour, groupNames, modeColours } from "../scene/palette";
import { button, element, isRoomy, setText } from "./dom";

export interface TitleActions {
  toggleCamera(): void;
  frameAll(): void;
  toggleTheme(): void;
  toggleColouring(): void;
  showHelp(): void;
}

/** The scene's name, what colours mean, and the switches of the whole view. */
export class TitleBar {
  readonly root: HTMLElement;
  private readonly camera: HTMLButtonElement;
  private readonly colouring: HTMLButtonElement;
  private readonly legend = element("ul", { id: "legend" });
  private readonly state = element("span", { id: "connection" });
  private readonly warning = element("p", { className: "warning", hidden: true });
  private legendKey = "";

  constructor(private readonly info: SceneInfo, actions: TitleActions) {
    this.camera = button("Top view", "Orbit or top-down camera (v)", actions.toggleCamera, "camera");
    this.colouring = button("Colour: group", "Colour agents by group or by status (x)", actions.toggleColouring, "colouring");
    this.root = element(
      "header", { id: "title", className: "panel" },
      element("div", { className: "row" }, element("h1", {}, info.name || "wend", this.state),
        button("◐", "Dark or light (n)", actions.toggleTheme, "theme"), button("?", "Keys and gestures (?)", actions.showHelp, "help-button")),
      info.description ? element("details", { id: "about", open: isRoomy() }, element("summary", {}, "About this scene"), element("p", {}, info.description)) : undefined,
      this.warning,
      element("nav", {}, this.camera, button("Fit", "Show the whole scene (f)", actions.frameAll, "fit"), this.colouring),
      this.legend,
    );
  }

  update(kind: string, colouring: AgentColouring): void {
    setText(this.camera, kind === "top" ? "Orbit view" : "Top view");
    setText(this.colouring, `Colour: ${colouring}`);
    const key = `${colouring} ${this.info.agents.length}`;
    if (this.legendKey === key) return;
    this.legendKey = key;
    const entries: [string, string][] = colouring === "group"
      ? groupNames(this.info.agents).map((name, i) => [name || "no group", groupColour(i)])
      : Object.entries(modeColours).filter(([mode]) => mode !== "absent");
    this.legend.replaceChildren(...entries.slice(0, 12).map(([name, colour]) => {
      const swatch = element("i");
      swatch.style.background = colour;
      return element("li", {}, swatch, name);
    }));
  }

  /** What is not as the address says. */
  warn(text: string): void {
    setText(this.warning, text);
    this.warning.hidden = text === "";
  }

  setConnection(text: string): void {
    setText(this.state, text);
  }
}
