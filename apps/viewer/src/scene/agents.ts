// Everybody. Those near the eye have joints and walk, those further away are drawn in one piece, those far away are a
// point each.

import { type Color, Group, type Vector3 } from "three";
import { layerOf } from "../data/agent_facts";
import type { Model } from "../data/model";
import { blendAngle, type Moment } from "../data/moment";
import { type AgentColouring, ClothesColours, speedAt } from "../people/colours";
import { Gait, poseFloats } from "../people/gait";
import { JointedPeople, looks } from "../people/jointed";
import type { PoseSource } from "../people/joints";
import { FarPeople, Spots } from "../people/far";
import { plainPerson } from "../people/limb_shape";
import { PlainPeople } from "../people/plain";
import type { SceneColours } from "./palette";
import { type QualitySettings, settingsOf } from "./quality";

export type { AgentColouring } from "../people/colours";

export interface ViewOfPeople {
  readonly eye: Vector3;
  readonly settings: QualitySettings;
  /** Within how many metres of the eye limbs can be seen. */
  readonly limbReach: number;
  /** Who is not drawn: the one whose eyes are looked through. */
  readonly hidden: number | undefined;
  /** Nobody on storeys above this is drawn. */
  readonly upTo: number | undefined;
}

/** `positions` is where each was drawn last, x y z radius, for picking and overlays. */
export class AgentsView {
  readonly group = new Group();
  readonly positions: Float32Array;
  readonly present: Uint8Array;
  readonly headings: Float32Array;
  colouring: AgentColouring = "group";
  /** Poses from elsewhere, where there are some. */
  poses: PoseSource | undefined;
  private readonly clothes: ClothesColours;
  private readonly jointed: JointedPeople;
  private readonly plain: PlainPeople;
  private readonly far: FarPeople;
  /** 2 with joints, 1 with limbs, 0 far away. */
  private readonly detail: Uint8Array;
  /** From the eye, in square metres. */
  private readonly away: Float32Array;
  private readonly spots: Spots;
  private readonly gaits = new Map<number, Gait>();
  private readonly pose = new Float32Array(poseFloats);
  private lastTime = NaN;
  private moment: Moment | undefined;

  constructor(private readonly model: Model, colours: SceneColours) {
    const count = model.scene!.agents.length;
    this.positions = new Float32Array(count * 4);
    this.headings = new Float32Array(count);
    this.present = new Uint8Array(count);
    this.poses = model.poses;
    this.clothes = new ClothesColours(model, colours);
    this.jointed = new JointedPeople(Math.min(count, settingsOf.high.jointed));
    this.plain = new PlainPeople(Math.min(count, settingsOf.high.plain), plainPerson());
    this.far = new FarPeople(count);
    this.detail = new Uint8Array(count);
    this.away = new Float32Array(count);
    this.spots = new Spots(count);
    this.group.add(this.jointed.mesh, this.plain.mesh, this.far.points, this.spots.points);
  }

  colourOf(agent: number, tag: number): Color {
    return this.clothes.of(this.colouring, agent, tag, this.moment!);
  }

  /** Height as it is drawn: people differ a little where the scene says nothing of it. */
  heightOf(agent: number): number {
    return this.model.scene!.agents[agent]!.height * (0.92 + 0.08 * looks(agent, 5));
  }

  /** Where an agent's feet are, for those who have any. */
  feetOf(agent: number): { left: readonly number[]; right: readonly number[]; leftDown: boolean; rightDown: boolean } | undefined {
    const gait = this.gaits.get(agent);
    return gait && { left: [gait.left.x, gait.left.y], right: [gait.right.x, gait.right.y], leftDown: gait.left.isDown, rightDown: gait.right.isDown };
  }

  update(moment: Moment, view: ViewOfPeople): void {
    this.moment = moment;
    this.clothes.prepare(this.colouring, this.positions, this.present);
    this.chooseDetail(view);
    const seconds = moment.time - this.lastTime;
    const passed = seconds >= 0 && seconds < 0.5 ? seconds : -1;
    this.lastTime = moment.time;
    this.jointed.clear();
    this.plain.clear();
    this.far.clear();
    this.spots.clear();
    for (const agent of this.gaits.keys()) if (this.detail[agent] !== 2) this.gaits.delete(agent);
    for (let i = 0; i < this.present.length; i++) if (this.present[i]) this.draw(i, moment, view, passed);
    this.jointed.finish();
    this.plain.finish();
    this.far.finish();
    this.spots.finish(view.settings.spots);
  }

  private draw(i: number, moment: Moment, view: ViewOfPeople, seconds: number): void {
    const [x, y, z, radius] = [this.positions[i * 4]!, this.positions[i * 4 + 1]!, this.positions[i * 4 + 2]!, this.positions[i * 4 + 3]!];
    if (view.upTo !== undefined && (this.model.scene!.layers[layerOf(moment.frame.agents.tag[i]!)]?.height ?? z) > view.upTo + 0.1) return;
    const heading = this.headings[i]!;
    const height = this.heightOf(i);
    const wide = Math.min(1.6, Math.max(0.7, radius / 0.25));
    const clothes = this.colourOf(i, moment.frame.agents.tag[i]!);
    if (view.settings.spots) this.spots.add(x, y, z, radius * 1.7);
    if (i === view.hidden) return;
    if (this.detail[i] === 2) {
      const gait = this.gaits.get(i) ?? new Gait(height, looks(i, 6));
      this.gaits.set(i, gait);
      gait.move(x, y, heading, seconds, speedAt(moment, i));
      if (!this.poses?.pose(i, moment.time, this.pose)) gait.pose(z, heading, wide, this.pose);
      if (this.jointed.add(i, this.pose, height, wide, clothes)) return;
    }
    if (this.detail[i]! > 0) this.plain.add(x, y, z, heading, height, wide, clothes);
    else this.far.add(x, y, z, height, 0.19 * wide, clothes);
  }

  private chooseDetail({ eye, settings, limbReach }: ViewOfPeople): void {
    this.detail.fill(0);
    if (limbReach === 0) return;
    const { positions, present, away } = this;
    const near: number[] = [];
    for (let i = 0; i < present.length; i++) {
      if (!present[i]) continue;
      const [dx, dy, dz] = [positions[i * 4]! - eye.x, positions[i * 4 + 1]! - eye.y, positions[i * 4 + 2]! - eye.z];
      away[i] = dx * dx + dy * dy + dz * dz;
      if (away[i]! < limbReach * limbReach) near.push(i);
    }
    if (near.length > settings.jointed) near.sort((a, b) => away[a]! - away[b]!);
    near.slice(0, settings.jointed + settings.plain).forEach((agent, rank) => (this.detail[agent] = rank < settings.jointed ? 2 : 1));
  }

  /** Where everybody is; before they are drawn, so that a camera can go along. */
  locate({ frame, next, blend }: Moment): void {
    const [now, then] = [frame.agents, next.agents];
    const { agents } = this.model.scene!;
    for (let i = 0; i < agents.length; i++) {
      const tag = now.tag[i] ?? 0;
      this.present[i] = tag === 0 ? 0 : 1;
      if (tag === 0) continue;
      // Nobody is shown half way to a place that was not walked to.
      const share = (then.tag[i] ?? 0) === 0 ? 0 : blend;
      const at = i * 4;
      this.positions[at] = (now.x[i]! + (then.x[i]! - now.x[i]!) * share) / 1000;
      this.positions[at + 1] = (now.y[i]! + (then.y[i]! - now.y[i]!) * share) / 1000;
      this.positions[at + 2] = (now.z[i]! + (then.z[i]! - now.z[i]!) * share) / 1000;
      this.positions[at + 3] = agents[i]!.radius;
      this.headings[i] = blendAngle(now.angle[i]! / 10000, then.angle[i]! / 10000, share);
    }
  }
}

