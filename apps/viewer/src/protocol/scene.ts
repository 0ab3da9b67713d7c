// What stands still, as the library's scene message tells it. Metres, z up.

export type Point = [number, number];
export type Ring = Point[];
/** An outline, then its holes. */
export type PolygonRings = Ring[];

export interface LayerInfo {
  name: string;
  height: number;
  walkable: PolygonRings[];
  blocked: PolygonRings[];
}

export interface GoalInfo {
  layer: number;
  center?: Point;
  radius?: number;
  polygon?: PolygonRings;
  window?: [number | null, number | null];
  /** Places that would do as well. */
  others?: GoalInfo[];
}

export interface AgentInfo {
  name: string;
  group: string;
  radius: number;
  height: number;
  max_speed: number;
  goal: GoalInfo;
  /** Planned for by the multi-domain planner; all others are steered as a crowd. */
  focus?: boolean;
}

export interface SceneInfo {
  name: string;
  description: string;
  bounds: [Point, Point];
  time_step: number;
  duration: number;
  budget_ms?: number;
  /** The share of a frame's budget that those in focus may use. */
  planner_share?: number;
  layers: LayerInfo[];
  portals: { a: [Point, Point]; b: [Point, Point]; layers: [number, number] }[];
  links: { from: Point; to: Point; layers: [number, number] }[];
  areas: { type: string; layer: number; polygon: PolygonRings }[];
  gaps?: { layer: number; polygon: PolygonRings }[];
  /** With the height of each corner of the outline above the layer. */
  footholds?: { layer: number; polygon: PolygonRings; heights: number[] }[];
  agents: AgentInfo[];
  gauges?: {
    lines: { name: string; layer: number; line: [Point, Point] }[];
    areas: { name: string; layer: number; polygon: PolygonRings }[];
  };
}

export const modeNames = ["absent", "walking", "standing", "airborne", "riding", "arrived"] as const;
export type Mode = (typeof modeNames)[number];
