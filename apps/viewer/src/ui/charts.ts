import type { FrameStore } from "../data/frame_store";
import type { FrameHead } from "../protocol/messages";
import { element, setText } from "./dom";

interface Chart {
  id: string;
  label: string;
  colour: string;
  value(head: FrameHead): number;
  text(head: FrameHead): string;
  /** A line to stay under, and at least how high the chart reaches. */
  limit?: number | undefined;
  least: number;
}

const height = 44;

/** Arrivals, mean speed and frame time over the whole run; a click goes to that time. */
export class Charts {
  readonly root: HTMLElement;
  private readonly charts: Chart[];
  private readonly rows: { canvas: HTMLCanvasElement; value: HTMLElement }[];

  constructor(private readonly frames: FrameStore, agentCount: number, budgetMs: number | undefined, onSeek: (time: number) => void) {
    this.charts = [
      {
        id: "arrived", label: "arrived", colour: "#009e73", least: agentCount,
        value: (head) => head.stats.arrived, text: (head) => `${head.stats.arrived} of ${agentCount}`,
      },
      {
        id: "mean-speed", label: "mean speed", colour: "#56b4e9", least: 0.5,
        value: (head) => head.stats.meanSpeed, text: (head) => `${head.stats.meanSpeed.toFixed(2)} m/s`,
      },
      {
        id: "frame-time", label: budgetMs ? `frame time, budget ${budgetMs.toFixed(1)} ms` : "frame time",
        colour: "#e69f00", least: budgetMs ? budgetMs * 1.2 : 1, limit: budgetMs,
        value: (head) => head.stats.costMs,
        text: (head) => (head.stats.costMs > 0 ? `${head.stats.costMs.toFixed(2)} ms` : "not recorded"),
      },
    ];
    this.rows = this.charts.map((chart) => {
      const canvas = element("canvas", { className: "chart", height });
      canvas.onclick = (event) => {
        const { startTime, endTime } = this.frames;
        onSeek(startTime + (event.offsetX / canvas.clientWidth) * (endTime - startTime));
      };
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `${chart.label} over time`);
      return { canvas, value: element("span", { className: "value", id: `metric-${chart.id}` }) };
    });
    this.root = element(
      "details", { id: "metrics", className: "panel", open: true }, element("summary", {}, "Metrics"),
      ...this.charts.map((chart, i) =>
        element("figure", {}, element("figcaption", {}, chart.label, this.rows[i]!.value), this.rows[i]!.canvas)),
    );
  }

  update(now: FrameHead): void {
    this.charts.forEach((chart, i) => {
      const { canvas, value } = this.rows[i]!;
      setText(value, chart.text(now));
      if ((this.root as HTMLDetailsElement).open) this.draw(chart, canvas, now);
    });
  }

  private draw(chart: Chart, canvas: HTMLCanvasElement, now: FrameHead): void {
    const width = canvas.clientWidth;
    if (canvas.width !== width) canvas.width = width;
    const heads = this.frames.allHeads;
    const { startTime, endTime } = this.frames;
    const across = (time: number) => ((time - startTime) / Math.max(1e-6, endTime - startTime)) * width;
    const columns = highestByColumn(heads, width, across, chart.value);
    const top = Math.max(chart.least, ...columns) * 1.08;
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
    if (chart.limit) {
      context.fillStyle = "#d55e00";
      context.fillRect(0, up(chart.limit), width, 1);
    }
    context.fillStyle = getComputedStyle(canvas).color;
    context.fillRect(across(now.time) - 0.5, 0, 1, height);
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
