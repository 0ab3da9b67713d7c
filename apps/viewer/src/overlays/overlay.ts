// An overlay is a name, one line that explains it, and a draw function over what the page knows: frames, or the
// samples of one named channel. A new one is a file here and a line in the list; nothing else changes.

import type { Object3D } from "three";
import type { Model } from "../data/model";
import type { Moment } from "../data/moment";
import type { AgentsView } from "../scene/agents";
import type { SceneColours } from "../scene/palette";

export interface OverlayContext {
  readonly model: Model;
  readonly agents: AgentsView;
  readonly colours: SceneColours;
  readonly moment: Moment;
  readonly selected: number | undefined;
  /** Nothing above this is shown: the floor of the highest storey that is. */
  readonly upTo: number | undefined;
}

export interface OverlayDrawing {
  readonly object: Object3D;
  /** Draws the moment. What it returns is shown beside the overlay's name. */
  update(context: OverlayContext): string | undefined;
}

export interface Overlay {
  readonly name: string;
  readonly label: string;
  readonly explanation: string;
  readonly key: string;
  /** What it draws from; without such data the page says so. */
  readonly channel?: string;
  /** Whether it is on at first, or with how many people it still is: more would hide what it shows. */
  readonly isOnAtStart: boolean | number;
  /** What the planner does and sees, for those who want to know; listed apart. */
  readonly isOfPlanner?: boolean;
  /** What the ends of its scale of heat colours mean. */
  readonly scale?: readonly [string, string];
  create(context: Omit<OverlayContext, "moment" | "selected" | "upTo">): OverlayDrawing;
}
