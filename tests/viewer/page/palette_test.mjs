// The page's colours can be told apart with any kind of colour vision: each pair that means different things is compared
// as people with protanopia, deuteranopia and tritanopia see it (Machado, Oliveira and Fernandes 2009, severity 1), by
// the distance in CIE Lab; 2.3 is just noticeable.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { check, finish } from "./browser.mjs";

const least = 15;
const esbuild = createRequire(process.env.VIEWER_PACKAGES)("esbuild");
const file = join(dirname(process.env.VIEWER_PACKAGES), "src/scene/palette.ts");
const { outputFiles } = await esbuild.build({ entryPoints: [file], bundle: true, write: false, format: "esm" });
const { groupColours, modeColours, sceneColours } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);

const visions = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const rgb = (hex) => [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255));
const times = (matrix, v) => matrix.map((row) => Math.min(1, Math.max(0, row.reduce((sum, m, i) => sum + m * v[i], 0))));

function lab(v) {
  const xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]].map((row) => row.reduce((sum, m, i) => sum + m * v[i], 0));
  const [x, y, z] = [xyz[0] / 0.95047, xyz[1], xyz[2] / 1.08883].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const { absent: _, ...modes } = modeColours;
const palettes = {
  groups: groupColours, modes: Object.values(modes),
  "domains in the dark": sceneColours.dark.domains, "domains in the light": sceneColours.light.domains,
};
for (const [name, colours] of Object.entries(palettes)) {
  for (const [vision, matrix] of Object.entries(visions)) {
    const seen = colours.map((colour) => lab(times(matrix, rgb(colour))));
    let worst = Infinity;
    seen.forEach((a, i) => seen.slice(0, i).forEach((b) => { worst = Math.min(worst, Math.hypot(...a.map((v, k) => v - b[k]))); }));
    console.log(`${name}, ${vision}: nearest pair ${worst.toFixed(1)}`);
    check(worst > least, `${name} can be told apart with ${vision}: the nearest pair is ${worst.toFixed(1)} apart, expected more than ${least}`);
  }
}
await finish();
