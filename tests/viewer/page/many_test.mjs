// Ten thousand agents: the page opens, draws them all and answers, even without graphics hardware.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, coloursAt, finish, fixture, output, seek, settle, withPage } from "./browser.mjs";

fixture("many");
await withPage(`${pathToFileURL(join(output, "many.html")).href}#time=1`, {}, async (page, shot) => {
  await settle(page);
  check((await page.evaluate(() => window.wend.agentNames.length)) === 10000, "all agents are there");
  const costs = [];
  for (let i = 0; i < 3; i++) {
    const began = Date.now();
    await seek(page, 0.2 + i * 0.5);
    costs.push(Date.now() - began);
  }
  console.log(`a seek with 10000 agents, drawn in software, takes ${Math.min(...costs)} to ${Math.max(...costs)} ms`);
  check(Math.min(...costs) < 5000, "seeking stays bearable even in software");
  await shot("many");

  // It plays as fast as it can draw, at the right speed, and answers meanwhile.
  await page.evaluate(() => window.wend.seek(0));
  const drawn = await page.evaluate(() => window.wend.drawnFrames);
  const began = Date.now();
  await page.keyboard.press(" ");
  await page.waitForFunction((count) => window.wend.drawnFrames > count + 8 || window.wend.time > 2.5, drawn, { timeout: 60000 });
  const rate = ((await page.evaluate(() => window.wend.drawnFrames)) - drawn) / ((Date.now() - began) / 1000);
  const asked = Date.now();
  await page.keyboard.press(" ");
  const stopped = await page.evaluate(() => window.wend.time);
  const answer = Date.now() - asked;
  console.log(`playing 10000 agents in software: ${rate.toFixed(1)} frames a second; a key is answered in ${answer} ms`);
  check(answer < 5000 && stopped > 0, "the page answers while it plays");

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
