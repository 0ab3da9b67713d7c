// Polygons as meshes: flat floors, and walls with a lighter top than sides.

import { BufferAttribute, BufferGeometry, Color, ExtrudeGeometry, Path, Shape, ShapeGeometry, Vector2 } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import type { PolygonRings, Ring } from "../protocol/scene";

const points = (ring: Ring) => ring.map(([x, y]) => new Vector2(x, y));

export function shapeOf(rings: PolygonRings): Shape {
  const shape = new Shape(points(rings[0] ?? []));
  shape.holes = rings.slice(1).map((hole) => new Path(points(hole)));
  return shape;
}

export function discRing(x: number, y: number, radius: number, corners = 32): Ring {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** Many flat polygons at one height in one geometry. */
export function flatGeometry(polygons: PolygonRings[], z: number): BufferGeometry | undefined {
  const parts = polygons.filter((rings) => (rings[0]?.length ?? 0) >= 3).map((rings) => new ShapeGeometry(shapeOf(rings)));
  if (parts.length === 0) return undefined;
  return mergeGeometries(parts).translate(0, 0, z);
}

/** Prisms with vertex colours: `top` for what faces up, `side` for the rest, darker towards the ground. */
export function prismGeometry(polygons: PolygonRings[], z: number, height: number, top: string, side: string): BufferGeometry | undefined {
  const parts = polygons
    .filter((rings) => (rings[0]?.length ?? 0) >= 3)
    .map((rings) => new ExtrudeGeometry(shapeOf(rings), { depth: height, bevelEnabled: false }));
  if (parts.length === 0) return undefined;
  const geometry = mergeGeometries(parts).translate(0, 0, z);
  const normals = geometry.getAttribute("normal");
  const positions = geometry.getAttribute("position");
  const colours = new Float32Array(normals.count * 3);
  const [topColour, sideColour] = [new Color(top), new Color(side)];
  const shaded = new Color();
  for (let i = 0; i < normals.count; i++) {
    const facesUp = normals.getZ(i) > 0.5;
    const light = facesUp || positions.getZ(i) > z + height / 2 ? 1 : 0.62;
    shaded.copy(facesUp ? topColour : sideColour).multiplyScalar(light);
    shaded.toArray(colours, i * 3);
  }
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  return geometry;
}

/** What stands upright along the edges of flat polygons. */
export function sideGeometry(polygons: PolygonRings[], low: number, high: number): BufferGeometry | undefined {
  const out: number[] = [];
  for (const ring of polygons.flat()) ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    out.push(ax, ay, low, bx, by, low, bx, by, high, ax, ay, low, bx, by, high, ax, ay, high);
  });
  if (out.length === 0) return undefined;
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(out), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** The edges of many rings as line segments. */
export function edgePositions(polygons: PolygonRings[], z: number): Float32Array {
  const out: number[] = [];
  for (const rings of polygons) {
    for (const ring of rings) {
      ring.forEach(([x, y], i) => {
        const [nextX, nextY] = ring[(i + 1) % ring.length]!;
        out.push(x, y, z, nextX, nextY, z);
      });
    }
  }
  return new Float32Array(out);
}

export function isInside(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  });
  return inside;
}
