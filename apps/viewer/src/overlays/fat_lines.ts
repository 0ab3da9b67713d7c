import { Color } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

/** Lines of a width on the screen; people walk over them. */
export class FatLines {
  readonly object: LineSegments2;

  constructor(colour: string, pixels: number, order: number) {
    const material = new LineMaterial({ color: new Color(colour).getHex(), linewidth: pixels, depthWrite: false, transparent: true });
    this.object = new LineSegments2(new LineSegmentsGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = order;
    this.object.visible = false;
  }

  /** Six numbers a segment. */
  set(positions: number[]): void {
    this.object.visible = positions.length > 0;
    if (positions.length === 0) return;
    this.object.geometry.dispose();
    this.object.geometry = new LineSegmentsGeometry().setPositions(positions);
  }
}
