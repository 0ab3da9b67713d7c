// Textures drawn by the page itself: paving of one-metre slabs that gives a floor its scale, grass, and the shade and the
// shadows of walls on the ground around them, worked out once instead of in every frame.

import { CanvasTexture, ClampToEdgeWrapping, LinearFilter, RepeatWrapping, SRGBColorSpace, type Vector3 } from "three";
import type { LayerInfo, Point, PolygonRings, SceneInfo } from "../protocol/scene";

export const pavingMetres = 10;
export const grassMetres = 16;
const pavingPixels = 512;
const mostShadePixels = 1024;
const shadeReach = 0.7; // metres that a wall's shade reaches

/** The same numbers on every page. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const made = new WeakMap<object, Map<string, CanvasTexture>>();

/** Pictures of what stands still are drawn once, whatever colours the page takes on. */
function once(owner: object, name: string, draw: () => CanvasTexture): CanvasTexture {
  const own = made.get(owner) ?? new Map<string, CanvasTexture>();
  made.set(owner, own);
  const texture = own.get(name) ?? draw();
  own.set(name, texture);
  return texture;
}

/** Slabs of a metre, a wider joint every five; brightness only, the floor gives the hue. */
export const pavingTexture = (anisotropy: number): CanvasTexture => once(made, `paving ${anisotropy}`, () => drawPaving(anisotropy));

function drawPaving(anisotropy: number): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pavingPixels;
  const context = canvas.getContext("2d")!;
  const random = noise(7);
  const slab = pavingPixels / pavingMetres;
  for (let row = 0; row < pavingMetres; row++) {
    for (let column = 0; column < pavingMetres; column++) {
      const light = 243 + Math.floor(random() * 12);
      context.fillStyle = `rgb(${light},${light},${light})`;
      context.fillRect(Math.floor(column * slab), Math.floor(row * slab), Math.ceil(slab), Math.ceil(slab));
    }
  }
  for (let i = 0; i < pavingMetres; i++) {
    const isWide = i % 5 === 0;
    context.fillStyle = isWide ? "rgba(0,0,0,0.26)" : "rgba(0,0,0,0.12)";
    const width = isWide ? 2.5 : 1.5;
    context.fillRect(i * slab - width / 2, 0, width, pavingPixels);
    context.fillRect(0, i * slab - width / 2, pavingPixels, width);
  }
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = anisotropy;
  return texture;
}

/** Tufts, lighter and darker; brightness only. */
export function grassTexture(anisotropy: number): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 256;
  const context = canvas.getContext("2d")!;
  const random = noise(11);
  context.fillStyle = "rgb(232,232,232)";
  context.fillRect(0, 0, 256, 256);
  for (let i = 0; i < 2600; i++) {
    const light = 205 + Math.floor(random() * 50);
    const [x, y, size] = [random() * 256, random() * 256, 1.5 + random() * 5];
    context.fillStyle = `rgba(${light},${light},${light},0.16)`;
    // Once more beyond the edge that it crosses, so that the pattern has no seams.
    for (const dx of [0, x + size > 256 ? -256 : 0]) for (const dy of [0, y + size > 256 ? -256 : 0]) {
      context.beginPath();
      context.ellipse(x + dx, y + dy, size, size * 0.7, 0, 0, 7);
      context.fill();
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = anisotropy;
  return texture;
}

function trace(context: CanvasRenderingContext2D, rings: PolygonRings, at: (point: Point) => Point): void {
  for (const ring of rings) {
    ring.forEach((point, i) => (i === 0 ? context.moveTo(...at(point)) : context.lineTo(...at(point))));
    context.closePath();
  }
}

interface GroundPlan {
  context: CanvasRenderingContext2D;
  scale: number; // pixels of a metre
  at: (point: Point) => Point;
}

/** A canvas that covers the scene's bounds. */
function groundPlan({ bounds: [[lowX, lowY], [highX, highY]] }: SceneInfo): GroundPlan {
  const scale = Math.min(16, mostShadePixels / Math.max(highX - lowX, highY - lowY, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(2, Math.ceil((highX - lowX) * scale));
  canvas.height = Math.max(2, Math.ceil((highY - lowY) * scale));
  const at = ([x, y]: Point): Point => [(x - lowX) * scale, canvas.height - (y - lowY) * scale];
  return { context: canvas.getContext("2d")!, scale, at };
}

function coveringTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = ClampToEdgeWrapping;
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.channel = 1;
  return texture;
}

/** How much of the sky a place of the floor sees, in the red channel: less beside walls. */
export const shadeTexture = (info: SceneInfo, layer: LayerInfo): CanvasTexture => once(layer, "shade", () => drawShade(info, layer));

function drawShade(info: SceneInfo, layer: LayerInfo): CanvasTexture {
  const { context, scale, at } = groundPlan(info);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.filter = `blur(${Math.max(1, shadeReach * scale * 0.55)}px)`;
  context.fillStyle = "#000";
  context.beginPath();
  for (const rings of layer.blocked) trace(context, rings, at);
  context.fill("evenodd");
  return coveringTexture(context.canvas);
}

/** Where walls of a height keep the sun off the floor. */
export const wallShadowTexture = (info: SceneInfo, layer: LayerInfo, sunFrom: Vector3, height: number): CanvasTexture =>
  once(layer, `shadow ${height}`, () => drawWallShadow(info, layer, sunFrom, height));

function drawWallShadow(info: SceneInfo, layer: LayerInfo, sunFrom: Vector3, height: number): CanvasTexture {
  const { context, scale, at } = groundPlan(info);
  const [dx, dy] = [(-sunFrom.x / sunFrom.z) * height, (-sunFrom.y / sunFrom.z) * height];
  context.filter = `blur(${Math.max(0.6, 0.05 * scale)}px)`;
  context.fillStyle = "#000";
  context.beginPath();
  for (const rings of layer.blocked) {
    for (const ring of rings) ring.forEach((point, i) => {
      // What one side sweeps on its way along the light, always in the same sense, so that overlaps stay filled.
      const next = ring[(i + 1) % ring.length]!;
      const side: Point[] = [point, next, [next[0] + dx, next[1] + dy], [point[0] + dx, point[1] + dy]];
      const turns = (next[0] - point[0]) * dy - (next[1] - point[1]) * dx;
      trace(context, [turns > 0 ? side : side.reverse()], at);
    });
  }
  context.fill("nonzero");
  return coveringTexture(context.canvas);
}
