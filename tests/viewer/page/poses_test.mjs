// Bodies that came with a recording: where they are agrees with the agents, and feet that stand stay.

import { join } from "node:path";
import { check, checkNear, finish, output, settle, wend, withPage } from "./browser.mjs";

const pelvis = 0, crown = 3, toes = [13, 17];
const file = join(output, "poses.html");
wend("run", "hello", "--seconds", "6", "--html", file);
await withPage(`file://${file}`, {}, async (page, shot) => {
  await page.waitForFunction(() => window.wend?.frameCount > 5);
  const at = async (time) => page.evaluate((t) => {
    window.wend.seek(t);
    return { joints: window.wend.joints(0), facts: window.wend.facts(0) };
  }, time);
  const joint = (joints, i) => joints.slice(3 * i, 3 * i + 3);
  let stood = 0, before;
  for (let time = 1; time < 4; time += 1 / 15) {
    const { joints, facts } = await at(time);
    check(joints !== undefined, `there is a body at ${time}`);
    const [x, y, z] = joint(joints, pelvis);
    // Facts are those of the frame before the time.
    checkNear(Math.hypot(x - facts.x, y - facts.y), 0, 0.12, "hips are above the agent");
    check(z > 0.6 && z < 1.05, `hips are at a hip's height, found ${z}`);
    checkNear(joint(joints, crown)[2], 1.7, 0.2, "the head is above");
    check(Math.min(...toes.map((toe) => joint(joints, toe)[2])) < 0.12, "a foot is down");
    if (before && toes.some((toe) => Math.hypot(...joint(joints, toe).map((v, k) => v - joint(before, toe)[k])) < 0.02)) stood++;
    before = joints;
  }
  check(stood > 30, `one foot stays while the other goes, found ${stood} of 44 times`);
  await settle(page);
  await shot("poses");
});
finish();
