// Changing a live world with the pointer. Every edit is a command; the world answers with frames like any other event.

import type { App } from "../app";
import type { Command } from "../data/live";
import type { Identity } from "../protocol/messages";
import type { Point } from "../protocol/scene";
import { layerOf } from "../data/agent_facts";
import { isInside } from "../scene/shapes";
import type { PanelAction } from "./agent_panel";
import { LiveBar } from "./live_bar";
import { ObstaclePanel } from "./obstacle_panel";

export class LiveEditor {
  readonly bar: LiveBar;
  readonly obstaclePanel: ObstaclePanel;
  readonly agentActions: PanelAction[];
  readonly keys: [string, () => void][];
  private obstacle: Identity | undefined;
  private grabbed: Identity | undefined;

  constructor(private readonly app: App, private readonly send: (command: Command) => void) {
    this.bar = new LiveBar(send);
    this.obstaclePanel = new ObstaclePanel(() => this.deleteSelected(), () => this.cancel());
    this.agentActions = [{ label: "Move goal", title: "The next click becomes its goal (m)", run: () => this.bar.use("goal") }];
    this.keys = [
      ["l", () => app.playback.goLive()],
      ["o", () => this.bar.use("drop")],
      ["m", () => this.bar.use("goal")],
      ["Delete", () => this.deleteSelected()],
    ];
    app.model.onNotice = (notice) => this.bar.show(notice);
  }

  update(): void {
    this.bar.update(this.app.model.status);
    this.obstaclePanel.update(this.obstacle);
  }

  cancel(): void {
    this.bar.use("select");
    this.obstacle = undefined;
  }

  /** True when the click was an edit or chose an obstacle. */
  click(x: number, y: number): boolean {
    const ground = this.groundAt(x, y);
    const { tool } = this.bar;
    if (tool === "select") {
      this.obstacle = this.grabbed;
      this.grabbed = undefined;
      if (this.obstacle) this.app.select(undefined);
      return this.obstacle !== undefined;
    }
    this.grabbed = undefined;
    this.bar.use("select");
    if (!ground) return true;
    if (tool === "drop") {
      this.send({ do: "drop", ...ground, radius: this.bar.dropRadius });
    } else if (this.app.selected === undefined) {
      this.bar.show({ ok: false, text: "select an agent first" });
    } else {
      this.send({ do: "goal", target: this.app.model.scene!.agents[this.app.selected]!.name, ...ground });
    }
    return true;
  }

  grab(x: number, y: number): boolean {
    if (this.bar.tool !== "select") return false;
    const ground = this.groundAt(x, y);
    this.grabbed = ground && this.app.world.obstacles.at(...ground.at, ground.layer);
    return this.grabbed !== undefined;
  }

  drag(x: number, y: number): void {
    const ground = this.groundAt(x, y);
    const mesh = this.grabbed && this.app.world.obstacles.meshOf(this.grabbed.obstacle);
    if (!ground || !mesh) return;
    mesh.position.set(...ground.at, mesh.position.z);
    this.app.stage.render();
  }

  release(x: number, y: number): void {
    const ground = this.groundAt(x, y);
    if (ground && this.grabbed) this.send({ do: "move", obstacle: this.grabbed.name, at: ground.at });
    this.grabbed = undefined;
  }

  private deleteSelected(): void {
    if (this.obstacle) this.send({ do: "delete", obstacle: this.obstacle.name });
    this.obstacle = undefined;
  }

  /** The floor under a pixel: that of the selected agent, else the highest whose outline is there. */
  private groundAt(x: number, y: number): { at: Point; layer: number } | undefined {
    const { layers } = this.app.model.scene!;
    const selected = this.app.selected;
    const tag = selected === undefined ? 0 : this.app.model.frames.frame(this.app.playback.ordinal).agents.tag[selected] ?? 0;
    const order = layers.map((_, i) => i).sort((a, b) => layers[b]!.height - layers[a]!.height);
    if (tag !== 0) order.unshift(layerOf(tag));
    for (const layer of order) {
      const point = this.app.stage.toWorld(x, y, layers[layer]!.height);
      if (point && layers[layer]!.walkable.some((rings) => isInside(rings[0] ?? [], point.x, point.y))) {
        return { at: [point.x, point.y], layer };
      }
    }
    return undefined;
  }
}
