// Where a group or an agent goes, one place after the other: waypoints, and last its goal. A scene file has the first of
// them as `goal` and the others as that one's `then`.

import type { Json, JsonObject } from "./document";

export interface Stop {
  /** As seen from whoever goes there. */
  readonly path: string;
  readonly place: JsonObject;
  readonly isLast: boolean;
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

function placesOf(owner: JsonObject): JsonObject[] {
  const goal = owner["goal"];
  if (!isObject(goal)) return [];
  const { then, repeats: _, ...first } = goal;
  return [first, ...(Array.isArray(then) ? then.filter(isObject) : [])];
}

function setPlaces(owner: JsonObject, places: JsonObject[]): void {
  const repeats = isObject(owner["goal"]) ? owner["goal"]["repeats"] : undefined;
  const [first, ...then] = places;
  owner["goal"] = { ...first!, ...(then.length > 0 ? { then, ...(repeats === undefined ? {} : { repeats }) } : {}) };
}

export function stopsOf(owner: JsonObject): Stop[] {
  return placesOf(owner).map((place, i, all) => ({ path: i === 0 ? ".goal" : `.goal.then[${i - 1}]`, place, isLast: i === all.length - 1 }));
}

/** The path of whoever goes to a stop, or of the item itself. */
export const ownerOf = (path: string): string => path.replace(/\.goal(\.then\[\d+\])?$/, "");

export function addWaypoint(owner: JsonObject, place: JsonObject): void {
  const places = placesOf(owner);
  if (places.length > 0) setPlaces(owner, [...places.slice(0, -1), place, places.at(-1)!]);
}

export function setGoal(owner: JsonObject, goal: JsonObject): void {
  setPlaces(owner, [...placesOf(owner).slice(0, -1), goal]);
}

/** False when it is the only one: nobody can be without a goal. */
export function removeStop(owner: JsonObject, path: string): boolean {
  const stops = stopsOf(owner);
  const left = stops.filter((stop) => !path.endsWith(stop.path));
  if (left.length === 0 || left.length === stops.length) return false;
  setPlaces(owner, left.map(({ place }) => place));
  return true;
}
