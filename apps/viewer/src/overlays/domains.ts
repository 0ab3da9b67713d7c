// What the planner knows of the selected agent, in the colours of Kapadia et al. (2013, multi-domain planning): the
// plan of each domain, the tunnel around a coarser plan in which a finer one searches, the states a search has
// expanded, and the foveal region in which time is planned. Each is a channel; without its data it is not offered.

import { Color, Group } from "three";
import type { Overlay, OverlayContext } from "./overlay";
import { Strokes } from "./strokes";

/** Static mesh, density mesh, grid, space-time: coarse to fine. */
export const domainColours = ["#0072b2", "#009e73", "#e69f00", "#d55e00"] as const;
export const domainNames = ["mesh", "density", "grid", "space-time"] as const;

const lift = 0.06;
const expandedSize = 0.06;

type Draw = (strokes: Strokes, context: OverlayContext) => string;

function sampleOf({ model, moment, selected }: OverlayContext, channel: string) {
  return selected === undefined ? undefined : model.channels.at(channel, selected, moment.frame.head.index);
}

function overlayOf(name: string, label: string, explanation: string, key: string, draw: Draw): Overlay {
  return {
    name, label, explanation, key, channel: name, isOnAtStart: false,
    create() {
      const strokes = new Strokes({ onTop: true });
      const object = new Group();
      object.add(strokes.object);
      return {
        object,
        update(context) {
          strokes.clear();
          const note = context.selected === undefined ? "select an agent" : draw(strokes, context);
          strokes.finish();
          return note;
        },
      };
    },
  };
}

const colourOf = (style: number) => new Color(domainColours[style % domainColours.length]);

/** A polyline of x, y, z; each domain a little higher than the one before, so that equal plans stay apart. */
export const domainPlans = overlayOf(
  "domain_plans", "Plans by domain", "The selected agent's plan in each domain: blue mesh, green density, yellow grid, red space-time.", "s",
  (strokes, context) => {
    const drawings = sampleOf(context, "domain_plans")?.drawings ?? [];
    for (const { style, stride, values } of drawings) {
      const { r, g, b } = colourOf(style);
      const raise = lift + 0.02 * style;
      for (let i = stride; i + 2 < values.length; i += stride) {
        const from = i - stride;
        strokes.add(values[from]!, values[from + 1]!, values[from + 2]! + raise, values[i]!, values[i + 1]!, values[i + 2]! + raise, r, g, b);
      }
    }
    return drawings.length > 0 ? `${drawings.length} domains` : "none told";
  },
);

/** A closed ring of x, y, z, one for each tunnel. */
export const tunnels = overlayOf(
  "tunnels", "Tunnels", "Where a finer domain searches: the neighbourhood of the plan of the coarser one.", "u",
  (strokes, context) => {
    const drawings = sampleOf(context, "tunnels")?.drawings ?? [];
    for (const { style, stride, values } of drawings) {
      const { r, g, b } = colourOf(style);
      for (let i = 0; i + 2 < values.length; i += stride) {
        const next = i + stride < values.length ? i + stride : 0;
        strokes.add(values[i]!, values[i + 1]!, values[i + 2]! + lift, values[next]!, values[next + 1]!, values[next + 2]! + lift, r, g, b, 0.8);
      }
    }
    return drawings.length > 0 ? String(drawings.length) : "none told";
  },
);

/** Points of x, y, z. */
export const expanded = overlayOf(
  "expanded", "Expanded states", "A cross at each state that the selected agent's last searches looked at.", "w",
  (strokes, context) => {
    let count = 0;
    for (const { style, stride, values } of sampleOf(context, "expanded")?.drawings ?? []) {
      const { r, g, b } = colourOf(style);
      for (let i = 0; i + 2 < values.length; i += stride, count++) {
        const [x, y, z] = [values[i]!, values[i + 1]!, values[i + 2]! + lift];
        strokes.add(x - expandedSize, y, z, x + expandedSize, y, z, r, g, b);
        strokes.add(x, y - expandedSize, z, x, y + expandedSize, z, r, g, b);
      }
    }
    return String(count);
  },
);

/** A point of x, y, z, radius. */
export const foveal = overlayOf(
  "foveal", "Foveal region", "The ring in which the selected agent plans in space and time; beyond it, in space only.", "i",
  (strokes, context) => {
    const values = sampleOf(context, "foveal")?.drawings[0]?.values;
    if (!values || values.length < 4) return "none told";
    const [x, y, z, radius] = values as unknown as [number, number, number, number];
    const { r, g, b } = colourOf(3);
    for (const gap of [0, 0.05]) strokes.ring(x, y, z + lift, radius + gap, r, g, b, 64);
    return `${radius.toFixed(1)} m`;
  },
);
