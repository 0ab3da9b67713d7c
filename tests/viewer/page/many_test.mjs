// Ten thousand agents: the page opens, draws them all and answers, even without graphics hardware.

import { loadavg } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, coloursAt, finish, fixture, output, processorTime, settle, withPage } from "./browser.mjs";

fixture("many");
await withPage(`${pathToFileURL(join(output, "many.html")).href}#time=1`, {}, async (page, shot) => {
  await settle(page);
  check((await page.evaluate(() => window.wend.agentNames.length)) === 10000, "all agents are there");
  await shot("many");

  // It plays at the right speed, as fast as it can draw, and its own work leaves room to answer within 100 ms. What else
  // runs here must not decide, so it is the page's processor time that is held against the limit. How long the browser
  // takes to draw, and a key to be answered by a picture, is told: where others want the processors too, both say little.
  await page.evaluate(() => window.wend.seek(0));
  await page.keyboard.press(" ");
  await page.waitForFunction(() => window.wend.time > 0.3 || window.wend.quality === "least");
  const [first, spent] = [await page.evaluate(() => window.wend.drawnFrames), processorTime()];
  await page.waitForFunction((count) => window.wend.drawnFrames >= count + 6 || window.wend.time > 2.5, first);
  const frames = (await page.evaluate(() => window.wend.drawnFrames)) - first;
  const now = processorTime();
  const [drawing, scripts] = [(now.gpu - spent.gpu) / frames, (now.page - spent.page) / frames];
  await page.evaluate(() => {
    window.answer = new Promise((done) => addEventListener("keydown", ({ timeStamp }) =>
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - timeStamp))), { once: true }));
  });
  await page.keyboard.press(" ");
  const answer = await page.evaluate(() => window.answer);
  console.log(`10000 agents in software, quality ${await page.evaluate(() => window.wend.quality)}: a frame takes ${scripts.toFixed(0)} ms of the page's processor and ${drawing.toFixed(0)} ms of all for drawing; a key was answered in ${answer.toFixed(0)} ms, load ${loadavg()[0].toFixed(1)}`);
  check(scripts < 100, `a frame takes less than 100 ms of the page's own work: found ${scripts.toFixed(0)} ms`);
  check(answer < 5000, `and a key is answered within 5 s: found ${answer.toFixed(0)} ms`);

  // The rate suffers, the picture does not: everybody in sight is drawn where the recording says.
  await page.evaluate(() => window.wend.seek(1));
  await page.evaluate(() => { location.hash = "#time=1&overlays=&camera=top,65,65,1000,65,65,0,0.03"; });
  await settle(page);
  check(!(await page.isChecked("#overlay-trails")), "an address that is pasted into the page is followed");
  const places = await page.evaluate(() => window.wend.agentNames.map((_, i) => {
    const { x, y, heading } = window.wend.facts(i);
    // Both shoulders: an arm that swings or a head may hide one.
    return [0.1, -0.1].map((side) => window.wend.screenOfPoint(x - side * Math.sin(heading), y + side * Math.cos(heading), 1.36));
  }));
  const inSight = places.filter((shoulders) => shoulders.every((at) => at && at.x > 20 && at.x < 1260 && at.y > 20 && at.y < 720));
  check(inSight.length > 300, `hundreds are in sight, found ${inSight.length}`);
  const colours = await coloursAt(page, inSight.flat());
  // The floor is grey: clothes are not.
  const isGrey = (colour) => Math.max(...colour) - Math.min(...colour) < 40;
  const missing = inSight.filter((_, i) => isGrey(colours[2 * i]) && isGrey(colours[2 * i + 1])).length;
  check(missing === 0, `all ${inSight.length} in sight are drawn, ${missing} are missing`);
  await shot("many-near");
});
await finish();
