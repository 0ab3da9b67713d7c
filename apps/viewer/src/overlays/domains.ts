// What the planner knows of the selected agent, in the colours of Kapadia et al. (2013, multi-domain planning): the
// plan of each domain, the tunnel around a coarser plan in which a finer one searches, the states a search has
// expanded, and the foveal region in which others are looked out for. Each is a channel of planner_samples.hpp.

import { Color, Group, Points, PointsMaterial, BufferGeometry, BufferAttribute } from "three";
import { isPlanned } from "../data/planned";
import type { ChannelSample } from "../protocol/messages";
import { domainNames, type SceneColours } from "../scene/palette";
import { FatLines } from "./fat_lines";
import type { Overlay, OverlayContext, OverlayDrawing } from "./overlay";
import { Strokes } from "./strokes";
import { TunnelShapes } from "./tunnel_shapes";

const lift = 0.06;

/** Why there is nothing to draw, in few words. */
function absence({ model, selected, moment }: OverlayContext): string {
  if (selected === undefined) return "select an agent";
  if (!isPlanned(model, selected, moment.frame.head.index)) return "not in focus: one of the crowd";
  return model.isLive ? "none now" : "none recorded";
}

interface Shown {
  object: OverlayDrawing["object"];
  /** Draws a sample, or nothing; what it returns is the note. */
  draw(sample: ChannelSample | undefined): string;
}

/** Redrawn when the sample is another one. */
function overlayOf(name: string, label: string, explanation: string, key: string, isOnAtStart: boolean, make: (colours: SceneColours) => Shown): Overlay {
  return {
    name, label, explanation, key, channel: name, isOnAtStart, isOfPlanner: name !== "domain_plans",
    create({ colours }) {
      const { object, draw } = make(colours);
      let drawn: ChannelSample | undefined;
      let note = draw(undefined);
      return {
        object,
        update(context) {
          const { model, moment, selected } = context;
          const isKnown = name === "domain_plans" || isPlanned(model, selected, moment.frame.head.index);
          const isThere = selected !== undefined && context.agents.present[selected] === 1 && isKnown;
          const sample = isThere ? model.channels.at(name, selected, moment.frame.head.index) : undefined;
          if (sample !== drawn) note = draw(sample);
          drawn = sample;
          return sample && (sample.drawings.length > 0 || note) ? note : absence(context);
        },
      };
    },
  };
}

/** The finer the domain, the thinner its line and the nearer to the eye, so that equal plans show side by side. */
export const domainPlans = overlayOf(
  "domain_plans", "Route",
  `The selected agent's way ahead, in each domain it plans in: ${domainNames.map((name, i) => `${["blue", "green", "yellow", "red"][i]} ${name}`).join(", ")}.`,
  "s", true,
  ({ domains }) => {
    const lines = domains.map((colour, i) => new FatLines(colour, [6.5, 5, 3.5, 2][i]!, 20 + i));
    const object = new Group();
    object.add(...lines.map((line) => line.object));
    return {
      object,
      draw(sample) {
        const found = new Set<number>();
        lines.forEach((line, style) => {
          const positions: number[] = [];
          for (const { values, stride } of (sample?.drawings ?? []).filter((drawing) => drawing.style === style)) {
            for (let i = stride; i + 2 < values.length; i += stride) {
              const from = i - stride;
              positions.push(values[from]!, values[from + 1]!, values[from + 2]! + lift, values[i]!, values[i + 1]!, values[i + 2]! + lift);
              found.add(style);
            }
          }
          line.set(positions);
        });
        if (sample?.note === "route") return found.size > 0 ? "route on the mesh" : "no route now";
        return found.size > 0 ? `${found.size} ${found.size === 1 ? "domain" : "domains"}` : "";
      },
    };
  },
);

export const tunnels = overlayOf(
  "tunnels", "Tunnels", "Where a finer domain searches, in its colour: around the plan of the coarser one.", "u", false,
  (colours) => {
    const shapes = new TunnelShapes(colours.domains);
    return {
      object: shapes.object,
      draw(sample) {
        const drawings = sample?.drawings ?? [];
        shapes.set(drawings);
        const widths = drawings.map(({ values }) => values[3] ?? 0);
        if (drawings.length === 0) return sample ? "none: searches are open" : "";
        return `${drawings.length}, ±${Math.min(...widths).toFixed(1)}${Math.max(...widths) - Math.min(...widths) > 0.05 ? `–${Math.max(...widths).toFixed(1)}` : ""} m`;
      },
    };
  },
);

export const expanded = overlayOf(
  "expanded", "Expanded states", "States that the selected agent's searches have looked at, in their domain's colour.", "w", false,
  ({ domains }) => {
    const palette = domains.map((colour) => new Color(colour));
    const points = new Points(new BufferGeometry(), new PointsMaterial({ size: 3, sizeAttenuation: false, vertexColors: true, depthTest: false, transparent: true, opacity: 0.8 }));
    points.frustumCulled = false;
    points.renderOrder = 9;
    return {
      object: points,
      draw(sample) {
        const [positions, colours]: [number[], number[]] = [[], []];
        for (const { style, stride, values } of sample?.drawings ?? []) {
          const { r, g, b } = palette[style % palette.length]!;
          for (let i = 0; i + 2 < values.length; i += stride) {
            positions.push(values[i]!, values[i + 1]!, values[i + 2]! + lift);
            colours.push(r, g, b);
          }
        }
        points.visible = positions.length > 0;
        points.geometry.dispose();
        points.geometry = new BufferGeometry()
          .setAttribute("position", new BufferAttribute(new Float32Array(positions), 3))
          .setAttribute("color", new BufferAttribute(new Float32Array(colours), 3));
        const count = positions.length / 3;
        const all = Number(sample?.note || count);
        return all > count ? `${count} of ${all}` : String(all);
      },
    };
  },
);

export const foveal = overlayOf(
  "foveal", "Foveal region", "Where the selected agent's plan in space and time looks out for others.", "i", false,
  ({ domains }) => {
    const strokes = new Strokes({ onTop: true });
    const { r, g, b } = new Color(domains[3]);
    return {
      object: strokes.object,
      draw(sample) {
        strokes.clear();
        const [x, y, z, told, heading, half] = (sample?.drawings[0]?.values ?? []) as unknown as number[];
        if (told === undefined) {
          strokes.finish();
          return "";
        }
        const isAllRound = half! >= Math.PI - 1e-3;
        const radius = told < 0 ? 2.5 : told; // no limit: an open ring around the start says so
        const steps = Math.max(8, Math.ceil((96 * half!) / Math.PI));
        const at = (angle: number, reach: number) => [x! + reach * Math.cos(angle), y! + reach * Math.sin(angle), z! + lift] as const;
        for (let i = 0; i < steps; i++) {
          if (told < 0 && i % 4 > 1) continue;
          const [from, to] = [i, i + 1].map((k) => heading! - half! + (2 * half! * k) / steps) as [number, number];
          for (const gap of [0, 0.04, 0.08]) strokes.add(...at(from, radius + gap), ...at(to, radius + gap), r, g, b);
        }
        if (!isAllRound) for (const side of [-half!, half!]) strokes.add(...at(heading! + side, 0), ...at(heading! + side, radius), r, g, b);
        strokes.finish();
        const where = told < 0 ? "no limit" : `${told.toFixed(1)} m`;
        return isAllRound ? `${where}, all round` : `${where}, ±${((half! * 180) / Math.PI).toFixed(0)}°`;
      },
    };
  },
);
