// A 3D level is its own triangles: people below are seen through the storeys above, which are gone once somebody below
// is looked at.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, coloursAt, finish, output, settle, wend, withPage } from "./browser.mjs";

const corners = [];
const faces = [];
const quad = (...points) => {
  const first = corners.length + 1;
  corners.push(...points.map(([x, y, z]) => [x, z, -y])); // files have y up
  faces.push([first, first + 1, first + 2], [first, first + 2, first + 3]);
};
const floor = (x0, y0, x1, y1, z) => quad([x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]);
floor(0, 0, 24, 16, 0);
floor(8, 0, 24, 6, 3.2);
floor(8, 10, 24, 16, 3.2);
floor(18, 6, 24, 10, 3.2);
quad([2, 2, 0], [8, 2, 3.2], [8, 4, 3.2], [2, 4, 0]);
quad([8, 6, 3.2], [18, 6, 3.2], [18, 6, 4.2], [8, 6, 4.2]);
writeFileSync(join(output, "house.obj"), corners.map((p) => `v ${p.join(" ")}\n`).join("") + faces.map((f) => `f ${f.join(" ")}\n`).join(""));
const agents = Array.from({ length: 6 }, (_, i) => ({ name: `walker ${i}`, position: [1 + 0.8 * (i % 3), 8 + 0.9 * (i / 3 | 0)], goal: { point: [20 + 0.6 * (i % 3), 2 + 0.8 * (i / 3 | 0)], radius: 0.6 } }));
writeFileSync(join(output, "house.json"), JSON.stringify({ version: 1, name: "house", duration: 12, bounds: [[0, 0], [24, 16]], level: { file: "house.obj" }, agents }));
wend("run", join(output, "house.json"), "--html", join(output, "house.html"));

const away = (one, other) => Math.hypot(...one.map((value, i) => value - other[i]));
for (const theme of ["light", "dark"]) {
  await withPage(`${pathToFileURL(join(output, "house.html")).href}#time=9&theme=${theme}&overlays=&quality=low`, {}, async (page, shot) => {
    await settle(page);
    const at = (x, y, z) => page.evaluate((p) => window.wend.screenOfPoint(...p), [x, y, z]);
    // One place of the upper floor has land behind it, one the floor below; the third is floor under the sky.
    const places = [await at(22, 15, 3.2), await at(22.5, 4, 3.2), await at(3, 14, 0)];
    const [edge, covered, open] = await coloursAt(page, places);
    await shot(`level-${theme}`);
    await page.keyboard.press("]");
    await settle(page);
    const [cutEdge, , stillOpen] = await coloursAt(page, places);
    await shot(`level-cut-${theme}`);
    check(away(edge, cutEdge) > 10, `${theme}: the upper storey was there and is cut away: ${edge}, then ${cutEdge}`);
    check(away(open, stillOpen) < 6, `${theme}: the lower one stays: ${open}, then ${stillOpen}`);
    check(away(covered, open) < 60, `${theme}: what is below shows through: ${covered} over ${open}`);
    const hidden = await page.evaluate(() => window.wend.agentNames.filter((_, i) => window.wend.screenOf(i) === undefined));
    check(hidden.length === 0, `everybody is there, not ${hidden}`);
  });
}
await finish();
