// A ride over moving surfaces: the body jumps from car to car, and what the planner saw can be switched on.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, checkNear, finish, output, picture, seek, settle, unfold, wend, withPage } from "./browser.mjs";

const pelvis = 0;
const file = join(output, "ride.html");
wend("run", "train-yard-1", "--html", file);
await withPage(`file://${file}#overlays=`, { viewport: { width: 960, height: 640 } }, async (page, shot) => {
  await page.waitForFunction(() => window.wend?.frameCount > 5);
  await unfold(page);
  const heights = [];
  for (let time = 1; time < 28; time += 0.1) {
    const { joints, facts } = await page.evaluate((t) => {
      window.wend.seek(t);
      return { joints: window.wend.joints(0), facts: window.wend.facts(0) };
    }, time);
    check(joints !== undefined, `there is a body at ${time}`);
    // Facts are those of the frame before the time, and trains are fast.
    checkNear(Math.hypot(joints[3 * pelvis] - facts.x, joints[3 * pelvis + 1] - facts.y), 0, 0.5, "hips are above the rider");
    heights.push(joints[3 * pelvis + 2]);
  }
  let jumps = 0;
  for (let i = 2; i + 2 < heights.length; i++) {
    if (heights[i] > heights[i - 2] + 0.1 && heights[i] > heights[i + 2] + 0.1) jumps++;
  }
  check(jumps >= 3, `it jumps, found ${jumps} times`);
  await page.evaluate(() => window.wend.seek(18.8));
  await settle(page);
  await shot("ride-jump");
  for (const [name, key] of [["landmarks", "5"], ["ride_nodes", "7"]]) {
    const before = await picture(page);
    await page.keyboard.press(key);
    const after = await picture(page);
    check(await page.isChecked(`#overlay-${name}`), `key ${key} switches ${name}`);
    check(before !== after, `${name} changes the picture`);
  }
  await shot("ride-overlays");
});

// A lift is drawn where it is, with what carries as thick as it is.
const lift = {
  ...JSON.parse(readFileSync(new URL("../../../scenes/rides/step-yard-1.json", import.meta.url))),
  name: "lift", description: "", horizon: 15, walks: true, riders: [{ name: "rider", start: [-12, 0, 1.2], goal: [-4, 0, 1.2], depart: 0 }],
  blocks: [
    { name: "platform", outline: [[-15, -2], [15, -2], [15, 2], [-15, 2]], bottom: 0, top: 1.2, carries: true, loops: false, motion: [[0, 0, 0, 0]] },
    { name: "lift", outline: [[-1, -1], [1, -1], [1, 1], [-1, 1]], bottom: 1, top: 1.2, carries: true, loops: false, motion: [[0, 0, 4, 0], [2, 0, 4, 0], [6, 0, 4, 3], [15, 0, 4, 3]] },
  ],
};
const scene = join(output, "lift.json");
writeFileSync(scene, JSON.stringify(lift));
wend("run", scene, "--html", join(output, "lift.html"));
await withPage(`file://${join(output, "lift.html")}`, { viewport: { width: 960, height: 640 } }, async (page, shot) => {
  for (const time of [0, 1.9, 3, 4.51, 5.5, 6.5]) {
    await seek(page, time);
    const [, , top] = await page.evaluate(() => window.wend.obstacleAt("lift"));
    checkNear(top, 1.2 + 3 * Math.min(1, Math.max(0, (time - 2) / 4)), 0.03, `the lift's top at ${time} s`);
  }
  await shot("ride-lift");
});
await finish();
