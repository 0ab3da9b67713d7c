// What the tasks of an agent took in each frame, by domain, against what a frame allows (MD, figure 6). Time where the
// budget is one of time, expansions where it is one of expansions.

import type { Model } from "../data/model";
import type { ChannelSample, FrameHead } from "../protocol/messages";
import { domainNames } from "../scene/palette";
import { element, setText } from "./dom";

const height = 72;

export type Unit = "ms" | "expansions";

/** Milliseconds or expansions of each domain in the frame of a sample of "task_times". */
export function timesOf(sample: ChannelSample | undefined, unit: Unit): [number, number, number, number] {
  const times: [number, number, number, number] = [0, 0, 0, 0];
  for (const { style, values } of sample?.drawings ?? []) if (style < 4) times[style]! += values[unit === "ms" ? 0 : 1] ?? 0;
  return times;
}

const sum = (times: readonly number[]) => times.reduce((a, b) => a + b, 0);

export class TaskChart {
  readonly root: HTMLElement;
  private readonly canvas = element("canvas", { className: "chart tall", height });
  private readonly label = element("span");
  private readonly value = element("span", { className: "value", id: "task-time" });
  private readonly legend = element("ul", { className: "legend" });
  private drawnKey = "";

  constructor(private readonly model: Model, onSeek: (time: number) => void) {
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "Time of each frame's planning tasks against the limit, over the run");
    this.canvas.onclick = (event) => {
      const { startTime, endTime } = model.frames;
      onSeek(startTime + (event.offsetX / this.canvas.clientWidth) * (endTime - startTime));
    };
    this.root = element("figure", { id: "task-chart" }, element("figcaption", {}, this.label, this.value), this.canvas, this.legend);
  }

  update(head: FrameHead, agent: number, colours: readonly string[]): void {
    const samples = this.model.channels.of("task_times", agent);
    const { unit, limit, text } = this.limitAt(head.index);
    const now = this.model.channels.at("task_times", agent, head.index);
    const times = timesOf(now?.frame === head.index ? now : undefined, unit);
    setText(this.label, unit === "ms" ? "task times, ms a frame" : "tasks, expansions a frame");
    const shown = unit === "ms" ? sum(times).toFixed(2) : String(sum(times));
    setText(this.value, limit === undefined ? shown : `${shown} of ${text}`);
    const key = `${agent} ${samples.length} ${samples.at(-1)?.frame} ${this.model.frames.end} ${head.index} ${this.canvas.clientWidth} ${colours[0]}`;
    if (key === this.drawnKey) return;
    this.drawnKey = key;
    this.legend.replaceChildren(
      ...domainNames.map((name, i) => entry(colours[i]!, name)),
      ...(limit === undefined ? [] : [entry("var(--bad)", `limit: all in focus together`, "rule")]),
    );
    this.draw(samples, unit, limit, head, colours);
  }

  /** What all agents in focus may use of a frame, together. */
  private limitAt(frame: number): { unit: Unit; limit: number | undefined; text: string } {
    const { ms, text } = this.model.budgetAt(frame);
    const share = this.model.scene!.planner_share ?? 1;
    const expansions = /(\d+)x/.exec(text)?.[1];
    if (ms === undefined && expansions) {
      const limit = Math.floor(Number(expansions) * share);
      return { unit: "expansions", limit, text: String(limit) };
    }
    return { unit: "ms", limit: ms && ms * share, text: `${((ms ?? 0) * share).toFixed(1)} ms` };
  }

  private draw(samples: readonly ChannelSample[], unit: Unit, limit: number | undefined, now: FrameHead, colours: readonly string[]): void {
    const { canvas } = this;
    const width = canvas.clientWidth;
    if (width === 0) return;
    if (canvas.width !== width) canvas.width = width;
    const { startTime, endTime } = this.model.frames;
    const step = this.model.scene!.time_step;
    const across = (time: number) => ((time - startTime) / Math.max(1e-6, endTime - startTime)) * width;
    const columns = highestByColumn(samples, width, (frame) => across(frame * step), unit);
    const top = Math.max(limit ?? 0, 1e-3, ...columns.map((times) => (times ? sum(times) : 0))) * 1.08;
    const up = (value: number) => (value / top) * (height - 1);
    const context = canvas.getContext("2d")!;
    context.clearRect(0, 0, width, height);
    columns.forEach((times, x) => {
      let base = 0;
      times?.forEach((time, i) => {
        context.fillStyle = colours[i]!;
        const tall = time > 0 ? Math.max(2, up(time)) : 0;
        context.fillRect(x, height - base - tall, 2, tall);
        base += tall;
      });
    });
    if (limit !== undefined) {
      context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--bad");
      context.fillRect(0, height - up(limit), width, 1.5);
    }
    context.fillStyle = getComputedStyle(canvas).color;
    context.fillRect(Math.floor(across(now.time)), 0, 1, height);
  }
}

function entry(colour: string, name: string, shape = ""): HTMLElement {
  const swatch = element("i", { className: shape });
  swatch.style.background = colour;
  return element("li", {}, swatch, name);
}

/** The frame that took most in each column, so that no spike vanishes between pixels. */
function highestByColumn(samples: readonly ChannelSample[], width: number, across: (frame: number) => number, unit: Unit): (readonly number[] | undefined)[] {
  const columns = new Array<readonly number[] | undefined>(width).fill(undefined);
  for (const sample of samples) {
    const x = Math.floor(across(sample.frame));
    if (x < 0 || x >= width) continue;
    const times = timesOf(sample, unit);
    if (!columns[x] || sum(times) > sum(columns[x])) columns[x] = times;
  }
  return columns;
}
