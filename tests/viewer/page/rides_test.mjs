// A ride over moving surfaces: the body jumps from car to car, and what the planner saw can be switched on.

import { join } from "node:path";
import { check, checkNear, finish, output, picture, settle, unfold, wend, withPage } from "./browser.mjs";

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
finish();
