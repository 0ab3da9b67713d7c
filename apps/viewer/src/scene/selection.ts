import { Color, DoubleSide, Mesh, MeshBasicMaterial, RingGeometry } from "three";
import type { AgentsView } from "./agents";

/** A ring on the ground that nothing hides. */
export class PlaceRing {
  readonly mesh: Mesh<RingGeometry, MeshBasicMaterial>;

  constructor(colour: string) {
    const material = new MeshBasicMaterial({ color: new Color(colour), side: DoubleSide, transparent: true, depthTest: false });
    this.mesh = new Mesh(new RingGeometry(1, 1.4, 40), material);
    this.mesh.renderOrder = 11;
    this.mesh.visible = false;
  }

  show(at: readonly [number, number, number] | undefined, radius: number): void {
    this.mesh.visible = at !== undefined;
    if (!at) return;
    this.mesh.position.set(at[0], at[1], at[2] + 0.05);
    this.mesh.scale.set(radius, radius, 1);
  }
}

/** A ring on the ground around the selected agent. */
export class SelectionRing {
  readonly mesh: Mesh<RingGeometry, MeshBasicMaterial>;

  constructor(colour: string) {
    const material = new MeshBasicMaterial({ color: new Color(colour), side: DoubleSide, transparent: true, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 });
    this.mesh = new Mesh(new RingGeometry(1.3, 1.6, 48), material);
    this.mesh.renderOrder = 2;
  }

  update(agents: AgentsView, selected: number | undefined): void {
    this.mesh.visible = selected !== undefined && agents.present[selected] === 1;
    if (!this.mesh.visible) return;
    const [x, y, z, radius] = agents.positions.subarray(selected! * 4, selected! * 4 + 4) as unknown as [number, number, number, number];
    this.mesh.position.set(x, y, z + 0.05);
    this.mesh.scale.set(radius, radius, 1);
  }
}
