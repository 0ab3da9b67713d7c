// A published plan as a tube in space and time: it starts at the agent's feet now and climbs as the plan's time goes
// on, so that two plans that cross on the map but not in time pass above each other.

import { BufferGeometry, Color, Group, Mesh, MeshBasicMaterial, TubeGeometry, Vector3, CurvePath, LineCurve3 } from "three";
import type { Overlay } from "./overlay";
import { Strokes } from "./strokes";

const metresPerSecond = 0.35;
const tubeRadius = 0.07;

/** Points of the plan from `now` on: x, y, floor z, time. */
function pointsFrom(line: Float32Array, now: number): [number, number, number, number][] {
  const points: [number, number, number, number][] = [];
  for (let i = 0; i + 3 < line.length; i += 4) {
    const point = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!] as [number, number, number, number];
    if (point[3] < now) continue;
    if (points.length === 0 && i > 0) {
      const before = line.subarray(i - 4, i);
      const share = (now - before[3]!) / Math.max(1e-6, point[3] - before[3]!);
      points.push([0, 1, 2, 3].map((k) => before[k]! + (point[k]! - before[k]!) * share) as [number, number, number, number]);
    }
    points.push(point);
  }
  return points;
}

export const plan: Overlay = {
  name: "plan",
  label: "Published plan",
  explanation: "What the selected agent has told others it will do; higher is later, a tick a second.",
  key: "p",
  channel: "plan",
  isOnAtStart: true,
  create({ colours }) {
    const object = new Group();
    const ink = new Color(colours.ink);
    const tube = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ color: "#d55e00", transparent: true, opacity: 0.9 }));
    const strokes = new Strokes();
    object.add(tube, strokes.object);
    return {
      object,
      update({ model, moment, selected }) {
        strokes.clear();
        const sample = selected === undefined ? undefined : model.channels.at("plan", selected, moment.frame.head.index);
        const points = pointsFrom(sample?.drawings[0]?.values ?? new Float32Array(), moment.time);
        tube.visible = points.length > 1;
        if (tube.visible) {
          const raised = points.map(([x, y, z, time]) => new Vector3(x, y, z + 0.05 + (time - moment.time) * metresPerSecond));
          const path = new CurvePath<Vector3>();
          for (let i = 1; i < raised.length; i++) path.add(new LineCurve3(raised[i - 1]!, raised[i]!));
          tube.geometry.dispose();
          tube.geometry = new TubeGeometry(path, Math.min(600, raised.length * 8), tubeRadius, 6);
          for (let i = 1; i < points.length; i++) {
            const [a, b] = [points[i - 1]!, points[i]!];
            strokes.add(a[0], a[1], a[2] + 0.05, b[0], b[1], b[2] + 0.05, ink.r, ink.g, ink.b, 0.7);
            for (let time = Math.ceil(a[3]); time < b[3]; time++) {
              const share = (time - a[3]) / (b[3] - a[3]);
              const [x, y, z] = [0, 1, 2].map((k) => a[k]! + (b[k]! - a[k]!) * share) as [number, number, number];
              strokes.add(x, y, z, x, y, z + 0.05 + (time - moment.time) * metresPerSecond, ink.r, ink.g, ink.b, 0.5);
            }
          }
        }
        strokes.finish();
        if (selected === undefined) return "select an agent";
        return sample?.note || "no plan told";
      },
    };
  },
};
