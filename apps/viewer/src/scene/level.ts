import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshLambertMaterial, Plane, Vector3 } from "three";
import type { LevelTriangles } from "../protocol/messages";
import type { SceneColours } from "./palette";
import { stillLayer } from "./still_picture";

const headRoom = 1.9; // metres above a storey's floor that stay when it is cut

/** A 3D level as it is: its own triangles, cut off above the storey that is looked at. */
export class LevelView {
  readonly mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly cut = new Plane(new Vector3(0, 0, -1), 0);

  constructor({ points, corners }: LevelTriangles, colours: SceneColours) {
    const indexed = new BufferGeometry().setAttribute("position", new BufferAttribute(points, 3)).setIndex(new BufferAttribute(corners, 1));
    const geometry = indexed.toNonIndexed();
    geometry.computeVertexNormals();
    this.mesh = new Mesh(geometry, new MeshLambertMaterial({ color: colours.floor, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.layers.set(stillLayer);
  }

  showUpTo(height: number | undefined): void {
    this.cut.constant = (height ?? 0) + headRoom;
    this.mesh.material.clippingPlanes = height === undefined ? null : [this.cut];
    this.mesh.material.needsUpdate = true;
  }
}
