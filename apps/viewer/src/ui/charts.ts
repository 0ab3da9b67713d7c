import { GaugeReadings } from "../data/gauges";
import type { Model } from "../data/model";
import type { FrameHead } from "../protocol/messages";
import { type Axes, drawAxes } from "./chart_axes";
import { element, setText } from "./dom";

interface Chart {
  id: string;
  label: string;
  unit: string;
  colour: string;
  value(head: FrameHead): number;
  text(head: FrameHead): string;
  /** A line to stay under from a time on, and at least how high the chart reaches. */
  limits?(): { time: number; value: number | undefined }[];
  least(): number;
}

interface Row {
  chart: Chart;
  canvas: HTMLCanvasElement;
  value: HTMLElement;
  label: HTMLElement;
  root: HTMLElement;
}

/** Arrivals, mean speed, frame time, and the flow over every gauge, over the whole run; a click goes to that time. */
export class Charts {
  readonly root: HTMLElement;
  private readonly rows: Row[];
  private readonly diagram: HTMLCanvasElement;
  private readonly readings: GaugeReadings;

  constructor(private readonly model: Model, onSeek: (time: number) => void) {
    this.readings = model.gauges ??= new GaugeReadings(model);
    this.rows = this.charts().map((chart) => this.row(chart, onSeek));
    this.diagram = element("canvas", { className: "chart square", id: "diagram" });
    this.diagram.setAttribute("role", "img");
    this.diagram.setAttribute("aria-label", "Fundamental diagram: speed over density");
    this.root = element(
      "details", { id: "metrics", className: "panel" }, element("summary", {}, "Metrics"),
      ...this.rows.map((row) => row.root),
      element("figure", {}, element("figcaption", {}, "speed over density", element("span", { className: "value" }, "line: Weidmann")), this.diagram),
    );
  }

  private charts(): Chart[] {
    const { model } = this;
    const agentCount = () => model.scene!.agents.length;
    const limits = () => this.budgets();
    return [
      {
        id: "arrived", label: "arrived", unit: "", colour: "#009e73", least: agentCount,
        value: (head) => head.stats.arrived, text: (head) => `${head.stats.arrived} of ${agentCount()}`,
      },
      {
        id: "mean-speed", label: "mean speed", unit: "m/s", colour: "#56b4e9", least: () => 0.5,
        value: (head) => head.stats.meanSpeed, text: (head) => `${head.stats.meanSpeed.toFixed(2)} m/s`,
      },
      {
        id: "frame-time", label: "frame time", unit: "ms", colour: "#e69f00", limits,
        least: () => Math.max(1, ...limits().map(({ value }) => (value ?? 0) * 1.2)),
        value: (head) => head.stats.costMs,
        text: (head) => (head.stats.costMs > 0 ? `${head.stats.costMs.toFixed(2)} ms` : "not recorded"),
      },
      ...this.readings.lines.map((line, i): Chart => ({
        id: `gauge-${i}`, label: `flow over ${line.name || `line ${i + 1}`}`, unit: "1/s", colour: "#cc79a7", least: () => 1,
        value: (head) => this.readings.flow(i, head.time),
        text: (head) => `${this.readings.flow(i, head.time).toFixed(1)} /s, ${this.readings.count(i, head.time)} in all`,
      })),
    ];
  }

  private row(chart: Chart, onSeek: (time: number) => void): Row {
    const canvas = element("canvas", { className: "chart" });
    canvas.onclick = (event) => {
      const { startTime, endTime } = this.model.frames;
      const share = (event.offsetX - 34) / Math.max(1, canvas.clientWidth - 40);
      onSeek(startTime + Math.min(1, Math.max(0, share)) * (endTime - startTime));
    };
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${chart.label} over time, in ${chart.unit || "persons"}`);
    const value = element("span", { className: "value", id: `metric-${chart.id}` });
    const label = element("span", {}, chart.label);
    return { chart, canvas, value, label, root: element("figure", {}, element("figcaption", {}, label, value), canvas) };
  }

  /** Counts on, drawn or not; true when that has just come to its end. */
  work(): boolean {
    if (this.readings.isDone) return false;
    this.readings.work();
    return this.readings.isDone;
  }

  update(now: FrameHead): void {
    for (const { chart, canvas, value, label } of this.rows) {
      setText(value, chart.text(now));
      const { ms, text } = this.model.budgetAt(now.index);
      if (chart.limits) setText(label, ms || text !== "none" ? `${chart.label}, budget ${text}` : chart.label);
      if ((this.root as HTMLDetailsElement).open) this.draw(chart, canvas, now);
    }
    if ((this.root as HTMLDetailsElement).open) this.drawDiagram(now.time);
  }

  private draw(chart: Chart, canvas: HTMLCanvasElement, now: FrameHead): void {
    if (canvas.clientWidth < 60) return;
    const heads = this.model.frames.allHeads;
    const { startTime, endTime } = this.model.frames;
    const columns = highestByColumn(heads, canvas.clientWidth - 40, startTime, endTime, chart.value);
    const top = Math.max(chart.least(), ...columns) * 1.05;
    const [context, axes] = drawAxes(canvas, startTime, endTime, top, "s", chart.unit);
    this.drawLine(context, axes, columns, chart.colour);
    context.fillStyle = "#d55e00";
    const limits = chart.limits?.() ?? [];
    limits.forEach(({ time, value }, i) => {
      const [from, to] = [Math.max(axes.left, axes.x(time)), i + 1 < limits.length ? axes.x(limits[i + 1]!.time) : axes.right];
      if (value && to > from) context.fillRect(from, axes.y(value), to - from, 1);
    });
    context.fillStyle = getComputedStyle(canvas).color;
    context.fillRect(axes.x(now.time) - 0.5, axes.top, 1, axes.bottom - axes.top);
  }

  private drawLine(context: CanvasRenderingContext2D, axes: Axes, columns: readonly number[], colour: string): void {
    context.beginPath();
    columns.forEach((value, i) => context.lineTo(axes.left + i, axes.y(value)));
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.stroke();
    context.lineTo(axes.left + columns.length - 1, axes.bottom);
    context.lineTo(axes.left, axes.bottom);
    context.globalAlpha = 0.18;
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 1;
  }

  /** Weidmann (1993) as a line, what was measured up to now as points. */
  private drawDiagram(now: number): void {
    if (this.diagram.clientWidth < 60) return;
    const [context, axes] = drawAxes(this.diagram, 0, 5.4, 2, "1/m²", "m/s");
    context.beginPath();
    for (let density = 0.05; density < 5.4; density += 0.05) context.lineTo(axes.x(density), axes.y(1.34 * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4)))));
    context.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--soft");
    context.stroke();
    context.fillStyle = "#56b4e9";
    context.globalAlpha = 0.5;
    for (const { time, density, speed } of this.readings.diagram) if (time <= now) context.fillRect(axes.x(Math.min(5.4, density)) - 1, axes.y(Math.min(2, speed)) - 1, 2, 2);
    context.globalAlpha = 1;
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
function highestByColumn(heads: readonly FrameHead[], width: number, from: number, to: number, value: (head: FrameHead) => number): number[] {
  const columns = new Array<number>(Math.max(1, width)).fill(NaN);
  const stride = Math.max(1, Math.floor(heads.length / 4000));
  for (let i = 0; i < heads.length; i += stride) {
    const head = heads[i]!;
    const x = Math.min(columns.length - 1, Math.max(0, Math.floor(((head.time - from) / Math.max(1e-6, to - from)) * (columns.length - 1))));
    columns[x] = Number.isNaN(columns[x]!) ? value(head) : Math.max(columns[x]!, value(head));
  }
  let last = columns.find((height) => !Number.isNaN(height)) ?? 0;
  return columns.map((height) => (last = Number.isNaN(height) ? last : height));
}
