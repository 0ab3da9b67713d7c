// What the colour of somebody's clothes means.

import { Color } from "three";
import type { Model } from "../data/model";
import type { Moment } from "../data/moment";
import { CellGrid } from "../data/neighbours";
import { heatColour } from "../scene/heat";
import { domainNames, groupColour, groupNames, modeColours, type SceneColours } from "../scene/palette";

export const colourings = ["group", "status", "speed", "density", "domain"] as const;
export type AgentColouring = (typeof colourings)[number];
export const colouringNames: Record<AgentColouring, string> = {
  group: "group", status: "status", speed: "speed", density: "density", domain: "domain at work",
};

export const fullSpeed = 1.6; // m/s
export const fullDensity = 4; // persons per square metre
const nearby = 1.13; // metres: four square metres
const heatSteps = 32;

export type LegendEntry = [name: string, colour: string];

function heatPalette(): Color[] {
  const bytes = new Uint8Array(4);
  return Array.from({ length: heatSteps + 1 }, (_, i) => {
    heatColour(i / heatSteps, bytes, 0);
    return new Color(`rgb(${bytes[0]},${bytes[1]},${bytes[2]})`);
  });
}

/** The deepest domain in which an agent plans at a frame: told for all at once, else read off its plans. */
export function domainAtWork(model: Model, agent: number, frame: number): number | undefined {
  const told = model.channels.at("domain_at_work", undefined, frame)?.drawings[0]?.values[agent];
  if (told !== undefined) return told >= 0 && told < domainNames.length ? told : undefined;
  const plans = model.channels.at("domain_plans", agent, frame);
  return plans && plans.drawings.length > 0 ? Math.max(...plans.drawings.map(({ style }) => style)) : undefined;
}

export class ClothesColours {
  private readonly groupOf: number[];
  private readonly groups: Color[];
  private readonly modes = Object.values(modeColours).map((colour) => new Color(colour));
  private readonly heat = heatPalette();
  private readonly domains: Color[];
  private readonly unknown = new Color("#8b939c");
  private densities: Float32Array = new Float32Array(0);

  constructor(private readonly model: Model, colours: SceneColours) {
    const { agents } = model.scene!;
    const names = groupNames(agents);
    const indices = new Map(names.map((name, i) => [name, i]));
    this.groupOf = agents.map((agent) => indices.get(agent.group) ?? 0);
    this.groups = names.map((_, i) => new Color(groupColour(i)));
    this.domains = colours.domains.map((colour) => new Color(colour));
  }

  /** To be called once a moment before colours are asked for. */
  prepare(colouring: AgentColouring, positions: Float32Array, present: Uint8Array): void {
    if (colouring === "density") this.densities = localDensities(positions, present);
  }

  of(colouring: AgentColouring, agent: number, tag: number, moment: Moment): Color {
    switch (colouring) {
      case "group": return this.groups[this.groupOf[agent]!] ?? this.unknown;
      case "status": return this.modes[tag & 7] ?? this.unknown;
      case "speed": return this.hot(speedAt(moment, agent) / fullSpeed);
      case "density": return this.hot((this.densities[agent] ?? 0) / fullDensity);
      case "domain": return this.domains[domainAtWork(this.model, agent, moment.frame.head.index) ?? -1] ?? this.unknown;
    }
  }

  private hot(share: number): Color {
    return this.heat[Math.round(Math.min(1, Math.max(0, share)) * heatSteps)]!;
  }
}

/** Metres a second from this frame to the next, or at the end from the one before to this one. */
export function speedAt({ before, frame, next }: Moment, agent: number): number {
  const [from, to] = next === frame ? [before, frame] : [frame, next];
  const seconds = to.head.time - from.head.time;
  if (seconds <= 0 || !from.agents.tag[agent] || !to.agents.tag[agent]) return 0;
  return Math.hypot(to.agents.x[agent]! - from.agents.x[agent]!, to.agents.y[agent]! - from.agents.y[agent]!) / 1000 / seconds;
}

/** How many share the four square metres around each, per square metre. */
function localDensities(positions: Float32Array, present: Uint8Array): Float32Array {
  const grid = new CellGrid(positions, present, nearby);
  const out = new Float32Array(present.length);
  for (let i = 0; i < present.length; i++) {
    if (!present[i]) continue;
    const [x, y, z] = [positions[i * 4]!, positions[i * 4 + 1]!, positions[i * 4 + 2]!];
    let count = 0;
    grid.forNear(i, (other) => {
      const [dx, dy] = [positions[other * 4]! - x, positions[other * 4 + 1]! - y];
      if (dx * dx + dy * dy < nearby * nearby && Math.abs(positions[other * 4 + 2]! - z) < 1.5) count++;
    });
    out[i] = count / (Math.PI * nearby * nearby);
  }
  return out;
}
