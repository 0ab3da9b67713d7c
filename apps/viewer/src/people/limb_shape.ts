import { BufferAttribute, BufferGeometry, LatheGeometry, Vector2 } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { Gait, poseFloats } from "./gait";
import { jointIndex, limbs, type Paint } from "./joints";

/** A rounded rod of unit size: radius 1, from z 0 to z 1. */
export function rod(corners: number, rings: "round" | "plain"): BufferGeometry {
  const profile = rings === "round"
    ? [[0.01, 0], [0.62, 0.02], [0.92, 0.1], [1, 0.3], [0.98, 0.68], [0.86, 0.91], [0.55, 0.985], [0.01, 1]]
    : [[0.01, 0], [0.9, 0.08], [0.95, 0.85], [0.01, 1]];
  return new LatheGeometry(profile.map(([x, y]) => new Vector2(x, y)), corners).rotateX(Math.PI / 2);
}

/** Writes the matrix that lays a unit rod from `a` to `b` of a pose, `sideways` being across the body. */
export function layRod(
  pose: Float32Array, from: number, to: number, before: number, beyond: number, across: number, deep: number,
  sideX: number, sideY: number, out: Float32Array, at: number,
): void {
  const [ax, ay, az] = [pose[from * 3]!, pose[from * 3 + 1]!, pose[from * 3 + 2]!];
  let [wx, wy, wz] = [pose[to * 3]! - ax, pose[to * 3 + 1]! - ay, pose[to * 3 + 2]! - az];
  const length = Math.max(1e-6, Math.hypot(wx, wy, wz));
  const [nx, ny, nz] = [wx / length, wy / length, wz / length];
  // Across the body, less what of it points along the limb; for a limb that lies across, upward instead.
  let dot = sideX * nx + sideY * ny;
  let [ux, uy, uz] = [sideX - dot * nx, sideY - dot * ny, -dot * nz];
  let size = Math.hypot(ux, uy, uz);
  if (size < 0.3) {
    dot = nz;
    [ux, uy, uz] = [-dot * nx, -dot * ny, 1 - dot * nz];
    size = Math.hypot(ux, uy, uz);
  }
  [ux, uy, uz] = [ux / size, uy / size, uz / size];
  const [vx, vy, vz] = [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux];
  out[at] = ux * across; out[at + 1] = uy * across; out[at + 2] = uz * across; out[at + 3] = 0;
  out[at + 4] = vx * deep; out[at + 5] = vy * deep; out[at + 6] = vz * deep; out[at + 7] = 0;
  const whole = 1 + before + beyond;
  out[at + 12] = ax - wx * before; out[at + 13] = ay - wy * before; out[at + 14] = az - wz * before; out[at + 15] = 1;
  wx *= whole; wy *= whole; wz *= whole;
  out[at + 8] = wx; out[at + 9] = wy; out[at + 10] = wz; out[at + 11] = 0;
}

const plainPaint: Record<Paint, readonly [number, number, number, number]> = {
  clothes: [1, 1, 1, 0], trousers: [0.05, 0.06, 0.08, 1], skin: [0.52, 0.3, 0.2, 1], hair: [0.04, 0.025, 0.015, 1], shoes: [0.02, 0.02, 0.02, 1],
};

/** A whole person in mid-stride in one piece, height 1, at the origin, looking along +x. `paint` says what has a colour of
 *  its own (alpha 1) and what takes the instance's. */
export function plainPerson(): BufferGeometry {
  const gait = new Gait(1, 0);
  gait.move(0, 0, 0, 0);
  gait.left.x += 0.12;
  gait.right.x -= 0.12;
  const pose = new Float32Array(poseFloats);
  gait.pose(0, 0, 1, pose);
  const matrix = new Float32Array(16);
  const parts = limbs.map((limb) => {
    const isTorso = limb.paint === "clothes" && limb.from === "pelvis";
    const geometry = rod(isTorso ? 6 : 4, "plain");
    layRod(pose, jointIndex[limb.from], jointIndex[limb.to], limb.before ?? 0.06, limb.beyond ?? 0.06, limb.across, limb.deep, 0, 1, matrix, 0);
    applyMatrix(geometry, matrix);
    geometry.deleteAttribute("uv");
    return painted(geometry, limb.paint);
  });
  return mergeGeometries(parts);
}

function painted(geometry: BufferGeometry, colour: Paint): BufferGeometry {
  const { count } = geometry.getAttribute("position");
  const paint = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) paint.set(plainPaint[colour], i * 4);
  return geometry.setAttribute("paint", new BufferAttribute(paint, 4));
}

function applyMatrix(geometry: BufferGeometry, elements: Float32Array): void {
  const position = geometry.getAttribute("position") as BufferAttribute;
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const row = (k: number) => elements[k]! * x + elements[k + 4]! * y + elements[k + 8]! * z + elements[k + 12]!;
    position.setXYZ(i, row(0), row(1), row(2));
  }
  geometry.computeVertexNormals();
}
