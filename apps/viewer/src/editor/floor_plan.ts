// Walls from floor plans of other programs. GeoJSON is read as it is; the browser itself knows how SVG shapes run; DXF is
// parsed by dxf-parser.

import DxfParser from "dxf-parser";
import type { Point, Ring } from "../protocol/scene";
import { tidy } from "./document";

export interface FloorPlan {
  walls: Ring[];
  /** Lines without an inside, to be given a thickness. */
  lines: Ring[];
}

const curvePieces = 48;
const earthMetres = 111_320; // of a degree of latitude

export function readFloorPlan(name: string, text: string): FloorPlan {
  const plan = /\.svg$/i.test(name) ? readSvg(text) : /\.dxf$/i.test(name) ? readDxf(text) : readGeoJson(text);
  if (plan.walls.length + plan.lines.length === 0) throw new Error(`${name}: found no polygon and no line in it`);
  return plan;
}

interface Geometry {
  type: string;
  coordinates?: unknown;
  geometries?: Geometry[];
  features?: { geometry: Geometry | null }[];
  geometry?: Geometry | null;
}

function readGeoJson(text: string): FloorPlan {
  const plan: FloorPlan = { walls: [], lines: [] };
  const take = (geometry: Geometry | null | undefined): void => {
    if (!geometry) return;
    const { coordinates } = geometry;
    switch (geometry.type) {
      case "FeatureCollection": return geometry.features?.forEach((feature) => take(feature.geometry));
      case "Feature": return take(geometry.geometry);
      case "GeometryCollection": return geometry.geometries?.forEach(take);
      case "Polygon": plan.walls.push((coordinates as Point[][])[0]!); return;
      case "MultiPolygon": for (const rings of coordinates as Point[][][]) plan.walls.push(rings[0]!); return;
      case "LineString": plan.lines.push(coordinates as Point[]); return;
      case "MultiLineString": plan.lines.push(...(coordinates as Point[][])); return;
      default: return;
    }
  };
  take(JSON.parse(text) as Geometry);
  const points = [...plan.walls, ...plan.lines].flat();
  // Degrees, when everything could be degrees and lies close together: metres around the first point then.
  const isOnEarth = points.length > 0 && points.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)
    && spread(points, 0) < 0.1 && spread(points, 1) < 0.1;
  if (!isOnEarth) return plan;
  const [x0, y0] = points[0]!;
  const east = earthMetres * Math.cos((y0 * Math.PI) / 180);
  const toMetres = (ring: Ring): Ring => ring.map(([x, y]) => [(x - x0) * east, (y - y0) * earthMetres]);
  return { walls: plan.walls.map(toMetres), lines: plan.lines.map(toMetres) };
}

const spread = (points: readonly Point[], k: 0 | 1): number => Math.max(...points.map((p) => p[k])) - Math.min(...points.map((p) => p[k]));

/** Shapes as the browser lays them out; y points down there and up here. */
function readSvg(text: string): FloorPlan {
  const source = new DOMParser().parseFromString(text, "image/svg+xml").documentElement as unknown as SVGSVGElement;
  if (source.nodeName !== "svg") throw new Error("this is no SVG file");
  const svg = document.importNode(source, true);
  svg.style.cssText = "position:absolute;visibility:hidden;width:1px;height:1px";
  for (const script of svg.querySelectorAll("script, foreignObject, image")) script.remove();
  document.body.append(svg);
  const plan: FloorPlan = { walls: [], lines: [] };
  try {
    for (const shape of svg.querySelectorAll<SVGGeometryElement>("rect, polygon, polyline, line, path, circle, ellipse")) {
      const isClosed = ["rect", "polygon", "circle", "ellipse"].includes(shape.nodeName) || /z\s*$/i.test(shape.getAttribute("d") ?? "");
      const ring = pointsAlong(shape, svg);
      if (ring.length >= 2) (isClosed && ring.length >= 3 ? plan.walls : plan.lines).push(ring);
    }
  } finally {
    svg.remove();
  }
  return plan;
}

function pointsAlong(shape: SVGGeometryElement, svg: SVGSVGElement): Ring {
  const toSvg = svg.getCTM()?.inverse().multiply(shape.getCTM() ?? new DOMMatrix()) ?? shape.getCTM() ?? new DOMMatrix();
  const place = (p: DOMPoint): Point => { const q = p.matrixTransform(toSvg); return [q.x, -q.y]; };
  const corners = (shape as unknown as { points?: SVGPointList }).points;
  if (corners) return Array.from({ length: corners.numberOfItems }, (_, i) => { const p = corners.getItem(i); return place(new DOMPoint(p.x, p.y)); });
  const length = shape.getTotalLength();
  if (!(length > 0)) return [];
  if (shape.nodeName === "rect" || shape.nodeName === "line") {
    const box = shape.getBBox();
    const at = (x: number, y: number) => place(new DOMPoint(x, y));
    if (shape.nodeName === "rect") return [at(box.x, box.y), at(box.x + box.width, box.y), at(box.x + box.width, box.y + box.height), at(box.x, box.y + box.height)];
    return [place(shape.getPointAtLength(0) as DOMPoint), place(shape.getPointAtLength(length) as DOMPoint)];
  }
  return simplified(Array.from({ length: curvePieces * 4 }, (_, i) => place(shape.getPointAtLength((length * i) / (curvePieces * 4)) as DOMPoint)));
}

/** Points that lie on the line between their neighbours are left out. */
function simplified(ring: Ring): Ring {
  const size = Math.max(spread(ring, 0), spread(ring, 1));
  return ring.filter(([x, y], i) => {
    const [[ax, ay], [bx, by]] = [ring[(i + ring.length - 1) % ring.length]!, ring[(i + 1) % ring.length]!];
    return Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) > 1e-5 * size * Math.hypot(bx - ax, by - ay);
  });
}

const dxfUnits: Record<number, number> = { 1: 0.0254, 2: 0.3048, 4: 0.001, 5: 0.01, 6: 1 };

function readDxf(text: string): FloorPlan {
  const drawing = new DxfParser().parseSync(text);
  if (!drawing) throw new Error("this DXF file cannot be read");
  const scale = dxfUnits[Number(drawing.header?.["$INSUNITS"] ?? 6)] ?? 1;
  const plan: FloorPlan = { walls: [], lines: [] };
  for (const entity of drawing.entities as unknown as { type: string; vertices?: { x: number; y: number }[]; shape?: boolean; center?: { x: number; y: number }; radius?: number }[]) {
    const ring: Ring = (entity.vertices ?? []).map(({ x, y }) => [x * scale, y * scale]);
    if (entity.type === "CIRCLE" && entity.center) {
      const { x, y } = entity.center;
      plan.walls.push(Array.from({ length: 24 }, (_, i) => [(x + (entity.radius ?? 0) * Math.cos((i * Math.PI) / 12)) * scale, (y + (entity.radius ?? 0) * Math.sin((i * Math.PI) / 12)) * scale]));
    } else if (["LWPOLYLINE", "POLYLINE", "LINE"].includes(entity.type) && ring.length >= 2) {
      (entity.shape && ring.length >= 3 ? plan.walls : plan.lines).push(ring);
    }
  }
  return plan;
}

/** Each piece of a line as a wall of some thickness. */
export function thickened(line: Ring, thickness: number): Ring[] {
  const out: Ring[] = [];
  for (let i = 1; i < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i - 1]!, line[i]!];
    const length = Math.hypot(bx - ax, by - ay);
    if (length < 0.01) continue;
    const [nx, ny] = [(-(by - ay) / length) * (thickness / 2), ((bx - ax) / length) * (thickness / 2)];
    out.push([tidy([ax + nx, ay + ny]), tidy([bx + nx, by + ny]), tidy([bx - nx, by - ny]), tidy([ax - nx, ay - ny])]);
  }
  return out;
}
