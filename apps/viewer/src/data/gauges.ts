// What the scene's gauges measure, and how speed goes with density: worked out from the frames, a few milliseconds at a
// time, so that a long recording does not hold up the page.

import type { Model } from "./model";
import type { Frame } from "./frame_store";
import { layerOf } from "./agent_facts";
import { isInside } from "../scene/shapes";

const workMs = 4;
const flowSeconds = 5;
const diagramSeconds = 1;

export interface DiagramPoint {
  time: number;
  density: number; // persons per square metre
  speed: number; // m/s
}

export class GaugeReadings {
  /** For each line of the scene, the times at which somebody crossed it. */
  readonly crossings: number[][];
  readonly diagram: DiagramPoint[] = [];
  private next = 0;
  private lastDiagram = -Infinity;

  constructor(private readonly model: Model) {
    this.crossings = this.lines.map(() => []);
    this.next = model.frames.first;
  }

  get lines() {
    return this.model.scene!.gauges?.lines ?? [];
  }

  get isDone(): boolean {
    return this.next >= this.model.frames.end;
  }

  /** Goes on with frames that have not been looked at. */
  work(): void {
    const { frames } = this.model;
    const until = performance.now() + workMs;
    this.next = Math.max(this.next, frames.first);
    while (this.next < frames.end && performance.now() < until) {
      const frame = frames.frame(this.next);
      if (this.next > frames.first) this.read(frames.frame(this.next - 1), frame);
      this.next++;
    }
  }

  /** Persons a second over the last seconds before a time. */
  flow(line: number, time: number): number {
    return this.crossings[line]!.filter((at) => at <= time && at > time - flowSeconds).length / flowSeconds;
  }

  count(line: number, time: number): number {
    return this.crossings[line]!.filter((at) => at <= time).length;
  }

  private read(before: Frame, now: Frame): void {
    this.lines.forEach(({ layer, line }, k) => {
      for (let i = 0; i < now.agents.count; i++) {
        const [from, to] = [before.agents.tag[i] ?? 0, now.agents.tag[i]!];
        if (!from || !to || layerOf(to) !== layer || (before.agents.x[i] === now.agents.x[i] && before.agents.y[i] === now.agents.y[i])) continue;
        if (crosses(before.agents.x[i]! / 1000, before.agents.y[i]! / 1000, now.agents.x[i]! / 1000, now.agents.y[i]! / 1000, line)) {
          this.crossings[k]!.push(now.head.time);
        }
      }
    });
    if (now.head.time - this.lastDiagram >= diagramSeconds) this.plot(before, now);
  }

  /** Density and mean speed in every area that is measured; without one, where people are, by their nearest neighbours. */
  private plot(before: Frame, now: Frame): void {
    this.lastDiagram = now.head.time;
    const seconds = now.head.time - before.head.time;
    const walking: [x: number, y: number, layer: number, speed: number][] = [];
    for (let i = 0; i < now.agents.count; i++) {
      const tag = now.agents.tag[i]!;
      if (!tag || !before.agents.tag[i] || (tag & 7) === 5) continue;
      const [x, y] = [now.agents.x[i]! / 1000, now.agents.y[i]! / 1000];
      walking.push([x, y, layerOf(tag), Math.hypot(x - before.agents.x[i]! / 1000, y - before.agents.y[i]! / 1000) / Math.max(1e-6, seconds)]);
    }
    if (walking.length === 0) return;
    const areas = this.model.scene!.gauges?.areas ?? [];
    for (const { layer, polygon } of areas) {
      const inside = walking.filter(([x, y, on]) => on === layer && isInside(polygon[0] ?? [], x, y));
      if (inside.length > 0) this.diagram.push({ time: now.head.time, density: inside.length / Math.max(0.01, areaOf(polygon[0] ?? [])), speed: meanOf(inside) });
    }
    if (areas.length === 0) this.plotNeighbours(walking, now.head.time);
  }

  private plotNeighbours(walking: [number, number, number, number][], time: number): void {
    const stride = Math.max(1, Math.floor(walking.length / 12));
    for (let k = 0; k < walking.length; k += stride) {
      const [x, y, layer] = walking[k]!;
      const near = walking.filter(([ox, oy, on]) => on === layer && Math.hypot(ox - x, oy - y) < 1.5);
      this.diagram.push({ time, density: near.length / (Math.PI * 2.25), speed: meanOf(near) });
    }
    if (this.diagram.length > 4000) this.diagram.splice(0, 1000);
  }
}

const meanOf = (list: readonly (readonly number[])[]): number => list.reduce((sum, each) => sum + each[3]!, 0) / list.length;

function areaOf(ring: readonly (readonly [number, number])[]): number {
  return Math.abs(ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    return sum + x * nextY - nextX * y;
  }, 0)) / 2;
}

function crosses(ax: number, ay: number, bx: number, by: number, [[cx, cy], [dx, dy]]: readonly [readonly [number, number], readonly [number, number]]): boolean {
  const side = (px: number, py: number, qx: number, qy: number, rx: number, ry: number) => (qx - px) * (ry - py) - (qy - py) * (rx - px);
  const [s, t] = [side(cx, cy, dx, dy, ax, ay), side(cx, cy, dx, dy, bx, by)];
  // Who ends exactly on the line has crossed it, who starts there has not.
  if (!((s > 0 && t <= 0) || (s < 0 && t >= 0))) return false;
  return side(ax, ay, bx, by, cx, cy) > 0 !== side(ax, ay, bx, by, dx, dy) > 0;
}
