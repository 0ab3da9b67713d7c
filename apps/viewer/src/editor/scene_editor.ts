// Drawing a scene: what each tool does with a click and a drag, and the panel beside it.

import type { Point, Ring } from "../protocol/scene";
import { isInside } from "../scene/shapes";
import type { Stage } from "../scene/stage";
import { type Json, type JsonObject, listOf, SceneDocument, tidy } from "./document";
import { EditorDrawing } from "./drawing";
import { type FloorPlan, readFloorPlan, thickened } from "./floor_plan";
import { find, type Item, itemsOf, remove, transform } from "./items";
import { addWaypoint, ownerOf, setGoal } from "./stops";
import { draftName, keep } from "./storage";

export const tools = ["pick", "wall", "box", "obstacle", "disc", "area", "group", "source", "goal", "waypoint", "agent", "gauge"] as const;
export type EditTool = (typeof tools)[number];
export const toolTexts: Record<EditTool, [label: string, title: string]> = {
  pick: ["Pick", "Click chooses, drag moves"],
  wall: ["Wall", "Click the corners; Enter, or the first corner again, closes it"],
  box: ["Box wall", "Drag from corner to corner"],
  obstacle: ["Obstacle", "Click the corners of an obstacle; Enter closes it"],
  disc: ["Disc", "Drag from the middle of a round obstacle outward"],
  area: ["Area", "Click the corners of another kind of ground; Enter closes it"],
  group: ["Group", "Drag a rectangle in which people start"],
  source: ["Source", "Drag a rectangle from which people come one after the other"],
  goal: ["Goal", "Drag a rectangle: the goal of the chosen group or agent"],
  waypoint: ["Waypoint", "Choose a group or an agent, then click the places on its way in their order"],
  agent: ["Agent", "Click where somebody starts, then their goal"],
  gauge: ["Gauge", "Drag a line at which people are counted"],
};
const polygonTools: readonly EditTool[] = ["wall", "obstacle", "area"];
const clickTools: readonly EditTool[] = [...polygonTools, "waypoint", "agent"];
const waypointRadius = 0.5;
const wallThickness = 0.2;

export class SceneEditor {
  readonly document: SceneDocument;
  readonly drawing = new EditorDrawing();
  tool: EditTool = "pick";
  chosen: string | undefined;
  /** What is wrong, as `wend check` says it. */
  problem = "";
  onChange: () => void = () => {};
  layer = "";
  private items: Item[] = [];
  private sketch: Ring = [];
  private dragFrom: Point | undefined;
  private dragged = false;
  private start: Point | undefined; // of an agent that has no goal yet

  constructor(private readonly stage: Stage, text: string) {
    this.document = new SceneDocument(text);
    this.document.onChange = () => this.changed();
    this.layer = this.layerNames[0] ?? "ground";
    this.refresh();
  }

  get layerNames(): string[] {
    const names = listOf(this.document.scene, "layers").map((layer) => String(layer["name"] ?? ""));
    return names.length > 0 ? names : ["ground"];
  }

  heightOf(name: string): number {
    const layer = listOf(this.document.scene, "layers").find((each) => each["name"] === name);
    return typeof layer?.["height"] === "number" ? layer["height"] : 0;
  }

  get chosenItem(): Item | undefined {
    return this.items.find((item) => item.path === this.chosen);
  }

  get chosenJson(): string {
    const found = this.chosen === undefined ? undefined : find(this.document.scene, this.chosen);
    return found ? JSON.stringify(found.value, null, 1) : "";
  }

  set chosenJson(text: string) {
    const value = JSON.parse(text) as Json;
    this.document.change((scene) => {
      const found = find(scene, this.chosen ?? "");
      if (found) (found.holder as JsonObject)[found.key as string] = value;
    });
  }

  use(tool: EditTool): void {
    this.tool = tool;
    this.sketch = [];
    this.start = undefined;
    this.redraw();
  }

  /** Which item is wrong, from the path in what the check said. */
  get wrongPath(): string | undefined {
    return /\$((?:\.\w+|\[\d+\])+)/.exec(this.problem)?.[1];
  }

  rotate(angle: number): void {
    const ring = this.chosenItem?.outlines[0];
    if (!ring || this.chosen === undefined) return;
    const [cx, cy] = middleOf(ring);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.document.change((scene) => transform(scene, this.chosen!, ([x, y]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos], angle));
  }

  deleteChosen(): void {
    if (this.chosen === undefined) return;
    const path = this.chosen;
    this.chosen = undefined;
    this.document.change((scene) => remove(scene, path));
  }

  cancel(): void {
    if (this.sketch.length > 0 || this.start) return this.use(this.tool);
    if (this.tool !== "pick") return this.use("pick");
    this.choose(undefined);
  }

  choose(path: string | undefined): void {
    this.chosen = path;
    this.redraw();
    this.onChange();
  }

  // The pointer: every press is taken, so that drawing does not turn the camera; an empty drag with the pick tool is not.

  grab(x: number, y: number): boolean {
    const at = this.groundAt(x, y);
    if (!at) return false;
    this.dragFrom = at;
    this.dragged = false;
    if (this.tool !== "pick") return true;
    const under = this.itemAt(at);
    if (under) this.choose(under.path);
    return under !== undefined;
  }

  drag(x: number, y: number): void {
    const at = this.groundAt(x, y);
    if (!at || !this.dragFrom) return;
    this.dragged = true;
    if (this.tool === "pick") this.sketch = this.shifted(at);
    else if (!clickTools.includes(this.tool)) this.sketch = this.shapeTo(at);
    this.redraw();
  }

  release(x: number, y: number): void {
    const at = this.groundAt(x, y);
    const from = this.dragFrom;
    this.dragFrom = undefined;
    this.sketch = polygonTools.includes(this.tool) ? this.sketch : [];
    if (!at || !from || !this.dragged) return this.redraw();
    if (this.tool === "pick" && this.chosen !== undefined) {
      this.document.change((scene) => transform(scene, this.chosen!, ([px, py]) => [px + at[0] - from[0], py + at[1] - from[1]], 0));
    } else if (!clickTools.includes(this.tool)) this.finishDrag(from, at);
    this.redraw();
  }

  click(x: number, y: number): void {
    this.dragFrom = undefined;
    const at = this.groundAt(x, y);
    if (!at) return;
    if (this.tool === "pick") return this.choose(this.itemAt(at)?.path);
    if (this.tool === "agent") return this.placeAgent(at);
    if (this.tool === "waypoint") return this.placeWaypoint(at);
    if (!polygonTools.includes(this.tool)) return;
    const first = this.sketch[0];
    if (first && this.sketch.length >= 3 && Math.hypot(first[0] - at[0], first[1] - at[1]) < 12 / this.stage.pixelsPerMetre(...at, this.heightOf(this.layer))) return this.close();
    this.sketch = [...this.sketch, at];
    this.redraw();
  }

  /** Ends a polygon. */
  close(): void {
    const ring = this.sketch.map(tidy);
    this.sketch = [];
    if (ring.length >= 3) this.addPolygon(ring);
    this.redraw();
  }

  importPlan(name: string, text: string, scale: number): number {
    const plan = readFloorPlan(name, text);
    const walls = planWalls(plan, scale);
    this.document.change((scene) => {
      for (const wall of walls) this.layerOf(scene, "blocked").push(wall);
      growBounds(scene, walls.flat());
    });
    return walls.length;
  }

  private addPolygon(ring: Ring): void {
    this.document.change((scene) => {
      if (this.tool === "wall") this.layerOf(scene, "blocked").push(ring);
      if (this.tool === "area") append(scene, "areas", this.onLayer({ type: "grass", polygon: ring, cost_factor: 2 }));
      if (this.tool === "obstacle") {
        const [cx, cy] = tidy(middleOf(ring));
        append(scene, "obstacles", this.onLayer({ name: freshName(scene, "obstacle"), outline: ring.map(([x, y]) => tidy([x - cx, y - cy])), position: [cx, cy] }));
      }
    });
  }

  private finishDrag(from: Point, to: Point): void {
    const [low, high] = [tidy([Math.min(from[0], to[0]), Math.min(from[1], to[1])]), tidy([Math.max(from[0], to[0]), Math.max(from[1], to[1])])];
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.1) return;
    const isFlat = high[0] - low[0] < 0.05 || high[1] - low[1] < 0.05;
    if (isFlat && !["disc", "gauge"].includes(this.tool)) return;
    this.document.change((scene) => {
      if (this.tool === "box") this.layerOf(scene, "blocked").push({ box: [low, high] });
      if (this.tool === "disc") append(scene, "obstacles", this.onLayer({ name: freshName(scene, "obstacle"), radius: tidy([Math.hypot(to[0] - from[0], to[1] - from[1]), 0])[0], position: tidy(from) }));
      if (this.tool === "gauge") {
        const gauges = (scene["gauges"] ??= {}) as JsonObject;
        append(gauges, "lines", this.onLayer({ name: freshName(scene, "gauge"), line: [tidy(from), tidy(to)] }));
      }
      if (this.tool === "group" || this.tool === "source") this.addGroup(scene, low, high);
      if (this.tool === "goal") this.setGoal(scene, { polygon: { box: [low, high] } });
    });
  }

  private addGroup(scene: JsonObject, low: Point, high: Point): void {
    const isSource = this.tool === "source";
    const room = Math.max(1, Math.floor(((high[0] - low[0]) * (high[1] - low[1])) / 0.6));
    const group = this.onLayer({
      name: freshName(scene, isSource ? "source" : "group"), count: isSource ? 20 : Math.min(room, 10), ...(isSource ? { every: 1 } : {}),
      rectangle: [low, high], goal: { point: this.freeGoal(scene) },
    });
    append(scene, "groups", group);
    this.chosen = `.groups[${listOf(scene, "groups").length - 1}]`;
    this.tool = "goal";
  }

  /** Somewhere to begin with: the middle of the scene; the goal tool comes next. */
  private freeGoal(scene: JsonObject): Point {
    const bounds = scene["bounds"] as [Point, Point] | undefined;
    return bounds ? tidy([(bounds[0][0] + bounds[1][0]) / 2, (bounds[0][1] + bounds[1][1]) / 2]) : [0, 0];
  }

  /** The chosen group or agent, also when one of its goals is chosen. */
  private get traveller(): string | undefined {
    const owner = this.chosen === undefined ? "" : ownerOf(this.chosen);
    return /^\.(groups|agents)\[\d+\]$/.test(owner) ? owner : undefined;
  }

  private setGoal(scene: JsonObject, goal: JsonObject): void {
    const found = this.traveller && find(scene, this.traveller);
    if (found) setGoal(found.value as JsonObject, this.onGoalLayer(goal));
    this.tool = "pick";
  }

  /** Where nobody is chosen yet, a click chooses. */
  private placeWaypoint(at: Point): void {
    const { traveller } = this;
    if (traveller === undefined) return this.choose(this.itemAt(at)?.path);
    this.document.change((scene) => addWaypoint(find(scene, traveller)!.value as JsonObject, this.onGoalLayer({ point: tidy(at), radius: waypointRadius })));
  }

  private onGoalLayer(place: JsonObject): JsonObject {
    return this.layer === this.layerNames[0] ? place : { layer: this.layer, ...place };
  }

  private placeAgent(at: Point): void {
    if (!this.start) {
      this.start = at;
      this.sketch = [at];
      return this.redraw();
    }
    const from = this.start;
    this.start = undefined;
    this.sketch = [];
    this.document.change((scene) => append(scene, "agents", this.onLayer({ name: freshName(scene, "agent"), position: tidy(from), goal: { point: tidy(at) } })));
  }

  private onLayer(item: JsonObject): JsonObject {
    return this.layer === this.layerNames[0] ? item : { ...item, layer: this.layer };
  }

  private layerOf(scene: JsonObject, key: string): Json[] {
    const layers = (scene["layers"] ??= [{ name: "ground" }]) as JsonObject[];
    const layer = layers.find((each) => each["name"] === this.layer) ?? layers[0]!;
    return (layer[key] ??= []) as Json[];
  }

  private shapeTo(at: Point): Ring {
    const from = this.dragFrom!;
    if (this.tool === "gauge") return [from, at];
    if (this.tool === "disc") {
      const radius = Math.hypot(at[0] - from[0], at[1] - from[1]);
      return Array.from({ length: 33 }, (_, i) => [from[0] + radius * Math.cos((i * Math.PI) / 16), from[1] + radius * Math.sin((i * Math.PI) / 16)]);
    }
    return [from, [at[0], from[1]], at, [from[0], at[1]], from];
  }

  private shifted(at: Point): Ring {
    const ring = this.chosenItem?.outlines[0] ?? [];
    const out = ring.map(([x, y]): Point => [x + at[0] - this.dragFrom![0], y + at[1] - this.dragFrom![1]]);
    return this.chosenItem?.isOpen || out.length === 0 ? out : [...out, out[0]!];
  }

  /** The smallest item around a point, on the chosen layer first. */
  private itemAt(at: Point): Item | undefined {
    const reach = 8 / this.stage.pixelsPerMetre(...at, this.heightOf(this.layer));
    const hits = this.items.filter((item) => item.kind !== "walkable" && item.outlines.some((ring) =>
      item.isOpen ? nearLine(ring, at) < Math.max(0.2, reach) : isInside(ring, ...at) || nearLine([...ring, ring[0]!], at) < reach));
    return hits.sort((a, b) => Number(a.layer !== this.layer) - Number(b.layer !== this.layer) || areaOf(a.outlines[0]!) - areaOf(b.outlines[0]!))[0];
  }

  private groundAt(x: number, y: number): Point | undefined {
    const point = this.stage.toWorld(x, y, this.heightOf(this.layer));
    return point && [point.x, point.y];
  }

  private changed(): void {
    keep(draftName, this.document.text);
    if (this.chosen !== undefined && !find(this.document.scene, this.chosen)) this.chosen = undefined;
    this.refresh();
    this.onChange();
  }

  private refresh(): void {
    this.items = itemsOf(this.document.scene);
    this.redraw();
  }

  redraw(): void {
    this.drawing.show(this.items, (layer) => this.heightOf(layer), this.chosen, this.wrongPath, this.sketch, this.heightOf(this.layer));
    this.stage.isDirty = true;
  }
}

const middleOf = (ring: Ring): Point => [ring.reduce((sum, [x]) => sum + x, 0) / ring.length, ring.reduce((sum, [, y]) => sum + y, 0) / ring.length];
const areaOf = (ring: Ring): number => Math.abs(ring.reduce((sum, [x, y], i) => {
  const [nextX, nextY] = ring[(i + 1) % ring.length]!;
  return sum + x * nextY - nextX * y;
}, 0));

function nearLine(ring: Ring, [x, y]: Point): number {
  let best = Infinity;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / Math.max(1e-9, dx * dx + dy * dy)));
    best = Math.min(best, Math.hypot(x - ax - dx * share, y - ay - dy * share));
  }
  return best;
}

function append(holder: JsonObject, key: string, item: JsonObject): void {
  ((holder[key] ??= []) as Json[]).push(item);
}

function freshName(scene: JsonObject, stem: string): string {
  const taken = new Set(JSON.stringify(scene).match(/"name":"[^"]*"/g) ?? []);
  for (let i = 1; ; i++) if (!taken.has(`"name":"${stem}-${i}"`)) return `${stem}-${i}`;
}

function planWalls(plan: FloorPlan, scale: number): Ring[] {
  const open = ([...ring]: Ring): Ring => {
    const [first, last] = [ring[0]!, ring.at(-1)!];
    if (ring.length > 3 && Math.hypot(first[0] - last[0], first[1] - last[1]) < 1e-9) ring.pop();
    return ring;
  };
  const scaled = (ring: Ring): Ring => ring.map(([x, y]) => [x * scale, y * scale]);
  const distinct = (ring: Ring): Ring => ring.map(tidy).filter((point, i, all) => point[0] !== all[(i + 1) % all.length]![0] || point[1] !== all[(i + 1) % all.length]![1]);
  return [...plan.walls.map((ring) => distinct(open(scaled(ring)))), ...plan.lines.flatMap((line) => thickened(scaled(line), wallThickness))]
    .filter((ring) => ring.length >= 3 && areaOf(ring) > 0.01);
}

function growBounds(scene: JsonObject, points: readonly Point[]): void {
  const [low, high] = (scene["bounds"] ?? [[Infinity, Infinity], [-Infinity, -Infinity]]) as [Point, Point];
  const margin = 1;
  scene["bounds"] = [
    tidy([Math.min(low[0], ...points.map(([x]) => x - margin)), Math.min(low[1], ...points.map(([, y]) => y - margin))]),
    tidy([Math.max(high[0], ...points.map(([x]) => x + margin)), Math.max(high[1], ...points.map(([, y]) => y + margin))]),
  ];
}
