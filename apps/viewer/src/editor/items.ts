// What of a scene file can be picked up: each with the path at which it stands, its outline on the ground, and how its
// points are moved.

import type { Point, Ring } from "../protocol/scene";
import { discRing } from "../scene/shapes";
import { type Json, type JsonObject, listOf, tidy } from "./document";
import { ownerOf, removeStop, stopsOf } from "./stops";

export type ItemKind = "wall" | "obstacle" | "area" | "group" | "goal" | "waypoint" | "agent" | "gauge" | "walkable";

export interface Item {
  readonly kind: ItemKind;
  /** As `wend check` writes it, without the $: .groups[0].goal */
  readonly path: string;
  readonly label: string;
  readonly layer: string;
  readonly outlines: Ring[];
  readonly isOpen: boolean;
}

export const itemColours: Record<ItemKind, string> = {
  wall: "#8d98a6", walkable: "#66758a", obstacle: "#c2a878", area: "#009e73", group: "#56b4e9", goal: "#e69f00", waypoint: "#f0e442", agent: "#56b4e9", gauge: "#cc79a7",
};

const isPoint = (value: Json | undefined): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === "number");
const isRing = (value: Json | undefined): value is Point[] => Array.isArray(value) && value.length >= 2 && value.every((each) => isPoint(each));

function boxRing([a, b]: readonly Point[]): Ring {
  return [[a![0], a![1]], [b![0], a![1]], [b![0], b![1]], [a![0], b![1]]];
}

/** The outline of a polygon in any of the ways that a file may write it, those of files and WKT left out. */
export function outlineOf(polygon: Json | undefined): Ring | undefined {
  if (isRing(polygon)) return polygon;
  if (typeof polygon !== "object" || polygon === null || Array.isArray(polygon)) return undefined;
  if (isRing(polygon["box"])) return boxRing(polygon["box"]);
  return isRing(polygon["outline"]) ? polygon["outline"] : undefined;
}

const num = (value: Json | undefined, otherwise: number): number => (typeof value === "number" ? value : otherwise);
const text = (value: Json | undefined, otherwise = ""): string => (typeof value === "string" ? value : otherwise);

function stopItems(owner: JsonObject, path: string, label: string, firstLayer: string): Item[] {
  return stopsOf(owner).flatMap(({ path: stop, place, isLast }, i): Item[] => {
    const ring = isPoint(place["point"]) ? discRing(...place["point"], num(place["radius"], 0.25), 24) : outlineOf(place["polygon"]);
    const layer = text(place["layer"], text(owner["layer"], firstLayer));
    return ring ? [{ kind: isLast ? "goal" : "waypoint", path: path + stop, label: isLast ? `goal of ${label}` : `waypoint ${i + 1} of ${label}`, layer, outlines: [ring], isOpen: false }] : [];
  });
}

function placementOf(group: JsonObject): { ring: Ring; isOpen: boolean } | undefined {
  if (isRing(group["rectangle"])) return { ring: boxRing(group["rectangle"]), isOpen: false };
  if (isRing(group["line"])) return { ring: group["line"], isOpen: true };
  const disc = group["disc"] as JsonObject | undefined;
  return disc && isPoint(disc["center"]) ? { ring: discRing(...disc["center"], num(disc["radius"], 1)), isOpen: false } : undefined;
}

function obstacleRing(obstacle: JsonObject): Ring | undefined {
  const motion = obstacle["motion"] as JsonObject | undefined;
  const first = Array.isArray(motion?.["keyframes"]) ? (motion["keyframes"][0] as JsonObject) : undefined;
  const at = isPoint(obstacle["position"]) ? obstacle["position"] : isPoint(first?.["position"]) ? first["position"] : undefined;
  if (!at) return undefined;
  if (!isRing(obstacle["outline"])) return discRing(...at, num(obstacle["radius"], 0.5));
  const angle = num(obstacle["angle"], num(first?.["angle"], 0));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return obstacle["outline"].map(([x, y]) => [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos]);
}

export function itemsOf(scene: JsonObject): Item[] {
  const layers = listOf(scene, "layers");
  const first = text(layers[0]?.["name"], "ground");
  const items: Item[] = [];
  const add = (kind: ItemKind, path: string, label: string, layer: string, ring: Ring | undefined, isOpen = false) => {
    if (ring) items.push({ kind, path, label, layer, outlines: [ring], isOpen });
  };
  layers.forEach((layer, k) => {
    for (const [key, kind] of [["walkable", "walkable"], ["blocked", "wall"]] as const) {
      listOf(layer, key).forEach((polygon, i) => add(kind, `.layers[${k}].${key}[${i}]`, `${kind} ${i + 1}`, text(layer["name"], first), outlineOf(polygon as Json)));
    }
  });
  const layerOf = (item: JsonObject) => text(item["layer"], first);
  listOf(scene, "areas").forEach((area, i) => add("area", `.areas[${i}]`, text(area["type"], "area"), layerOf(area), outlineOf(area["polygon"])));
  listOf(scene, "obstacles").forEach((one, i) => add("obstacle", `.obstacles[${i}]`, text(one["name"], `obstacle ${i + 1}`), layerOf(one), obstacleRing(one)));
  listOf(scene, "groups").forEach((group, i) => {
    const place = placementOf(group);
    const label = text(group["name"], `group ${i + 1}`);
    add("group", `.groups[${i}]`, `${label}, ${num(group["count"], 1)}${num(group["every"], 0) > 0 ? `, one every ${num(group["every"], 0)} s` : ""}`, layerOf(group), place?.ring, place?.isOpen);
    items.push(...stopItems(group, `.groups[${i}]`, label, first));
  });
  listOf(scene, "agents").forEach((agent, i) => {
    const label = text(agent["name"], `agent ${i + 1}`);
    if (isPoint(agent["position"])) add("agent", `.agents[${i}]`, label, layerOf(agent), discRing(...agent["position"], num(agent["radius"], 0.25), 16));
    items.push(...stopItems(agent, `.agents[${i}]`, label, first));
  });
  const gauges = (scene["gauges"] ?? {}) as JsonObject;
  listOf(gauges, "lines").forEach((gauge, i) => add("gauge", `.gauges.lines[${i}]`, text(gauge["name"], `gauge ${i + 1}`), layerOf(gauge), isRing(gauge["line"]) ? gauge["line"] : undefined, true));
  listOf(gauges, "areas").forEach((gauge, i) => add("gauge", `.gauges.areas[${i}]`, text(gauge["name"], `gauge ${i + 1}`), layerOf(gauge), outlineOf(gauge["polygon"])));
  return items;
}

/** The value at a path, with where it hangs. */
export function find(scene: JsonObject, path: string): { holder: JsonObject | Json[]; key: string | number; value: Json } | undefined {
  let holder: Json = scene;
  let key: string | number = "";
  let value: Json = scene;
  for (const word of path.match(/[^.[\]]+/g) ?? []) {
    if (typeof value !== "object" || value === null) return undefined;
    holder = value;
    key = Array.isArray(value) ? Number(word) : word;
    value = (holder as JsonObject)[key as string] as Json;
    if (value === undefined) return undefined;
  }
  return { holder: holder as JsonObject | Json[], key, value };
}

/** Applies a map of the plane to every point of an item; a box that is no longer one becomes an outline. */
export function transform(scene: JsonObject, path: string, map: (point: Point) => Point, turn: number): void {
  const found = find(scene, path);
  if (!found) return;
  (found.holder as JsonObject)[found.key as string] = moved(found.value, map, turn, path);
}

function moved(value: Json, map: (point: Point) => Point, turn: number, path: string): Json {
  if (isRing(value)) return value.map((point) => tidy(map(point)));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const out: JsonObject = { ...value };
  if (isRing(value["box"])) {
    if (turn === 0) return { ...out, box: value["box"].map((point) => tidy(map(point))) };
    delete out["box"];
    return { ...out, outline: boxRing(value["box"]).map((point) => tidy(map(point))) };
  }
  // An obstacle's outline is around its own origin; its place and angle move instead.
  const isBody = /^\.obstacles\[\d+\]$/.test(path);
  if (isRing(value["outline"]) && !isBody) out["outline"] = value["outline"].map((point) => tidy(map(point)));
  if (Array.isArray(value["holes"])) out["holes"] = value["holes"].map((hole) => moved(hole, map, turn, ""));
  for (const key of ["position", "point", "center"]) if (isPoint(value[key])) out[key] = tidy(map(value[key]));
  for (const key of ["line"]) if (isRing(value[key])) out[key] = value[key].map((point) => tidy(map(point)));
  if (isRing(value["rectangle"])) out["rectangle"] = tidyBox(value["rectangle"].map(map), turn, value["rectangle"]);
  for (const key of ["disc", "polygon"]) if (value[key] !== undefined) out[key] = moved(value[key], map, turn, "");
  if (turn !== 0 && (isBody || path.startsWith(".agents"))) {
    const key = isBody ? "angle" : "heading";
    out[key] = Math.round((num(value[key], 0) + turn) * 1e4) / 1e4;
  }
  const motion = value["motion"] as JsonObject | undefined;
  if (motion && Array.isArray(motion["keyframes"])) out["motion"] = { ...motion, keyframes: motion["keyframes"].map((key) => moved(key, map, turn, "")) };
  return out;
}

/** Rectangles of groups stay upright: a quarter turn swaps their sides, less leaves them. */
function tidyBox(corners: Point[], turn: number, before: Point[]): Json {
  if (turn !== 0 && Math.abs(Math.abs(turn) - Math.PI / 2) > 0.01) return before;
  const [a, b] = [corners[0]!, corners[1]!];
  return [tidy([Math.min(a[0], b[0]), Math.min(a[1], b[1])]), tidy([Math.max(a[0], b[0]), Math.max(a[1], b[1])])];
}

export function remove(scene: JsonObject, path: string): void {
  // A group or agent without a goal is none: whoever removes the only one removes both.
  const owner = ownerOf(path);
  const found = find(scene, owner);
  if (!found || (owner !== path && removeStop(found.value as JsonObject, path))) return;
  if (Array.isArray(found.holder)) found.holder.splice(found.key as number, 1);
}
