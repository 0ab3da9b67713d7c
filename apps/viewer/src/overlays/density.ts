// Persons per square metre around each place: every agent spread over its neighbourhood by a tent one metre wide
// each way, drawn as a sheet between the ground and the knees.

import { DataTexture, Group, LinearFilter, Mesh, MeshBasicMaterial, PlaneGeometry, RGBAFormat, SRGBColorSpace } from "three";
import type { SceneInfo } from "../protocol/scene";
import type { AgentsView } from "../scene/agents";
import type { Moment } from "../data/moment";
import { heatColour } from "../scene/heat";
import type { Overlay } from "./overlay";

const mostCells = 192;
const leastCell = 0.25;
const reach = 1; // metres
const fullHeat = 4; // persons per square metre: shoulder to shoulder
const heatLift = 0.3; // above the ground, below the knees

class DensityField {
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;
  highest = 0;

  constructor(private readonly info: SceneInfo) {
    const [[lowX, lowY], [highX, highY]] = info.bounds;
    this.cell = Math.max(leastCell, Math.max(highX - lowX, highY - lowY) / mostCells);
    this.columns = Math.max(1, Math.ceil((highX - lowX) / this.cell));
    this.rows = Math.max(1, Math.ceil((highY - lowY) / this.cell));
    this.values = new Float32Array(this.columns * this.rows);
  }

  count(agents: AgentsView, { frame }: Moment, layer: number): void {
    this.values.fill(0);
    for (let i = 0; i < agents.present.length; i++) {
      if (agents.present[i] && (frame.agents.tag[i]! >>> 3) === layer) this.spread(agents.positions[i * 4]!, agents.positions[i * 4 + 1]!);
    }
    this.highest = this.values.reduce((a, b) => Math.max(a, b), 0);
  }

  private spread(x: number, y: number): void {
    const [lowX, lowY] = this.info.bounds[0];
    const wide = Math.max(reach, this.cell);
    const [fromColumn, toColumn] = [x - wide, x + wide].map((v) => Math.floor((v - lowX) / this.cell)) as [number, number];
    const [fromRow, toRow] = [y - wide, y + wide].map((v) => Math.floor((v - lowY) / this.cell)) as [number, number];
    for (let row = Math.max(0, fromRow); row <= Math.min(this.rows - 1, toRow); row++) {
      const share = 1 - Math.abs(lowY + (row + 0.5) * this.cell - y) / wide;
      if (share <= 0) continue;
      for (let column = Math.max(0, fromColumn); column <= Math.min(this.columns - 1, toColumn); column++) {
        const part = 1 - Math.abs(lowX + (column + 0.5) * this.cell - x) / wide;
        // The tent's volume is wide * wide, so that the field adds up to the number of agents.
        if (part > 0) this.values[row * this.columns + column]! += (share * part) / (wide * wide);
      }
    }
  }
}

function heatLayer(info: SceneInfo, field: DensityField, height: number) {
  const pixels = new Uint8Array(field.columns * field.rows * 4);
  const texture = new DataTexture(pixels, field.columns, field.rows, RGBAFormat);
  texture.magFilter = texture.minFilter = LinearFilter;
  texture.colorSpace = SRGBColorSpace;
  const [width, depth] = [field.columns * field.cell, field.rows * field.cell];
  const mesh = new Mesh(new PlaneGeometry(width, depth), new MeshBasicMaterial({ map: texture, transparent: true, opacity: 0.85, depthWrite: false }));
  mesh.position.set(info.bounds[0][0] + width / 2, info.bounds[0][1] + depth / 2, height + heatLift);
  return { mesh, pixels, texture };
}

export const density: Overlay = {
  name: "density",
  label: "Density",
  explanation: "Crowding: persons per m², and the highest value now.",
  scale: ["0", `${fullHeat} /m²`],
  key: "d",
  isOnAtStart: false,
  create({ model, agents }) {
    const info = model.scene!;
    const field = new DensityField(info);
    const layers = info.layers.map((layer) => heatLayer(info, field, layer.height));
    const object = new Group();
    for (const { mesh } of layers) object.add(mesh);
    return {
      object,
      update({ moment }) {
        let highest = 0;
        layers.forEach(({ pixels, texture }, layer) => {
          field.count(agents, moment, layer);
          highest = Math.max(highest, field.highest);
          field.values.forEach((value, i) => heatColour(value / fullHeat, pixels, i * 4));
          texture.needsUpdate = true;
        });
        return `${highest.toFixed(1)} /m²`;
      },
    };
  },
};
