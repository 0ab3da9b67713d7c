import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshLambertMaterial, Plane, Vector3 } from "three";
import type { LevelTriangles } from "../protocol/messages";
import type { SceneColours } from "./palette";
import { pavingMetres, pavingTexture } from "./paving";
import { stillLayer } from "./still_picture";

const headRoom = 1.9; // metres above a storey's floor that stay when it is cut
const glass = 0.42;
const steep = 0.6; // of a normal's height; below, it is a wall

/** Ground is paved, walls have their own colour and courses of the same width. */
function paint(geometry: BufferGeometry, colours: SceneColours): void {
  const [position, normal] = [geometry.getAttribute("position"), geometry.getAttribute("normal")];
  const [floor, wall] = [new Color(colours.floor), new Color(colours.wallSide)];
  const [uv, painted] = [new Float32Array(position.count * 2), new Float32Array(position.count * 3)];
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const isWall = Math.abs(normal.getZ(i)) < steep;
    const along = Math.abs(normal.getX(i)) > Math.abs(normal.getY(i)) ? y : x;
    uv.set([(isWall ? along : x) / pavingMetres, (isWall ? z : y) / pavingMetres], i * 2);
    (isWall ? wall : floor).toArray(painted, i * 3);
  }
  geometry.setAttribute("uv", new BufferAttribute(uv, 2));
  geometry.setAttribute("color", new BufferAttribute(painted, 3));
}

/** A 3D level as it is: its own triangles, cut off above the storey that is looked at. While none is, all are there, and
 *  those above the lowest let one see through. */
export class LevelView {
  readonly object = new Group();
  private readonly below = new Plane(new Vector3(0, 0, -1), 0);
  private readonly above = new Plane(new Vector3(0, 0, 1), 0);
  private readonly solid: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly clear: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly lowest: number;
  private readonly isStacked: boolean;

  constructor({ points, corners }: LevelTriangles, colours: SceneColours, heights: readonly number[], anisotropy: number) {
    const indexed = new BufferGeometry().setAttribute("position", new BufferAttribute(points, 3)).setIndex(new BufferAttribute(corners, 1));
    const geometry = indexed.toNonIndexed();
    geometry.computeVertexNormals();
    paint(geometry, colours);
    this.lowest = Math.min(...heights);
    this.isStacked = heights.some((height) => height > this.lowest + headRoom);
    const common = { map: pavingTexture(anisotropy), vertexColors: true, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 } as const;
    this.solid = new Mesh(geometry, new MeshLambertMaterial({ ...common, clippingPlanes: this.isStacked ? [this.below] : null }));
    this.clear = new Mesh(geometry, new MeshLambertMaterial({ ...common, clippingPlanes: [this.above], transparent: true, opacity: glass, depthWrite: false }));
    this.solid.castShadow = this.solid.receiveShadow = true;
    this.solid.layers.set(stillLayer);
    this.object.add(this.solid, this.clear);
    this.showUpTo(undefined);
  }

  showUpTo(height: number | undefined): void {
    this.below.constant = (height ?? this.lowest) + headRoom;
    this.above.constant = -this.below.constant;
    this.clear.visible = this.isStacked && height === undefined;
  }
}
