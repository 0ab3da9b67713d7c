import { Group, Mesh, MeshLambertMaterial } from "three";
import { blendAngle, type Moment } from "../data/moment";
import type { Model } from "../data/model";
import type { Identity } from "../protocol/messages";
import type { Ring } from "../protocol/scene";
import type { SceneColours } from "./palette";
import { discRing, isInside, prismGeometry } from "./shapes";

/** Bottom and top above the floor of its layer, where a recording does not tell them. */
type Rise = readonly [bottom: number, top: number];
const obstacleRise: Rise = [0, 1.2];
const platformRise: Rise = [0, 0.04];

/** What the recording tells of heights at a frame, by obstacle. */
function risesAt(model: Model, frame: number): Map<number, Rise> {
  const values = model.channels.at("block_heights", undefined, frame)?.drawings[0]?.values ?? new Float32Array();
  const rises = new Map<number, Rise>();
  for (let at = 0; at + 2 < values.length; at += 3) rises.set(values[at]!, [values[at + 1]!, values[at + 2]!]);
  return rises;
}

/** Obstacles and platforms, made when first heard of and moved from then on. */
export class ObstaclesView {
  readonly group = new Group();
  private readonly meshes = new Map<number, Mesh>();

  constructor(private readonly model: Model, private readonly colours: SceneColours) {}

  update({ frame, next, blend }: Moment): void {
    const [now, then] = [frame.obstacles, next.obstacles];
    const [rises, nextRises] = [risesAt(this.model, frame.head.index), risesAt(this.model, next.head.index)];
    for (const [id, identity] of this.model.identities) {
      const mesh = this.meshes.get(id) ?? this.create(id, identity);
      mesh.visible = (now.tag[id] ?? 0) !== 0;
      if (!mesh.visible) continue;
      const share = (then.tag[id] ?? 0) === 0 ? 0 : blend;
      mesh.position.x = (now.x[id]! + (then.x[id]! - now.x[id]!) * share) / 1000;
      mesh.position.y = (now.y[id]! + (then.y[id]! - now.y[id]!) * share) / 1000;
      const usual = identity.platform ? platformRise : obstacleRise;
      const [from, to] = [rises.get(id) ?? usual, nextRises.get(id) ?? usual];
      const bottom = from[0] + (to[0] - from[0]) * share;
      mesh.position.z = (this.model.scene!.layers[identity.layer]?.height ?? 0) + bottom;
      mesh.scale.z = Math.max(0.01, from[1] + (to[1] - from[1]) * share - bottom);
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

  /** One metre high; scaled to what it is. */
  private create(id: number, identity: Identity): Mesh {
    const colour = identity.platform ? this.colours.platform : this.colours.obstacle;
    const side = identity.platform ? this.colours.floorEdge : this.colours.wallSide;
    const geometry = prismGeometry([[outlineOf(identity)]], 0, 1, colour, side);
    const mesh = new Mesh(geometry, new MeshLambertMaterial({ vertexColors: true }));
    mesh.castShadow = !identity.platform;
    mesh.receiveShadow = true;
    this.meshes.set(id, mesh);
    this.group.add(mesh);
    return mesh;
  }
}

export const outlineOf = (identity: Identity): Ring => identity.outline ?? discRing(0, 0, identity.radius ?? 0.5);
