// What a plan over moving surfaces is made of (Levine et al. 2011): landmarks, which move with what they are on, gap
// markers where standing on one is interrupted, waits, and the nodes that the search has looked at, each when it
// stands for. Channels "landmarks", "gap_markers", "waits" and "ride_nodes" of the tool's ride_view.

import { Color } from "three";
import type { Model } from "../data/model";
import type { Moment } from "../data/moment";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

const lift = 0.06;
const shownBefore = 0.25; // seconds around a node's time
const shownAround = 0.4; // the same of a gap marker

type Spot = readonly [x: number, y: number, z: number];

/** Where landmarks are at a moment, by number: told as a block's number, or -1, and a place on it. */
function landmarksAt(model: Model, moment: Moment): (landmark: number) => Spot {
  const values = model.channels.ofWorld("landmarks")[0]?.drawings[0]?.values ?? new Float32Array();
  const [now, then] = [moment.frame.obstacles, moment.next.obstacles];
  return (landmark) => {
    const [block, x, y, z] = [values[landmark * 4]!, values[landmark * 4 + 1]!, values[landmark * 4 + 2]!, values[landmark * 4 + 3]! + lift];
    if (block < 0 || (now.tag[block] ?? 0) === 0) return [x, y, z];
    const along = (from: number, to: number) => (from + (to - from) * moment.blend) / 1000;
    return [x + along(now.x[block]!, then.x[block]!), y + along(now.y[block]!, then.y[block]!), z];
  };
}

/** The first of the triples sorted by their second number that is not before a time. */
function firstAt(values: Float32Array, time: number): number {
  let [low, high] = [0, values.length / 3];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle * 3 + 1]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function mark(strokes: Strokes, [x, y, z]: Spot, radius: number, post: number, { r, g, b }: Color): void {
  strokes.ring(x, y, z, radius, r, g, b, 12);
  if (post > 0) strokes.add(x, y, z, x, y, z + post, r, g, b);
}

export const landmarks: Overlay = {
  name: "landmarks",
  label: "Landmarks",
  explanation: "Places that rides lead over, on whatever carries them; a red post while standing there is interrupted.",
  key: "5",
  channel: "landmarks",
  isOnAtStart: true,
  isOfPlanner: true,
  create({ colours }) {
    const marks = new Strokes({ onTop: true, opacity: 0.8 });
    const [yellow, red] = [new Color(colours.domains[2]), new Color("#e02020")];
    return {
      object: marks.object,
      update({ model, moment }) {
        marks.clear();
        const at = landmarksAt(model, moment);
        const count = (model.channels.ofWorld("landmarks")[0]?.drawings[0]?.values.length ?? 0) / 4;
        for (let i = 0; i < count; i++) mark(marks, at(i), 0.15, 0, yellow);
        const gaps = model.channels.ofWorld("gap_markers")[0]?.drawings[0]?.values ?? new Float32Array();
        for (let i = firstAt(gaps, moment.time - shownAround); i < gaps.length / 3 && gaps[i * 3 + 1]! < moment.time + shownAround; i++) {
          mark(marks, at(gaps[i * 3]!), 0.3, 1, red);
        }
        marks.finish();
        return String(count);
      },
    };
  },
};

export const waits: Overlay = {
  name: "waits",
  label: "Waits of rides",
  explanation: "Where riders wait until something comes by: a post that gets shorter as the wait goes on.",
  key: "6",
  channel: "waits",
  isOnAtStart: true,
  isOfPlanner: true,
  create({ colours }) {
    const posts = new Strokes({ onTop: true });
    const blue = new Color(colours.domains[0]);
    return {
      object: posts.object,
      update({ model, moment }) {
        posts.clear();
        const at = landmarksAt(model, moment);
        let count = 0;
        for (const sample of model.channels.allAt("waits", moment.frame.head.index)) {
          const values = sample.drawings[0]?.values ?? new Float32Array();
          for (let i = 0; i + 2 < values.length; i += 3) {
            const [landmark, from, until] = [values[i]!, values[i + 1]!, values[i + 2]!];
            if (moment.time < from || moment.time > until) continue;
            mark(posts, at(landmark), 0.4, 0.5 * (until - moment.time), blue);
            count++;
          }
        }
        posts.finish();
        return count > 0 ? String(count) : undefined;
      },
    };
  },
};

export const rideNodes: Overlay = {
  name: "ride_nodes",
  label: "Nodes of rides",
  explanation: "What the search for a ride has looked at, at the time that it stands for: green expanded, blue waits, red culled.",
  key: "7",
  channel: "ride_nodes",
  isOnAtStart: false,
  isOfPlanner: true,
  create({ colours }) {
    const nodes = new Strokes({ onTop: true });
    const fates = [new Color(colours.domains[1]), new Color("#e02020"), new Color(colours.domains[0])];
    return {
      object: nodes.object,
      update({ model, moment, selected }) {
        nodes.clear();
        const at = landmarksAt(model, moment);
        let count = 0;
        for (const sample of model.channels.allAt("ride_nodes", moment.frame.head.index)) {
          if (selected !== undefined && sample.agent !== selected) continue;
          const values = sample.drawings[0]?.values ?? new Float32Array();
          for (let i = firstAt(values, moment.time - shownBefore); i < values.length / 3 && values[i * 3 + 1]! < moment.time + shownBefore; i++) {
            const fate = values[i * 3 + 2]!;
            mark(nodes, at(values[i * 3]!), 0.2 + 0.08 * fate, 0, fates[fate]!);
            count++;
          }
        }
        nodes.finish();
        return count > 0 ? String(count) : undefined;
      },
    };
  },
};
