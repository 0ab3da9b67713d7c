// Everything in the picture, for one theme. A change of theme makes a new one.

import { Group, type Mesh } from "three";
import type { Model } from "../data/model";
import type { Moment } from "../data/moment";
import { overlays } from "../overlays/list";
import type { Overlay, OverlayDrawing } from "../overlays/overlay";
import { type AgentColouring, AgentsView, type ViewOfPeople } from "./agents";
import { cutWall, GroundView, wholeWall } from "./ground";
import { LevelView } from "./level";
import { ObstaclesView } from "./obstacles";
import { sceneColours, type Theme } from "./palette";
import { SelectionRing } from "./selection";

let worldsMade = 0;

export class WorldView {
  readonly group = new Group();
  readonly agents: AgentsView;
  readonly obstacles: ObstaclesView;
  readonly notes = new Map<string, string>();
  /** Another one whenever what stands still looks different. */
  stillKey = "";
  readonly ground: GroundView;
  private readonly level: LevelView | undefined;
  private readonly ring: SelectionRing;
  private shownUpTo: number | undefined;
  private readonly made = ++worldsMade;
  private readonly drawings = new Map<Overlay, OverlayDrawing>();

  constructor(private readonly model: Model, private readonly theme: Theme, anisotropy: number) {
    const colours = sceneColours[theme];
    this.agents = new AgentsView(model, colours);
    this.obstacles = new ObstaclesView(model, colours);
    this.ring = new SelectionRing(colours.ink);
    this.ground = new GroundView(model.scene!, colours, model.level !== undefined, anisotropy);
    this.level = model.level && new LevelView(model.level, colours, model.scene!.layers.map((layer) => layer.height), anisotropy);
    if (this.level) this.group.add(this.level.object);
    this.group.add(this.ground.group, this.obstacles.group, this.agents.group, this.ring.mesh);
  }

  update(moment: Moment, selected: number | undefined, colouring: AgentColouring, view: ViewOfPeople, isOn: (name: string) => boolean): void {
    const { model, agents } = this;
    agents.colouring = colouring;
    agents.update(moment, view);
    const wall = view.hidden === undefined ? cutWall : wholeWall;
    this.ground.raiseWalls(wall);
    this.ground.showStillShadows(!view.settings.shadows);
    this.stillKey = `${this.made} ${wall} ${view.settings.shadows} ${view.upTo}`;
    if (this.shownUpTo !== view.upTo) {
      this.ground.showUpTo(view.upTo);
      this.level?.showUpTo(view.upTo);
    }
    this.shownUpTo = view.upTo;
    this.obstacles.update(moment);
    this.ring.update(agents, selected);
    for (const overlay of overlays) {
      const drawing = this.drawings.get(overlay);
      if (!isOn(overlay.name)) {
        if (drawing) drawing.object.visible = false;
        continue;
      }
      const shown = drawing ?? this.create(overlay);
      shown.object.visible = true;
      const note = shown.update({ model, agents, colours: sceneColours[this.theme], moment, selected, upTo: view.upTo });
      this.notes.set(overlay.name, note ?? "");
    }
  }

  /** Frees what the graphics hardware holds of it. */
  dispose(): void {
    this.group.traverse((object) => {
      const { geometry, material } = object as Partial<Mesh>;
      geometry?.dispose();
      for (const each of Array.isArray(material) ? material : [material]) each?.dispose();
    });
  }

  private create(overlay: Overlay): OverlayDrawing {
    const drawing = overlay.create({ model: this.model, agents: this.agents, colours: sceneColours[this.theme] });
    const holder = new Group();
    holder.add(drawing.object);
    this.group.add(holder);
    // The overlay may hide its object for its own reasons; switching it on and off is the holder's.
    const held = { object: holder, update: drawing.update };
    this.drawings.set(overlay, held);
    return held;
  }
}
