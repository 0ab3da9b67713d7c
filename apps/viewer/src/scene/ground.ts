// What never moves: floors, walls, kinds of ground, and what joins the floors.

import {
  BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, type Object3D,
} from "three";
import type { SceneInfo } from "../protocol/scene";
import { groupColours, type SceneColours } from "./palette";
import { edgePositions, flatGeometry, prismGeometry } from "./shapes";

export const wallHeight = 1.0;
const areaLift = 0.01;
const edgeLift = 0.015;

export function segments(positions: Float32Array, colour: string, opacity = 1): LineSegments {
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: colour, transparent: opacity < 1, opacity }));
}

function areas(info: SceneInfo): Object3D[] {
  const types = [...new Set(info.areas.map((area) => area.type))];
  return info.areas.flatMap((area) => {
    const geometry = flatGeometry([area.polygon], (info.layers[area.layer]?.height ?? 0) + areaLift);
    if (!geometry) return [];
    const colour = groupColours[(types.indexOf(area.type) + 2) % groupColours.length]!;
    return [new Mesh(geometry, new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.25, depthWrite: false }))];
  });
}

export function ground(info: SceneInfo, colours: SceneColours): Group {
  const group = new Group();
  const isStacked = info.layers.length > 1;
  for (const layer of info.layers) {
    const floor = flatGeometry(layer.walkable, layer.height);
    // Upper floors let through what happens below.
    const floorMaterial = new MeshBasicMaterial({
      color: colours.floor, transparent: isStacked, opacity: isStacked ? 0.72 : 1, side: 2,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    });
    if (floor) group.add(new Mesh(floor, floorMaterial));
    group.add(segments(edgePositions(layer.walkable, layer.height + edgeLift), colours.floorEdge));
    const walls = prismGeometry(layer.blocked, layer.height, wallHeight, colours.wallTop, colours.wallSide);
    if (walls) group.add(new Mesh(walls, new MeshBasicMaterial({ vertexColors: true })));
  }
  for (const area of areas(info)) group.add(area);
  return group;
}
