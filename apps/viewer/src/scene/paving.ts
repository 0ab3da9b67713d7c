// Textures drawn by the page itself: paving of one-metre slabs that gives a floor its scale, and the shade that walls
// throw on the ground around them (ambient occlusion, worked out once instead of in every frame).

import { CanvasTexture, ClampToEdgeWrapping, LinearFilter, RepeatWrapping, SRGBColorSpace } from "three";
import type { LayerInfo, Point, PolygonRings, SceneInfo } from "../protocol/scene";

export const pavingMetres = 10;
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

/** Slabs of a metre, a wider joint every five; brightness only, the floor gives the hue. */
export function pavingTexture(anisotropy: number): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pavingPixels;
  const context = canvas.getContext("2d")!;
  const random = noise(7);
  const slab = pavingPixels / pavingMetres;
  for (let row = 0; row < pavingMetres; row++) {
    for (let column = 0; column < pavingMetres; column++) {
      const light = 238 + Math.floor(random() * 17);
      context.fillStyle = `rgb(${light},${light},${light})`;
      context.fillRect(Math.floor(column * slab), Math.floor(row * slab), Math.ceil(slab), Math.ceil(slab));
    }
  }
  for (let i = 0; i < pavingMetres; i++) {
    const isWide = i % 5 === 0;
    context.fillStyle = isWide ? "rgba(0,0,0,0.30)" : "rgba(0,0,0,0.13)";
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

function trace(context: CanvasRenderingContext2D, rings: PolygonRings, at: (point: Point) => Point): void {
  for (const ring of rings) {
    ring.forEach((point, i) => (i === 0 ? context.moveTo(...at(point)) : context.lineTo(...at(point))));
    context.closePath();
  }
}

/** How much of the sky a place of the floor sees, in the red channel: less beside walls. */
export function shadeTexture(info: SceneInfo, layer: LayerInfo): CanvasTexture {
  const [[lowX, lowY], [highX, highY]] = info.bounds;
  const scale = Math.min(16, mostShadePixels / Math.max(highX - lowX, highY - lowY, 1));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(2, Math.ceil((highX - lowX) * scale));
  canvas.height = Math.max(2, Math.ceil((highY - lowY) * scale));
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  const at = ([x, y]: Point): Point => [(x - lowX) * scale, canvas.height - (y - lowY) * scale];
  context.filter = `blur(${Math.max(1, shadeReach * scale * 0.55)}px)`;
  context.fillStyle = "#000";
  context.beginPath();
  for (const rings of layer.blocked) trace(context, rings, at);
  context.fill("evenodd");
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = ClampToEdgeWrapping;
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.channel = 1;
  return texture;
}

/** A soft dark spot, for the ground under somebody's feet. */
export function spotTexture(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const context = canvas.getContext("2d")!;
  const gradient = context.createRadialGradient(32, 32, 4, 32, 32, 32);
  gradient.addColorStop(0, "rgba(0,0,0,0.55)");
  gradient.addColorStop(0.5, "rgba(0,0,0,0.25)");
  gradient.addColorStop(1, "rgba(0,0,0,0)");
  context.fillStyle = gradient;
  context.fillRect(0, 0, 64, 64);
  return new CanvasTexture(canvas);
}
