// Changing a live world with the pointer. Every edit is a command; the world answers with frames like any other event.

import type { App } from "../app";
import type { Command, GroundOf } from "../data/live";
import type { Identity } from "../protocol/messages";
import type { Point } from "../protocol/scene";
import { agentFacts, layerOf } from "../data/agent_facts";
import { PlaceRing } from "../scene/selection";
import { isInside } from "../scene/shapes";
import type { PanelAction } from "./agent_panel";
import { LiveBar } from "./live_bar";
import { ObstaclePanel } from "./obstacle_panel";

const drawnPrefix = "drawn-";
const sightAngle = 1.4; // radians
const armsReach = 0.8; // metres

export class LiveEditor {
  readonly bar: LiveBar;
  readonly obstaclePanel: ObstaclePanel;
  readonly agentActions: PanelAction[];
  readonly keys: [string, () => void][];
  private obstacle: Identity | undefined;
  private grabbed: Identity | undefined;
  private entry: { at: Point; layer: number } | undefined; // where the next agent is to enter, or the first corner of ground
  private first: string | undefined; // of the two things that ground is to lie between
  private readonly entryRing = new PlaceRing("#e69f00");

  constructor(private readonly app: App, private readonly send: (command: Command) => void) {
    this.bar = new LiveBar(send, () => this.liftLast());
    this.obstaclePanel = new ObstaclePanel(() => this.deleteSelected(), () => this.cancel());
    this.agentActions = [
      { label: "Move goal", title: "The next click becomes its goal (m)", run: () => this.bar.use("goal") },
      {
        label: "Pause", title: "Stop at the next rest, or go on (k)", id: "pause-agent",
        labelOf: (facts) => (facts.isPaused ? "Resume" : "Pause"), run: () => this.togglePause(),
      },
      { label: "Remove", title: "Take the agent out of the world (delete)", id: "remove-agent", run: () => this.removeSelected() },
    ];
    app.stage.world.add(this.entryRing.mesh);
    this.keys = [
      ["l", () => app.playback.goLive()],
      ["o", () => this.bar.use("drop")],
      ["m", () => this.bar.use("goal")],
      ["a", () => this.bar.use("agent")],
      ["k", () => this.togglePause()],
      ["Delete", () => (this.obstacle ? this.deleteSelected() : this.removeSelected())],
    ];
  }

  update(): void {
    const { model } = this.app;
    this.bar.update(model.status, model.budgetAt(Infinity).text);
    if (this.bar.tool !== "agent" && this.bar.tool !== "constraint") this.setEntry(undefined);
    if (this.bar.tool !== "constraint") this.first = undefined;
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
    if (tool === "agent" || tool === "constraint") {
      if (ground && tool === "agent") this.placeAgent(ground);
      if (ground && tool === "constraint") this.placeGround(ground);
      return true;
    }
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

  /** The first place is where it enters, the second its goal. */
  private placeAgent(ground: { at: Point; layer: number }): void {
    const { entry } = this;
    if (!entry) {
      this.setEntry(ground);
      this.bar.show({ ok: true, text: "now click its goal" });
      return;
    }
    this.bar.use("select");
    this.setEntry(undefined);
    this.send({ do: "add_agent", ...entry, radius: this.bar.agentRadius, goal: ground.at, goal_layer: ground.layer });
  }

  private placeGround(ground: { at: Point; layer: number }): void {
    const region = this.bar.constraintRegion;
    if (region === "box") return this.placeBox(ground);
    if (region === "walls") return this.constrain({ kind: "walls", layer: ground.layer, depth: this.bar.constraintReach });
    const of = this.nameAt(ground);
    if (of === undefined) return this.bar.show({ ok: false, text: "click an obstacle or an agent" });
    if (region === "between") return this.placeBetween(of);
    this.constrain(region === "sight" ? { kind: region, of, range: this.bar.constraintReach, angle: sightAngle } : { kind: region, of, depth: this.bar.constraintReach });
  }

  /** Two opposite corners. */
  private placeBox(ground: { at: Point; layer: number }): void {
    const { entry } = this;
    if (!entry || entry.layer !== ground.layer) {
      this.setEntry(ground);
      this.bar.show({ ok: true, text: "now click the opposite corner" });
      return;
    }
    const [[ax, ay], [bx, by]] = [entry.at, ground.at];
    if (ax === bx || ay === by) return this.bar.show({ ok: false, text: "the corners are on one line" });
    this.constrain({ kind: "polygon", layer: ground.layer, polygon: [[ax, ay], [bx, ay], [bx, by], [ax, by]] });
  }

  private placeBetween(of: string): void {
    if (this.first === undefined || this.first === of) {
      this.first = of;
      return this.bar.show({ ok: true, text: `between ${of} and what is clicked next` });
    }
    this.constrain({ kind: "between", of: this.first, other: of });
  }

  private constrain(ground: GroundOf): void {
    this.bar.use("select");
    this.setEntry(undefined);
    this.first = undefined;
    const numbers = this.drawnGround.map((name) => Number(name.slice(drawnPrefix.length))).filter(Number.isFinite);
    this.send({ do: "constraint", name: `${drawnPrefix}${Math.max(0, ...numbers) + 1}`, ...this.bar.constraintMeaning, ...ground });
  }

  /** Of the obstacle there, or the agent that stands nearest within arm's reach. */
  private nameAt({ at: [x, y], layer }: { at: Point; layer: number }): string | undefined {
    const obstacle = this.app.world.obstacles.at(x, y, layer);
    if (obstacle) return obstacle.name;
    const { present, positions } = this.app.world.agents;
    let best: number | undefined, nearest = armsReach;
    for (let i = 0; i < present.length; i++) {
      const away = present[i] ? Math.hypot(positions[i * 4]! - x, positions[i * 4 + 1]! - y) : Infinity;
      if (away < nearest) [best, nearest] = [i, away];
    }
    return best === undefined ? undefined : this.app.model.scene!.agents[best]?.name;
  }

  /** Names of constraints that pages have drawn and that hold now. */
  private get drawnGround(): string[] {
    const sample = this.app.model.channels.at("constraints", undefined, Infinity);
    return (sample?.note ?? "").split("\n").filter((name) => name.startsWith(drawnPrefix));
  }

  private liftLast(): void {
    const name = this.drawnGround.at(-1);
    if (name === undefined) this.bar.show({ ok: false, text: "no ground has been drawn" });
    else this.send({ do: "lift", name });
  }

  private setEntry(entry: { at: Point; layer: number } | undefined): void {
    if (this.entry === entry) return;
    this.entry = entry;
    const height = entry ? this.app.model.scene!.layers[entry.layer]!.height : 0;
    this.entryRing.show(entry && [...entry.at, height], this.bar.agentRadius);
    this.app.stage.isDirty = true;
  }

  private get selectedName(): string | undefined {
    return this.app.selected === undefined ? undefined : this.app.model.scene!.agents[this.app.selected]?.name;
  }

  private togglePause(): void {
    const agent = this.selectedName;
    if (agent === undefined) return this.bar.show({ ok: false, text: "select an agent first" });
    const facts = agentFacts(this.app.model, this.app.model.frames.end - 1, this.app.selected!);
    this.send({ do: facts?.isPaused ? "resume_agent" : "pause_agent", agent });
  }

  private removeSelected(): void {
    const agent = this.selectedName;
    if (agent === undefined) return;
    this.send({ do: "remove_agent", agent });
    this.app.select(undefined);
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
