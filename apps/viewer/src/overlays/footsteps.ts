// The feet of those who plan them, and the ground that holds a foot or does not.

import { Color, Group } from "three";
import type { Model } from "../data/model";
import { isFootEvent } from "../data/feet";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

const seconds = 6;
const lift = 0.03;
const halfSpine = 0.08;
const radius = 0.05;
const corners = 6;

/** The outline of a sole, as corners around its heel and toe. */
function sole(x: number, y: number, angle: number): [number, number][] {
  const out: [number, number][] = [];
  for (const [end, turn] of [[1, -Math.PI / 2], [-1, Math.PI / 2]] as const) {
    for (let i = 0; i <= corners; i++) {
      const at = angle + turn + (Math.PI * i) / corners;
      out.push([
        x + end * halfSpine * Math.cos(angle) + radius * Math.cos(at),
        y + end * halfSpine * Math.sin(angle) + radius * Math.sin(at),
      ]);
    }
  }
  return out;
}

function outline(strokes: Strokes, ring: readonly (readonly [number, number])[], z: number, colour: Color, fade = 1): void {
  ring.forEach(([x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    strokes.add(x, y, z, nextX, nextY, z, colour.r, colour.g, colour.b, fade);
  });
}

function drawGround(strokes: Strokes, model: Model, ink: Color): void {
  const { layers, gaps = [], footholds = [] } = model.scene!;
  const water = new Color("#0072b2");
  for (const { layer, polygon } of gaps) for (const ring of polygon) outline(strokes, ring, layers[layer]!.height + lift, water);
  for (const { layer, polygon, heights } of footholds) {
    const ring = polygon[0]!;
    const floor = layers[layer]!.height + lift;
    ring.forEach(([x, y], i) => {
      const next = (i + 1) % ring.length;
      const [nextX, nextY] = ring[next]!;
      strokes.add(x, y, floor + heights[i]!, nextX, nextY, floor + heights[next]!, ink.r, ink.g, ink.b);
    });
  }
  strokes.finish();
}

export const footsteps: Overlay = {
  name: "footsteps",
  label: "Footsteps",
  explanation: `Where feet stood in the last ${seconds} seconds, of those who plan them; ground that holds a foot, and water that does not.`,
  key: "3",
  isOnAtStart: true,
  create({ model, agents, colours }) {
    const ground = new Strokes({ opacity: 0.8 });
    const soles = new Strokes({ onTop: true });
    const object = new Group();
    object.add(ground.object, soles.object);
    drawGround(ground, model, new Color(colours.ink));
    const agentOf = new Map(model.scene!.agents.map((agent, i) => [agent.name, i]));
    return {
      object,
      update({ moment }) {
        soles.clear();
        let count = 0;
        const from = Math.max(model.frames.first, model.frames.ordinalAt(moment.time - seconds));
        for (let ordinal = from; ordinal <= moment.ordinal; ordinal++) {
          const head = model.frames.head(ordinal);
          const fade = 1 - (moment.time - head.time) / seconds;
          if (fade <= 0) continue;
          for (const event of head.events) {
            const agent = agentOf.get(event.subject);
            if (agent === undefined || !isFootEvent(event) || event.kind !== "foot_down") continue;
            const [layer, x, y, angle, height] = event.detail.split(" ").slice(2).map(Number) as [number, number, number, number, number];
            const z = (model.scene!.layers[layer]?.height ?? 0) + height + lift;
            outline(soles, sole(x, y, angle), z, agents.colourOf(agent, moment.frame.agents.tag[agent] ?? 0), fade);
            count++;
          }
        }
        soles.finish();
        return count > 0 ? String(count) : undefined;
      },
    };
  },
};
