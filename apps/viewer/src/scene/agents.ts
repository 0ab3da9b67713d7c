import { Color, DynamicDrawUsage, InstancedMesh, Matrix4, MeshBasicMaterial } from "three";
import { modeOf } from "../data/agent_facts";
import { blendAngle, type Moment } from "../data/moment";
import type { SceneInfo } from "../protocol/scene";
import { agentGeometry } from "./agent_shape";
import { groupColour, groupNames, modeColours } from "./palette";

export type AgentColouring = "group" | "status";

const mostDetailed = 2000;

/** Everyone in one draw call. `positions` is where each was drawn last, x y z radius, for picking and overlays. */
export class AgentsView {
  readonly mesh: InstancedMesh;
  readonly positions: Float32Array;
  readonly present: Uint8Array;
  colouring: AgentColouring = "group";
  private readonly groupOf: number[];
  private readonly palette: Color[];
  private readonly modePalette = Object.values(modeColours).map((colour) => new Color(colour));
  private readonly drawnColour: Int16Array;
  private readonly matrix = new Matrix4();

  constructor(private readonly info: SceneInfo) {
    const count = info.agents.length;
    const material = new MeshBasicMaterial({ vertexColors: true });
    this.mesh = new InstancedMesh(agentGeometry(count <= mostDetailed), material, Math.max(1, count));
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.count = count;
    this.positions = new Float32Array(count * 4);
    this.present = new Uint8Array(count);
    this.drawnColour = new Int16Array(count).fill(-1);
    const names = groupNames(info.agents);
    const indices = new Map(names.map((name, i) => [name, i]));
    this.groupOf = info.agents.map((agent) => indices.get(agent.group) ?? 0);
    this.palette = names.map((_, i) => new Color(groupColour(i)));
    const first = this.palette[0] ?? new Color();
    for (let i = 0; i < count; i++) this.mesh.setColorAt(i, first);
  }

  colourOf(agent: number, tag: number): Color {
    return this.colouring === "group" ? this.palette[this.groupOf[agent]!]! : this.modePalette[tag & 7] ?? this.modePalette[0]!;
  }

  update({ frame, next, blend }: Moment): void {
    const [now, then] = [frame.agents, next.agents];
    const elements = this.matrix.elements;
    for (let i = 0; i < this.info.agents.length; i++) {
      const tag = now.tag[i] ?? 0;
      this.present[i] = tag === 0 ? 0 : 1;
      if (tag === 0) {
        elements.fill(0);
        this.mesh.instanceMatrix.array.set(elements, i * 16);
        continue;
      }
      // Nobody is shown half way to a place that was not walked to.
      const share = (then.tag[i] ?? 0) === 0 ? 0 : blend;
      const x = (now.x[i]! + (then.x[i]! - now.x[i]!) * share) / 1000;
      const y = (now.y[i]! + (then.y[i]! - now.y[i]!) * share) / 1000;
      const z = (now.z[i]! + (then.z[i]! - now.z[i]!) * share) / 1000;
      const angle = blendAngle(now.angle[i]! / 10000, then.angle[i]! / 10000, share);
      const { radius, height } = this.info.agents[i]!;
      const [cos, sin] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
      const target = this.mesh.instanceMatrix.array;
      const at = i * 16;
      target[at] = cos; target[at + 1] = sin; target[at + 2] = 0; target[at + 3] = 0;
      target[at + 4] = -sin; target[at + 5] = cos; target[at + 6] = 0; target[at + 7] = 0;
      target[at + 8] = 0; target[at + 9] = 0; target[at + 10] = height; target[at + 11] = 0;
      target[at + 12] = x; target[at + 13] = y; target[at + 14] = z; target[at + 15] = 1;
      const place = i * 4;
      this.positions[place] = x; this.positions[place + 1] = y; this.positions[place + 2] = z; this.positions[place + 3] = radius;
      this.paint(i, tag);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  private paint(agent: number, tag: number): void {
    const wanted = this.colouring === "group" ? 100 + this.groupOf[agent]! : modeIndex(tag);
    if (this.drawnColour[agent] === wanted) return;
    this.drawnColour[agent] = wanted;
    this.mesh.setColorAt(agent, this.colourOf(agent, tag));
    this.mesh.instanceColor!.needsUpdate = true;
  }
}

const modeIndex = (tag: number) => (modeOf(tag) === "absent" ? 0 : tag & 7);
