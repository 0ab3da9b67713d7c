// Okabe and Ito's colours, which people with any kind of colour vision can tell apart.

import type { Mode } from "../protocol/scene";

export const groupColours = ["#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#0072b2", "#f0e442", "#666666"] as const;

export const modeColours: Record<Mode, string> = {
  absent: "#000000",
  walking: "#56b4e9",
  standing: "#d55e00",
  airborne: "#f0e442",
  riding: "#cc79a7",
  arrived: "#009e73",
};

export const domainNames = ["static mesh", "density mesh", "grid", "space-time"] as const;

export type Theme = "dark" | "light";

export interface SceneColours {
  background: string;
  floor: string;
  floorEdge: string;
  /** The edge of a floor, which is as thick as a slab. */
  slab: string;
  wallTop: string;
  wallSide: string;
  obstacle: string;
  platform: string;
  ink: string;
  /** The sky overhead and at the horizon, and the land around the scene. */
  sky: string;
  horizon: string;
  land: string;
  /** How bright the lamps are: from all around, and the sun. */
  ambient: number;
  sun: number;
  /** Static mesh, density mesh, grid, space-time: coarse to fine. */
  domains: readonly [string, string, string, string];
}

export const sceneColours: Record<Theme, SceneColours> = {
  dark: {
    background: "#12161c", floor: "#465261", floorEdge: "#66758a", slab: "#2c3541", wallTop: "#9aa5b3", wallSide: "#76828f",
    obstacle: "#c2a878", platform: "#4d7391", ink: "#f2f5f8",
    sky: "#0c1524", horizon: "#27364a", land: "#1d2721", ambient: 1.35, sun: 2.1,
    domains: ["#56b4e9", "#009e73", "#f0e442", "#d55e00"],
  },
  light: {
    background: "#e3e8ed", floor: "#e6dfd2", floorEdge: "#8f8b80", slab: "#a89e8c", wallTop: "#c4ab8c", wallSide: "#b09272",
    obstacle: "#a0683c", platform: "#8fbcd9", ink: "#11151a",
    sky: "#4f93cc", horizon: "#dbe7ec", land: "#9db183", ambient: 1.45, sun: 2.05,
    domains: ["#0072b2", "#009e73", "#e69f00", "#d55e00"],
  },
};

/** Groups in the order of their first agent; those placed singly share one. */
export function groupNames(agents: readonly { group: string }[]): string[] {
  return [...new Set(agents.map((agent) => agent.group))];
}

export const groupColour = (index: number): string => groupColours[index % groupColours.length]!;
