import type { Model } from "../data/model";
import type { FrameHead } from "../protocol/messages";
import { element, isRoomy, setText } from "./dom";

interface Chart {
  id: string;
  label: string;
  colour: string;
  value(head: FrameHead): number;
  text(head: FrameHead): string;
  /** A line to stay under from a time on, and at least how high the chart reaches. */
  limits?(): { time: number; value: number | undefined }[];
  least(): number;
}

const height = 44;

/** Arrivals, mean speed and frame time over the whole run; a click goes to that time. */
export class Charts {
  readonly root: HTMLElement;
  private readonly charts: Chart[];
  private readonly rows: { canvas: HTMLCanvasElement; value: HTMLElement; label: HTMLElement }[];

  constructor(private readonly model: Model, onSeek: (time: number) => void) {
    const agentCount = () => model.scene!.agents.length;
    const limits = () => this.budgets();
    this.charts = [
      {
        id: "arrived", label: "arrived", colour: "#009e73", least: agentCount,
        value: (head) => head.stats.arrived, text: (head) => `${head.stats.arrived} of ${agentCount()}`,
      },
      {
        id: "mean-speed", label: "mean speed", colour: "#56b4e9", least: () => 0.5,
        value: (head) => head.stats.meanSpeed, text: (head) => `${head.stats.meanSpeed.toFixed(2)} m/s`,
      },
      {
        id: "frame-time", label: "frame time", colour: "#e69f00", limits,
        least: () => Math.max(1, ...limits().map(({ value }) => (value ?? 0) * 1.2)),
        value: (head) => head.stats.costMs,
        text: (head) => (head.stats.costMs > 0 ? `${head.stats.costMs.toFixed(2)} ms` : "not recorded"),
      },
    ];
    this.rows = this.charts.map((chart) => {
      const canvas = element("canvas", { className: "chart", height });
      canvas.onclick = (event) => {
        const { startTime, endTime } = this.model.frames;
        onSeek(startTime + (event.offsetX / canvas.clientWidth) * (endTime - startTime));
      };
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `${chart.label} over time`);
      const value = element("span", { className: "value", id: `metric-${chart.id}` });
      return { canvas, value, label: element("span", {}, chart.label) };
    });
    this.root = element(
      "details", { id: "metrics", className: "panel", open: isRoomy() }, element("summary", {}, "Metrics"),
      ...this.charts.map((_, i) =>
        element("figure", {}, element("figcaption", {}, this.rows[i]!.label, this.rows[i]!.value), this.rows[i]!.canvas)),
    );
  }

  update(now: FrameHead): void {
    this.charts.forEach((chart, i) => {
      const { canvas, value, label } = this.rows[i]!;
      setText(value, chart.text(now));
      const { ms, text } = this.model.budgetAt(now.index);
      if (chart.limits) setText(label, ms || text !== "none" ? `${chart.label}, budget ${text}` : chart.label);
      if ((this.root as HTMLDetailsElement).open) this.draw(chart, canvas, now);
    });
  }

  private draw(chart: Chart, canvas: HTMLCanvasElement, now: FrameHead): void {
    const width = canvas.clientWidth;
    if (canvas.width !== width) canvas.width = width;
    const heads = this.model.frames.allHeads;
    const { startTime, endTime } = this.model.frames;
    const across = (time: number) => ((time - startTime) / Math.max(1e-6, endTime - startTime)) * width;
    const columns = highestByColumn(heads, width, across, chart.value);
    const top = Math.max(chart.least(), ...columns) * 1.08;
    const up = (value: number) => height - 1 - (value / top) * (height - 2);
    const context = canvas.getContext("2d")!;
    context.clearRect(0, 0, width, height);
    context.beginPath();
    columns.forEach((value, x) => (x === 0 ? context.moveTo(x, up(value)) : context.lineTo(x, up(value))));
    context.strokeStyle = chart.colour;
    context.lineWidth = 1.5;
    context.stroke();
    context.lineTo(width, height);
    context.lineTo(0, height);
    context.globalAlpha = 0.18;
    context.fillStyle = chart.colour;
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = "#d55e00";
    const limits = chart.limits?.() ?? [];
    limits.forEach(({ time, value }, i) => {
      const [from, to] = [Math.max(0, across(time)), i + 1 < limits.length ? across(limits[i + 1]!.time) : width];
      if (value && to > from) context.fillRect(from, up(value), to - from, 1);
    });
    context.fillStyle = getComputedStyle(canvas).color;
    context.fillRect(across(now.time) - 0.5, 0, 1, height);
  }

  /** The budgets of time, each from when it was given. */
  private budgets(): { time: number; value: number | undefined }[] {
    const { channels, scene } = this.model;
    const told = channels.ofWorld("budget");
    const first = { time: -Infinity, value: told[0]?.drawings[0]?.values[0] ?? scene!.budget_ms };
    return [first, ...told.slice(1).map(({ frame, drawings }) => ({ time: frame * scene!.time_step, value: drawings[0]?.values[0] }))];
  }
}

/** Spikes must not vanish between pixels: each column shows its highest frame. */
function highestByColumn(heads: readonly FrameHead[], width: number, across: (time: number) => number, value: (head: FrameHead) => number): number[] {
  const columns = new Array<number>(Math.max(1, width)).fill(NaN);
  for (const head of heads) {
    const x = Math.min(columns.length - 1, Math.max(0, Math.floor(across(head.time))));
    columns[x] = Number.isNaN(columns[x]!) ? value(head) : Math.max(columns[x]!, value(head));
  }
  let last = columns.find((height) => !Number.isNaN(height)) ?? 0;
  return columns.map((height) => (last = Number.isNaN(height) ? last : height));
}
