import type { Point, Ring } from "./scene";

/** A scene that a server offers. */
export interface SceneCard {
  name: string;
  description: string;
  agents: number;
  bounds: [Point, Point];
  walls: Ring[];
}

/** What a server offers, and the text of the scene that runs. */
export interface Shelf {
  current: string;
  seed: number;
  budget: string;
  can_save: boolean;
  text: string;
  scenes: SceneCard[];
}
