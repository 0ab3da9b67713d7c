import { type AgentColouring, colouringNames, colourings, fullDensity, fullSpeed, type LegendEntry } from "../people/colours";
import type { SceneInfo } from "../protocol/scene";
import { heatGradient } from "../scene/heat";
import { domainNames, groupColour, groupNames, modeColours } from "../scene/palette";
import type { CameraKind } from "../scene/stage";
import { button, choice, element, setText } from "./dom";

export interface TitleActions {
  toggleCamera(): void;
  frameAll(): void;
  toggleFollow(): void;
  toggleEyes(): void;
  toggleTheme(): void;
  colourBy(colouring: AgentColouring): void;
  showStorey(height: number | undefined | "auto"): void;
  showHelp(): void;
}

const mostEntries = 12;

/** What the scene is about, behind a mark beside its name. */
function about(text: string): HTMLElement {
  const mark = element("summary", { title: "About this scene" }, "i");
  mark.setAttribute("aria-label", "About this scene");
  return element("details", { id: "about" }, mark, element("p", {}, text));
}

/** The scene's name, what colours mean, and the switches of the whole view. */
export class TitleBar {
  readonly root: HTMLElement;
  private readonly camera: HTMLButtonElement;
  private readonly follow: HTMLButtonElement;
  private readonly eyes: HTMLButtonElement;
  private readonly colouring: HTMLSelectElement;
  private readonly legend = element("ul", { id: "legend" });
  private readonly state = element("span", { id: "connection" });
  private readonly warning = element("p", { className: "warning", hidden: true });
  private readonly actions = element("nav", { id: "title-actions" });
  private legendKey = "";

  constructor(private readonly info: SceneInfo, actions: TitleActions) {
    this.camera = button("Top view", "Turn freely, or look from above (v)", actions.toggleCamera, "camera");
    this.follow = button("Follow", "The camera goes with the selected agent (z)", actions.toggleFollow, "follow");
    this.eyes = button("Eyes", "Look through the selected agent's eyes (q)", actions.toggleEyes, "eyes");
    this.colouring = choice("colouring", "What the colours of people mean (x)", colourings.map((name) => [name, `Colour: ${colouringNames[name]}`] as const), (value) => actions.colourBy(value as AgentColouring));
    const heights = [...new Set(info.layers.map((layer) => layer.height))].sort((a, b) => a - b);
    const storeys = heights.length > 1
      ? choice("storey", "Up to which storey the place is shown", [["auto", "Storeys: auto"], ["all", "Storeys: all"],
        ...heights.map((height): [string, string] => [String(height), `Storeys: up to ${info.layers.find((layer) => layer.height === height)?.name || `${height} m`}`])],
        (value) => actions.showStorey(value === "auto" ? "auto" : value === "all" ? undefined : Number(value)))
      : undefined;
    this.root = element(
      "header", { id: "title", className: "panel" },
      element("h1", {}, info.name || "wend", this.state), info.description ? about(info.description) : undefined,
      element("nav", {}, this.camera, button("Fit", "Show the whole scene (f)", actions.frameAll, "fit"), this.follow, this.eyes),
      element("nav", { id: "choices" }, this.colouring, storeys),
      this.actions,
      element("div", { className: "row" }, button("◐", "Dark or light (n)", actions.toggleTheme, "theme"), button("?", "Keys and gestures (?)", actions.showHelp, "help-button")),
      this.warning, this.legend,
    );
  }

  update(kind: CameraKind, colouring: AgentColouring, isFollowing: boolean, hasSelection: boolean): void {
    setText(this.camera, kind === "top" ? "3D view" : "Top view");
    this.follow.disabled = this.eyes.disabled = !hasSelection;
    for (const [node, on] of [[this.follow, isFollowing], [this.eyes, kind === "eyes"]] as const) {
      node.classList.toggle("on", on);
      node.ariaPressed = String(on);
    }
    if (this.colouring.value !== colouring) this.colouring.value = colouring;
    const key = `${colouring} ${this.info.agents.length} ${document.documentElement.dataset["theme"]}`;
    if (this.legendKey === key) return;
    this.legendKey = key;
    this.legend.replaceChildren(...this.entries(colouring));
  }

  private entries(colouring: AgentColouring): HTMLElement[] {
    if (colouring === "speed") return [scale("0", `${fullSpeed} m/s and more`)];
    if (colouring === "density") return [scale("0", `${fullDensity} persons/m² and more`)];
    const named: LegendEntry[] = colouring === "group"
      ? groupNames(this.info.agents).map((name, i) => [name || "no group", groupColour(i)])
      : colouring === "domain"
        ? [...domainNames.map((name, i): LegendEntry => [name, `var(--domain-${i})`]), ["not known", "#8b939c"]]
        : Object.entries(modeColours).filter(([mode]) => mode !== "absent");
    const shown = named.slice(0, mostEntries).map(([name, colour]) => {
      const swatch = element("i");
      swatch.style.background = colour;
      return element("li", {}, swatch, name);
    });
    if (named.length > mostEntries) shown.push(element("li", {}, `and ${named.length - mostEntries} more`));
    return shown;
  }

  addActions(...nodes: HTMLElement[]): void {
    this.actions.append(...nodes);
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

function scale(from: string, to: string): HTMLElement {
  const bar = element("i");
  bar.style.background = heatGradient;
  return element("li", { className: "scale" }, from, bar, to);
}
