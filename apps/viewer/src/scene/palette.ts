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
  wallTop: string;
  wallSide: string;
  obstacle: string;
  platform: string;
  ink: string;
  /** Static mesh, density mesh, grid, space-time: coarse to fine. */
  domains: readonly [string, string, string, string];
}

export const sceneColours: Record<Theme, SceneColours> = {
  dark: {
    background: "#12161c", floor: "#262d37", floorEdge: "#46515f", wallTop: "#77828f", wallSide: "#515b67",
    obstacle: "#b4bcc6", platform: "#3e5a70", ink: "#f2f5f8",
    domains: ["#56b4e9", "#009e73", "#f0e442", "#d55e00"],
  },
  light: {
    background: "#e3e8ed", floor: "#fbfcfd", floorEdge: "#a9b4bf", wallTop: "#8b97a4", wallSide: "#6a7581",
    obstacle: "#4d5762", platform: "#b9d4e6", ink: "#11151a",
    domains: ["#0072b2", "#009e73", "#e69f00", "#d55e00"],
  },
};

/** Groups in the order of their first agent; those placed singly share one. */
export function groupNames(agents: readonly { group: string }[]): string[] {
  return [...new Set(agents.map((agent) => agent.group))];
}

export const groupColour = (index: number): string => groupColours[index % groupColours.length]!;
