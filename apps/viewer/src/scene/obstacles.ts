import { Group, Mesh, MeshLambertMaterial } from "three";
import { blendAngle, type Moment } from "../data/moment";
import type { Model } from "../data/model";
import type { Identity } from "../protocol/messages";
import type { Ring } from "../protocol/scene";
import type { SceneColours } from "./palette";
import { discRing, isInside, prismGeometry } from "./shapes";

const obstacleHeight = 1.2;
const platformHeight = 0.04;

/** Obstacles and platforms, made when first heard of and moved from then on. */
export class ObstaclesView {
  readonly group = new Group();
  private readonly meshes = new Map<number, Mesh>();

  constructor(private readonly model: Model, private readonly colours: SceneColours) {}

  update({ frame, next, blend }: Moment): void {
    const [now, then] = [frame.obstacles, next.obstacles];
    for (const [id, identity] of this.model.identities) {
      const mesh = this.meshes.get(id) ?? this.create(id, identity);
      mesh.visible = (now.tag[id] ?? 0) !== 0;
      if (!mesh.visible) continue;
      const share = (then.tag[id] ?? 0) === 0 ? 0 : blend;
      mesh.position.x = (now.x[id]! + (then.x[id]! - now.x[id]!) * share) / 1000;
      mesh.position.y = (now.y[id]! + (then.y[id]! - now.y[id]!) * share) / 1000;
      mesh.rotation.z = blendAngle(now.angle[id]! / 10000, then.angle[id]! / 10000, share);
    }
  }

  /** The obstacle that covers a point of the ground. */
  at(x: number, y: number, layer: number): Identity | undefined {
    for (const [id, mesh] of this.meshes) {
      const identity = this.model.identities.get(id)!;
      if (!mesh.visible || identity.platform || identity.layer !== layer) continue;
      const [cos, sin] = [Math.cos(mesh.rotation.z), Math.sin(mesh.rotation.z)];
      const [dx, dy] = [x - mesh.position.x, y - mesh.position.y];
      if (isInside(outlineOf(identity), dx * cos + dy * sin, dy * cos - dx * sin)) return identity;
    }
    return undefined;
  }

  meshOf(id: number): Mesh | undefined {
    return this.meshes.get(id);
  }

  private create(id: number, identity: Identity): Mesh {
    const base = this.model.scene!.layers[identity.layer]?.height ?? 0;
    const colour = identity.platform ? this.colours.platform : this.colours.obstacle;
    const side = identity.platform ? this.colours.floorEdge : this.colours.wallSide;
    const geometry = prismGeometry([[outlineOf(identity)]], base, identity.platform ? platformHeight : obstacleHeight, colour, side);
    const mesh = new Mesh(geometry, new MeshLambertMaterial({ vertexColors: true }));
    mesh.castShadow = !identity.platform;
    mesh.receiveShadow = true;
    this.meshes.set(id, mesh);
    this.group.add(mesh);
    return mesh;
  }
}

export const outlineOf = (identity: Identity): Ring => identity.outline ?? discRing(0, 0, identity.radius ?? 0.5);
