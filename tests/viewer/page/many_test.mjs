// Ten thousand agents: the page opens, draws them all and answers, even without graphics hardware.

import { loadavg } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, coloursAt, finish, fixture, output, settle, withPage } from "./browser.mjs";

fixture("many");
await withPage(`${pathToFileURL(join(output, "many.html")).href}#time=1`, {}, async (page, shot) => {
  await settle(page);
  check((await page.evaluate(() => window.wend.agentNames.length)) === 10000, "all agents are there");
  await shot("many");

  // It plays as fast as it can draw, and whatever somebody does is answered within 100 ms: the browser itself tells how
  // long after an event the page with its answer was on the screen, and the page how long until the world was drawn anew. Others who want the processors can only make that
  // longer, so of a few tries the best counts, in the middle over all kinds of input and for the slowest kind.
  const play = async () => {
    await page.evaluate(() => window.wend.seek(0));
    await page.keyboard.press(" ");
  };
  await page.evaluate(() => {
    window.answers = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) window.answers.push({ name, duration });
    }).observe({ type: "event", durationThreshold: 16 });
    const told = ({ type, timeStamp }) => {
      const before = window.wend.drawnFrames;
      const look = () => {
        if (window.wend.drawnFrames > before) requestAnimationFrame((now) => window.answers.push({ name: `${type} drawn`, duration: now - timeStamp }));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    for (const type of ["keydown", "pointerdown", "pointermove", "click"]) addEventListener(type, told, { capture: true });
  });
  await play();
  await page.waitForFunction(() => window.wend.time > 2 || window.wend.quality === "least");
  const kinds = {
    "select by key": () => page.keyboard.press("]"),
    "select by click": () => page.mouse.click(640, 420),
    "turn": async () => {
      await page.mouse.move(640, 500);
      await page.mouse.down();
      await page.mouse.move(660, 505, { steps: 2 });
      await page.mouse.up();
    },
    "pause": async () => { await page.keyboard.press(" "); await page.waitForTimeout(200); await page.keyboard.press(" "); },
    "a button": () => page.click("#theme"),
  };
  let best = { middle: Infinity, slowest: Infinity };
  for (let round = 0; round < 6 && (best.middle > 100 || best.slowest > 100); round++) {
    const found = {};
    for (const [kind, act] of Object.entries(kinds)) {
      await play();
      await page.waitForTimeout(250);
      await page.evaluate(() => { window.answers.length = 0; });
      await act();
      await page.waitForTimeout(450);
      // What took less than a frame is not told.
      found[kind] = await page.evaluate(() => Math.max(16, ...window.answers.map(({ duration }) => Math.round(duration))));
    }
    const sorted = Object.values(found).sort((one, other) => one - other);
    const [middle, slowest] = [sorted[sorted.length >> 1], sorted.at(-1)];
    console.log(`10000 agents in software, quality ${await page.evaluate(() => window.wend.quality)}, load ${loadavg()[0].toFixed(1)}: answered in ${JSON.stringify(found)} ms`);
    if (slowest < best.slowest) best = { middle, slowest };
  }
  check(best.slowest <= 100, `input is answered within 100 ms: the slowest kind took ${best.slowest} ms`);

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
