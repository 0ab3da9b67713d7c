import type { Command } from "../data/live";
import type { LiveStatus, Notice } from "../protocol/messages";
import { button, element, setText } from "./dom";

export type Tool = "select" | "drop" | "goal";

const speeds = [0.25, 0.5, 1, 2, 4, 8];
const noticeMs = 5000;

/** The running simulation's own controls, and the tools that change its world. */
export class LiveBar {
  readonly root: HTMLElement;
  tool: Tool = "select";
  private readonly pause = button("Pause", "Pause or resume the simulation for everybody", () =>
    this.send({ do: this.status.paused ? "resume" : "pause" }), "sim-pause");
  private readonly tools: Record<Tool, HTMLButtonElement>;
  private readonly notice = element("output", { id: "notice" });
  private readonly radius = element("input", { type: "number", min: "0.1", max: "20", step: "0.1", value: "0.8", id: "drop-radius", title: "Radius of a new obstacle, metres" });
  private readonly speed = element("select", { id: "sim-speed", title: "Speed of the simulation" });
  private status: LiveStatus = { paused: false, speed: 1, finished: false };
  private noticeEnds = 0;

  constructor(private readonly send: (command: Command) => void) {
    for (const value of speeds) this.speed.append(element("option", { value: String(value), textContent: `×${value}` }));
    this.speed.onchange = () => send({ do: "speed", value: Number(this.speed.value) });
    this.tools = {
      select: button("Select", "Click selects; drag an obstacle to move it", () => this.use("select"), "tool-select"),
      drop: button("Drop obstacle", "The next click puts an obstacle there (o)", () => this.use("drop"), "tool-drop"),
      goal: button("Move goal", "The next click becomes the selected agent's goal (m)", () => this.use("goal"), "tool-goal"),
    };
    this.root = element(
      "section", { id: "live", className: "panel" },
      element("b", {}, "Simulation"), this.pause,
      button("Step", "One step of the simulation", () => send({ do: "step" }), "sim-step"), this.speed,
      element("b", {}, "Tools"), this.tools.select, this.tools.drop, this.radius, this.tools.goal,
      this.notice,
    );
    this.use("select");
  }

  get dropRadius(): number {
    return Math.min(20, Math.max(0.1, Number(this.radius.value) || 0.8));
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

  update(status: LiveStatus): void {
    this.status = status;
    setText(this.pause, status.paused ? "Resume" : "Pause");
    if (document.activeElement !== this.speed) this.speed.value = String(status.speed);
    if (performance.now() > this.noticeEnds) setText(this.notice, status.finished ? "the scene's time is over" : "");
  }
}
