// How the selected agent plans: its tasks, what they took (MD, figure 6) and the events between them. Of somebody of the
// crowd it says what there is instead.

import type { Model } from "../data/model";
import { isPlanned } from "../data/planned";
import type { ChannelSample, FrameHead } from "../protocol/messages";
import { domainNames } from "../scene/palette";
import { button, element, setText } from "./dom";
import { TaskChart } from "./task_chart";

const shownEvents = 5;
const eventSeconds = 3;
const mostNames = 12;

const columns: [title: string, explanation: string][] = [
  ["task", "A domain, and which leg of the way where it plans from waypoint to waypoint"],
  ["priority", "The lowest runs first; none when there is nothing to do"],
  ["status", "What has become of it"],
  ["ε", "Inflation: a plan costs at most this many times the best one, where that is proven (≤)"],
];

/** The name of a domain as the library writes it, and as the page does. */
export const domainName = (name: string): string => domainNames.find((known) => known.replaceAll(/[- ]/g, "_") === name) ?? name;

function taskCells(task: ChannelSample["drawings"][number], words: string, hasLegs: boolean): string[] {
  const [leg, priority, inflation, bound] = task.values as unknown as [number, number, number, number];
  const [domain = "", status = ""] = words.split("\t");
  const epsilon = bound > 0 ? `≤ ${bound.toFixed(2)}` : inflation > 0 ? inflation.toFixed(2) : "–";
  return [`${domainName(domain)}${hasLegs ? ` ${leg + 1}` : ""}`, Number.isFinite(priority) ? priority.toFixed(1) : "–", status, epsilon];
}

export class TaskPanel {
  readonly root = element("details", { id: "tasks", className: "panel" }, element("summary", {}, "Planning"));
  private readonly hint = element("p", { id: "task-hint" });
  private readonly names = element("nav", { id: "in-focus" });
  private readonly rows = element("tbody");
  private readonly table = element("table", {},
    element("thead", {}, element("tr", {}, ...columns.map(([name, title]) => element("th", { title }, name)))), this.rows);
  private readonly chart: TaskChart;
  private readonly events = element("ol", { id: "planner-events" });
  private readonly legend = element("p", { className: "fine", id: "task-legend" }, "Priority: the lowest runs first. ε: a plan costs at most ε times the best one; ≤ where that is proven.");
  private readonly recorded = element("p", { className: "fine", id: "task-record" });
  private drawnKey = "";

  constructor(private readonly model: Model, onSeek: (time: number) => void, onSelect: (agent: number) => void) {
    this.chart = new TaskChart(model, onSeek);
    const inFocus = model.scene!.agents.flatMap((agent, i) => (agent.focus ? [[agent.name, i] as const] : []));
    this.names.append(...inFocus.slice(0, mostNames).map(([name, i]) => button(name, `Select ${name}, who is in focus`, () => onSelect(i))));
    if (inFocus.length > mostNames) this.names.append(`and ${inFocus.length - mostNames} more`);
    this.root.append(this.hint, this.names, this.table, this.legend, this.chart.root, this.events, this.recorded);
  }

  update(head: FrameHead, selected: number | undefined, colours: readonly string[]): void {
    if (!this.root.open) return;
    const { channels, isLive } = this.model;
    const isInFocus = isPlanned(this.model, selected, head.index);
    const tasks = isInFocus ? channels.at("tasks", selected!, head.index) : undefined;
    const times = isInFocus ? channels.of("task_times", selected!) : [];
    setText(this.hint, this.hintFor(selected, isInFocus, tasks !== undefined));
    this.hint.hidden = this.hint.textContent === "";
    this.names.hidden = isInFocus || this.names.childElementCount === 0;
    this.table.hidden = this.legend.hidden = this.events.hidden = !tasks;
    this.chart.root.hidden = times.length === 0;
    const recorded = isInFocus && !isLive ? (channels.ofWorld("recorded").at(-1)?.note ?? "") : "";
    setText(this.recorded, isInFocus && isLive ? "Times and events are noted while the agent is selected." : recorded);
    if (times.length > 0) this.chart.update(head, selected!, colours);
    if (tasks) this.list(tasks, colours);
    if (tasks) this.listEvents(head, selected!);
  }

  private hintFor(selected: number | undefined, isInFocus: boolean, hasTasks: boolean): string {
    const anybody = this.names.childElementCount > 0;
    const others = anybody ? "In focus here:" : "Nobody in this scene is in focus: it has no section “planner”.";
    if (selected === undefined) return anybody ? "Select somebody in focus to see how they plan:" : others;
    if (!isInFocus) return `One of the crowd: it has a route on the mesh and a published plan, and no planning tasks of its own, as its situation asks for none now. ${others}`;
    if (hasTasks) return "";
    return this.model.isLive ? "In focus; nothing is planned yet." : "In focus; nothing of its planning is in this recording at this time.";
  }

  private list(tasks: ChannelSample, colours: readonly string[]): void {
    const key = `${tasks.agent} ${tasks.frame} ${colours[0]}`;
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    const words = tasks.note.split("\n");
    const styles = tasks.drawings.map(({ style }) => style);
    this.rows.replaceChildren(...tasks.drawings.map((task, i) => {
      const hasLegs = styles.filter((style) => style === task.style).length > 1;
      const cells = taskCells(task, words[i] ?? "", hasLegs);
      const swatch = element("i");
      swatch.style.background = colours[task.style] ?? "";
      return element("tr", {}, ...cells.map((text, k) => element("td", {}, ...(k === 0 ? [swatch] : []), text)));
    }));
  }

  /** The last few of the last seconds, newest last. */
  private listEvents(head: FrameHead, selected: number): void {
    const step = this.model.scene!.time_step;
    const samples = this.model.channels.of("planner_events", selected);
    const lines: string[] = [];
    for (let i = samples.length - 1; i >= 0 && lines.length < shownEvents; i--) {
      const { frame, note } = samples[i]!;
      if (frame > head.index || note === "") continue;
      if ((head.index - frame) * step > eventSeconds) break;
      for (const line of note.split("\n").reverse()) {
        const [kind = "", domain = "", leg = ""] = line.split("\t");
        if (lines.length < shownEvents) lines.unshift(`${(frame * step).toFixed(2)} s\t${kind.replaceAll("_", " ").toLowerCase()}\t${domainName(domain)}${leg !== "0" ? ` ${Number(leg) + 1}` : ""}`);
      }
    }
    const text = lines.join("\n");
    if (this.events.dataset["text"] === text) return;
    this.events.dataset["text"] = text;
    this.events.replaceChildren(...lines.map((line) => {
      const [time = "", kind = "", domain = ""] = line.split("\t");
      return element("li", {}, element("time", {}, time), ` ${kind} `, element("small", {}, domain));
    }));
  }
}
