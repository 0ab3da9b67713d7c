import type { Model } from "../data/model";
import type { GoalInfo, PolygonRings } from "../protocol/scene";
import { type JsonObject, tidy } from "./document";

/** A scene file that begins as a run did, where the file itself is not known: everybody by name, where they started. */
export function sceneTextOf(model: Model): string {
  const info = model.scene!;
  const { frames, identities } = model;
  const first = frames.frame(frames.first);
  const polygon = ([outline, ...holes]: PolygonRings) => (holes.length > 0 ? { outline: outline!, holes } : outline!);
  const goal = ({ layer, center, radius, polygon: rings }: GoalInfo): JsonObject => ({
    ...(layer > 0 ? { layer: info.layers[layer]!.name } : {}),
    ...(center ? { point: center, ...(radius ? { radius } : {}) } : { polygon: polygon(rings ?? [[]]) }),
  });
  const onLayer = (layer: number): JsonObject => (layer > 0 ? { layer: info.layers[layer]?.name ?? "" } : {});
  return JSON.stringify({
    version: 1, name: info.name, description: info.description, bounds: info.bounds, duration: info.duration, time_step: info.time_step,
    layers: info.layers.map(({ name, height, walkable, blocked }) => ({ name, height, walkable: walkable.map(polygon), blocked: blocked.map(polygon) })),
    areas: info.areas.map(({ type, layer, polygon: rings }) => ({ type, ...onLayer(layer), polygon: polygon(rings) })),
    obstacles: [...identities.values()].filter(({ obstacle, platform }) => !platform && first.obstacles.tag[obstacle]).map(({ obstacle, name, layer, radius, outline }) => ({
      name, ...onLayer(layer), ...(outline ? { outline } : { radius }),
      position: tidy([first.obstacles.x[obstacle]! / 1000, first.obstacles.y[obstacle]! / 1000]), angle: first.obstacles.angle[obstacle]! / 10000,
    })),
    agents: info.agents.flatMap((agent, i) => (first.agents.tag[i] ? [{
      name: agent.name, ...(agent.group ? { group: agent.group } : {}), ...onLayer(first.agents.tag[i]! >>> 3), position: [first.agents.x[i]! / 1000, first.agents.y[i]! / 1000],
      heading: first.agents.angle[i]! / 10000, radius: agent.radius, height: agent.height, max_speed: agent.max_speed, goal: goal(agent.goal),
    }] : [])),
  });
}
