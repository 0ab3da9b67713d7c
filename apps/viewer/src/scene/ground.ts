// What never moves: floors, walls, kinds of ground and stairs, storey by storey, so that storeys above the one that is
// looked at can be taken away.

import {
  BufferAttribute, BufferGeometry, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial,
} from "three";
import type { LayerInfo, SceneInfo } from "../protocol/scene";
import { groupColours, type SceneColours } from "./palette";
import { pavingMetres, pavingTexture, shadeTexture, wallShadowTexture } from "./paving";
import { edgePositions, flatGeometry, prismGeometry, sideGeometry } from "./shapes";
import { stillLayer } from "./still_picture";
import { sunFrom } from "./sun";

/** Walls are cut below the hips so that nobody hides behind them; in somebody's own eyes they are whole. */
export const cutWall = 1.1;
export const wholeWall = 2.6;
/** Of floors; upper storeys are seen from the side. */
export const slabThickness = 0.25;
const areaLift = 0.012;
const edgeLift = 0.015;
const shadowLift = 0.008;
const shadowOpacity = 0.3;
const stairSteps = 12;

export function segments(positions: Float32Array, colour: string, opacity = 1): LineSegments {
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: colour, transparent: opacity < 1, opacity }));
}

/** Where a point of the floor is in the paving, and in the picture of its shade. */
function addFloorUv(geometry: BufferGeometry, info: SceneInfo): void {
  const [[lowX, lowY], [highX, highY]] = info.bounds;
  const position = geometry.getAttribute("position");
  const [paving, shade] = [new Float32Array(position.count * 2), new Float32Array(position.count * 2)];
  for (let i = 0; i < position.count; i++) {
    const [x, y] = [position.getX(i), position.getY(i)];
    paving.set([x / pavingMetres, y / pavingMetres], i * 2);
    shade.set([(x - lowX) / Math.max(1e-6, highX - lowX), (y - lowY) / Math.max(1e-6, highY - lowY)], i * 2);
  }
  geometry.setAttribute("uv", new BufferAttribute(paving, 2));
  geometry.setAttribute("uv1", new BufferAttribute(shade, 2));
}

interface Storey {
  readonly height: number;
  readonly group: Group;
  readonly floor: Mesh<BufferGeometry, MeshLambertMaterial> | undefined;
  readonly walls: Mesh | undefined;
  readonly shadow: Mesh | undefined;
}

export class GroundView {
  readonly group = new Group();
  private readonly storeys: Storey[];
  private readonly isStacked: boolean;
  private readonly paving;

  constructor(private readonly info: SceneInfo, private readonly colours: SceneColours, private readonly hasLevel: boolean, anisotropy: number) {
    this.isStacked = new Set(info.layers.map((layer) => layer.height)).size > 1;
    this.paving = pavingTexture(anisotropy);
    this.storeys = info.layers.map((layer, i) => this.storey(layer, i));
    for (const { group } of this.storeys) this.group.add(group);
    if (!hasLevel) for (const stair of this.stairs()) this.group.add(stair);
    this.group.traverse((object) => object.layers.set(stillLayer));
    this.showUpTo(undefined);
  }

  /** Storeys above `height` are left out; all are there when it is undefined, the upper ones translucent. */
  showUpTo(height: number | undefined): void {
    const lowest = Math.min(...this.storeys.map((storey) => storey.height));
    for (const storey of this.storeys) {
      storey.group.visible = height === undefined || storey.height <= height + 0.1;
      const isGlass = this.isStacked && height === undefined && storey.height > lowest + 0.1;
      if (!storey.floor) continue;
      const { material, layers } = storey.floor;
      material.transparent = isGlass;
      material.opacity = isGlass ? 0.42 : 1;
      material.depthWrite = !isGlass;
      material.needsUpdate = true;
      // Glass lies over those who walk below it.
      layers.set(isGlass ? 0 : stillLayer);
    }
  }

  raiseWalls(height: number): void {
    for (const { walls } of this.storeys) if (walls) walls.scale.z = height;
  }

  /** The shadows of walls that were worked out once, for when there are no real ones. */
  showStillShadows(on: boolean): void {
    for (const { shadow } of this.storeys) if (shadow) shadow.visible = on;
  }

  private storey(layer: LayerInfo, index: number): Storey {
    const group = new Group();
    const floorGeometry = flatGeometry(layer.walkable, layer.height);
    const material = new MeshLambertMaterial({
      color: this.colours.floor, map: this.paving, aoMap: shadeTexture(this.info, layer), side: DoubleSide,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    });
    if (floorGeometry) addFloorUv(floorGeometry, this.info);
    const floor = floorGeometry && new Mesh(floorGeometry, material);
    if (floor) {
      floor.receiveShadow = true;
      floor.visible = !this.hasLevel;
      group.add(floor);
    }
    const sides = this.hasLevel ? undefined : sideGeometry(layer.walkable, layer.height - slabThickness, layer.height - 0.002);
    if (sides) group.add(new Mesh(sides, new MeshLambertMaterial({ color: this.colours.slab, side: DoubleSide })));
    const shadow = floorGeometry && !this.hasLevel && layer.blocked.length > 0 ? this.stillShadow(layer, floorGeometry) : undefined;
    if (shadow) group.add(shadow);
    group.add(segments(edgePositions(layer.walkable, layer.height + edgeLift), this.colours.floorEdge, this.hasLevel ? 0.5 : 1));
    const walls = this.walls(layer);
    if (walls) group.add(walls);
    this.addAreas(group, index, layer.height);
    return { height: layer.height, group, floor, walls, shadow };
  }

  private stillShadow(layer: LayerInfo, floor: BufferGeometry): Mesh {
    const material = new MeshBasicMaterial({ map: wallShadowTexture(this.info, layer, sunFrom, cutWall), transparent: true, opacity: shadowOpacity, depthWrite: false });
    const mesh = new Mesh(floor, material);
    mesh.position.z = shadowLift;
    return mesh;
  }

  /** One metre high; scaled to what is asked for. */
  private walls(layer: LayerInfo): Mesh | undefined {
    const geometry = this.hasLevel ? undefined : prismGeometry(layer.blocked, 0, 1, this.colours.wallTop, this.colours.wallSide);
    if (!geometry) return undefined;
    const mesh = new Mesh(geometry, new MeshLambertMaterial({ vertexColors: true }));
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.position.z = layer.height;
    mesh.scale.z = cutWall;
    return mesh;
  }

  private addAreas(group: Group, layer: number, height: number): void {
    const types = [...new Set(this.info.areas.map((area) => area.type))];
    for (const area of this.info.areas) {
      if (area.layer !== layer) continue;
      const geometry = flatGeometry([area.polygon], height + areaLift);
      if (!geometry) continue;
      const colour = groupColours[(types.indexOf(area.type) + 2) % groupColours.length]!;
      group.add(new Mesh(geometry, new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.25, depthWrite: false })));
    }
  }

  /** Steps from one end of each portal to the other. */
  private stairs(): Mesh[] {
    const material = new MeshLambertMaterial({ color: this.colours.wallTop, side: DoubleSide });
    return this.info.portals.flatMap(({ a, b, layers }) => {
      const [za, zb] = layers.map((layer) => this.info.layers[layer]?.height ?? 0) as [number, number];
      if (Math.abs(zb - za) < 0.05) return [];
      const positions: number[] = [];
      const corner = (side: 0 | 1, share: number, z: number) => [a[side][0] + (b[side][0] - a[side][0]) * share, a[side][1] + (b[side][1] - a[side][1]) * share, z] as const;
      for (let i = 0; i < stairSteps; i++) {
        const [from, to] = [i / stairSteps, (i + 1) / stairSteps];
        const [low, high] = [za + (zb - za) * from, za + (zb - za) * to];
        quad(positions, corner(0, from, low), corner(1, from, low), corner(1, from, high), corner(0, from, high));
        quad(positions, corner(0, from, high), corner(1, from, high), corner(1, to, high), corner(0, to, high));
      }
      const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
      geometry.computeVertexNormals();
      const mesh = new Mesh(geometry, material);
      mesh.castShadow = mesh.receiveShadow = true;
      return [mesh];
    });
  }
}

type Corner = readonly [number, number, number];
function quad(out: number[], a: Corner, b: Corner, c: Corner, d: Corner): void {
  out.push(...a, ...b, ...c, ...a, ...c, ...d);
}
