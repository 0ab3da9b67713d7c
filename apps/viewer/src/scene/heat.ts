// Dark blue over teal to yellow: brightness rises all the way, so it reads without any colour vision.
const stops = [
  [48, 18, 92], [52, 72, 140], [33, 122, 140], [34, 168, 122], [122, 209, 81], [253, 231, 37],
] as const;

/** The same for style sheets. */
export const heatGradient = `linear-gradient(to right, ${stops.map((stop) => `rgb(${stop.join(",")})`).join(", ")})`;

/** Heat 0 to 1 as RGBA at `at`; nothing at all is transparent. */
export function heatColour(heat: number, out: Uint8Array, at: number): void {
  const level = Math.min(1, Math.max(0, heat)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(level));
  for (let k = 0; k < 3; k++) {
    out[at + k] = stops[index]![k]! + (stops[index + 1]![k]! - stops[index]![k]!) * (level - index);
  }
  out[at + 3] = Math.min(210, 900 * Math.max(0, heat));
}
