// A character in unit size: feet at z 0, radius 1, height 1, looking along +x. Colour is shade only; the instance
// gives the hue.

import { BufferAttribute, BufferGeometry, CylinderGeometry, OctahedronGeometry } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

function shaded(geometry: BufferGeometry, shade: (x: number, y: number, z: number, normalZ: number) => number): BufferGeometry {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  const [position, normal] = [flat.getAttribute("position"), flat.getAttribute("normal")];
  const colours = new Float32Array(position.count * 3);
  for (let i = 0; i < position.count; i++) {
    const value = shade(position.getX(i), position.getY(i), position.getZ(i), normal.getZ(i));
    colours.fill(value, i * 3, i * 3 + 3);
  }
  flat.setAttribute("color", new BufferAttribute(colours, 3));
  flat.deleteAttribute("uv");
  return flat;
}

/** A dark arrow on the shoulders, so that the heading shows from above. */
function arrow(): BufferGeometry {
  const z = 0.765;
  const corners = new Float32Array([0.98, 0, z, 0.1, 0.66, z, 0.1, -0.66, z]);
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(corners, 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(9).fill(0.05), 3));
  return geometry;
}

/** `detailed` for hundreds of agents, the plain one for thousands. */
export function agentGeometry(detailed: boolean): BufferGeometry {
  const corners = detailed ? 20 : 8;
  const body = new CylinderGeometry(0.86, 1, 0.76, corners, 1).rotateX(Math.PI / 2).translate(0, 0, 0.38);
  const parts = [shaded(body, (x, y, _z, up) => (up > 0.5 ? 0.88 : 0.58 + 0.14 * x - 0.1 * y)), arrow()];
  if (detailed) {
    const head = new OctahedronGeometry(1, 2).scale(0.42, 0.42, 0.12).translate(0, 0, 0.88);
    parts.push(shaded(head, (x, y, z) => 0.75 + 0.12 * x - 0.08 * y + (z - 0.88)));
  }
  return mergeGeometries(parts);
}
