import type { Command } from "../data/live";
import type { LiveStatus, Notice } from "../protocol/messages";
import { button, element, isWide, setText } from "./dom";

export type Tool = "select" | "drop" | "goal" | "agent" | "constraint";

/** What ground means: its weight, none where it must not be entered, and whether that falls off around it. */
export interface Meaning { hard: boolean; weight?: number; near?: boolean }
const meanings: [string, Meaning][] = [
  ["forbidden", { hard: true }], ["repels", { hard: false, weight: -20 }], ["attracts", { hard: false, weight: 20 }],
  ["repels near it", { hard: false, weight: -10, near: true }], ["attracts near it", { hard: false, weight: 10, near: true }],
];

/** Which ground: a box, or where things and walls are, in the words of a scene file. */
export const regions = ["box", "front", "back", "left", "right", "around", "between", "sight", "walls"] as const;
export type Region = (typeof regions)[number];

const speeds = [0.25, 0.5, 1, 2, 4, 8];
const budgets = ["none", "1ms", "2ms", "5ms", "10ms", "20ms", "500x", "2000x"];
const noticeMs = 5000;

/** A field of metres. */
function radiusField(id: string, title: string, value: number, least: number, most: number): HTMLInputElement {
  const field = element("input", { type: "number", min: String(least), max: String(most), step: "0.05", value: String(value), id, title });
  field.setAttribute("aria-label", title);
  return field;
}

/** The running simulation's own controls, and the tools that change its world. */
export class LiveBar {
  readonly root: HTMLElement;
  /** The run's own controls, for the bar below. */
  readonly transport: HTMLElement;
  tool: Tool = "select";
  private readonly pause = button("Pause", "Pause or resume the simulation for everybody", () =>
    this.send({ do: this.status.paused ? "resume" : "pause" }), "sim-pause");
  private readonly tools: Record<Tool, HTMLButtonElement>;
  private readonly notice = element("output", { id: "notice" });
  private readonly radius = radiusField("drop-radius", "Radius of a new obstacle, metres", 0.8, 0.1, 20);
  private readonly bodyRadius = radiusField("agent-radius", "Radius of a new agent, metres", 0.25, 0.1, 3);
  private readonly regionName = element("select", { id: "constraint-region", title: "Which ground: a box of two clicks, along walls, or of a thing or agent that is clicked" });
  private readonly reach = radiusField("constraint-reach", "How far the ground reaches from a thing or wall, metres", 3, 0.1, 100);
  private readonly meaning = element("select", { id: "constraint-meaning", title: "What the ground means to everybody else" });
  private readonly budget = element("select", { id: "budget", title: "What a frame may plan for: time, or expansions (x)" });
  private readonly speed = element("select", { id: "sim-speed", title: "Speed of the simulation" });
  private status: LiveStatus = { paused: false, speed: 1, finished: false };
  private noticeEnds = 0;

  constructor(private readonly send: (command: Command) => void, private readonly lift: () => void) {
    for (const value of speeds) this.speed.append(element("option", { value: String(value), textContent: `×${value}` }));
    this.speed.onchange = () => send({ do: "speed", value: Number(this.speed.value) });
    this.budget.setAttribute("aria-label", "Budget of a frame");
    this.budget.onchange = () => send({ do: "budget", value: this.budget.value });
    for (const [name] of meanings) this.meaning.append(element("option", { value: name, textContent: name }));
    this.meaning.setAttribute("aria-label", "Meaning of drawn ground");
    for (const name of regions) this.regionName.append(element("option", { value: name, textContent: name }));
    this.regionName.setAttribute("aria-label", "Kind of ground");
    this.regionName.onchange = () => this.use("constraint");
    this.tools = {
      select: button("Select", "Click selects; drag an obstacle to move it", () => this.use("select"), "tool-select"),
      drop: button("Drop obstacle", "The next click puts an obstacle there (o)", () => this.use("drop"), "tool-drop"),
      goal: button("Move goal", "The next click becomes the selected agent's goal (m)", () => this.use("goal"), "tool-goal"),
      agent: button("Add agent", "Two clicks: where it enters, and where it wants to go (a)", () => this.use("agent"), "tool-agent"),
      constraint: button("Draw ground", "Click the ground that a constraint is about: two opposite corners of a box, or the thing it is attached to", () => this.use("constraint"), "tool-constraint"),
    };
    this.root = element(
      "details", { id: "live", className: "panel", open: isWide() }, element("summary", {}, "Change the world"),
      element("label", { className: "field" }, "Frame budget", this.budget),
      this.tools.select, this.tools.goal,
      element("span", { className: "pair" }, this.tools.drop, this.radius, "m"),
      element("span", { className: "pair" }, this.tools.agent, this.bodyRadius, "m"),
      element("span", { className: "pair" }, this.tools.constraint, this.regionName, this.reach, "m"),
      element("span", { className: "pair" }, this.meaning,
        button("Lift", "The ground drawn last means nothing any more", () => this.lift(), "lift-constraint")),
      this.notice,
    );
    this.speed.setAttribute("aria-label", "Speed of the simulation");
    this.transport = element("span", { className: "transport" },
      button("⟲", "Start the scene again", () => send({ do: "open" }), "restart"), this.pause,
      button("Step", "One step of the simulation", () => send({ do: "step" }), "sim-step"), this.speed);
    this.use("select");
  }

  get dropRadius(): number {
    return Math.min(20, Math.max(0.1, Number(this.radius.value) || 0.8));
  }

  get agentRadius(): number {
    return Math.min(3, Math.max(0.1, Number(this.bodyRadius.value) || 0.25));
  }

  get constraintMeaning(): Meaning {
    return meanings.find(([name]) => name === this.meaning.value)![1];
  }

  get constraintRegion(): Region {
    return this.regionName.value as Region;
  }

  get constraintReach(): number {
    return Math.min(100, Math.max(0.1, Number(this.reach.value) || 3));
  }

  use(tool: Tool): void {
    this.tool = tool;
    for (const [name, node] of Object.entries(this.tools)) node.classList.toggle("on", name === tool);
  }

  show(notice: Notice): void {
    setText(this.notice, notice.text);
    this.notice.classList.toggle("bad", !notice.ok);
    this.noticeEnds = performance.now() + noticeMs;
  }

  update(status: LiveStatus, budget: string): void {
    this.status = status;
    this.showBudget(budget);
    setText(this.pause, status.paused ? "Resume" : "Pause");
    if (document.activeElement !== this.speed) this.speed.value = String(status.speed);
    if (performance.now() > this.noticeEnds) setText(this.notice, status.waiting ? "starts with the first page" : status.finished ? "the scene's time is over: ⟲ starts it again" : "");
  }

  private showBudget(budget: string): void {
    if (document.activeElement === this.budget) return;
    const names = budgets.includes(budget) ? budgets : [budget, ...budgets];
    if (this.budget.options.length !== names.length || this.budget.options[0]!.value !== names[0]) {
      this.budget.replaceChildren(...names.map((name) => element("option", { value: name, textContent: name })));
    }
    this.budget.value = budget;
  }
}
