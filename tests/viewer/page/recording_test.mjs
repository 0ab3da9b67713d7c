// A recording opened from disk: what is drawn, what the panels say and what the switches do, against the truth that
// the fixture wrote beside it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, checkNear, coloursAt, finish, fixture, output, seek, settle, unfold, withPage } from "./browser.mjs";

fixture("pages");
const frames = JSON.parse(readFileSync(join(output, "crossing.json"), "utf8"));
const frameAt = (time) => frames[Math.round(time * 30)];
const url = pathToFileURL(join(output, "crossing.html")).href;
const colours = { east: [86, 180, 233], north: [230, 159, 0], gallery: [0, 158, 115] };

/** How far a drawn colour is from any shade of a group's. */
function offHue(pixel, group) {
  const length = (c) => Math.hypot(...c);
  const cosine = pixel.reduce((sum, v, i) => sum + v * group[i], 0) / (length(pixel) * length(group) + 1e-9);
  return 1 - cosine;
}

/** A point on the agent's left shoulder. */
const shoulder = ({ at, heading }) => [at[0] - 0.13 * Math.sin(heading), at[1] + 0.13 * Math.cos(heading), at[2] + 1.36];

async function checkPixels(page, time) {
  await seek(page, time);
  const { agents } = frameAt(time);
  const points = await page.evaluate((places) => places.map((p) => window.wend.screenOfPoint(...p)), agents.map(shoulder));
  const found = await coloursAt(page, points);
  agents.forEach((agent, i) => {
    const off = offHue(found[i], colours[agent.group]);
    check(off < 0.03 && Math.max(...found[i]) > 60, `${agent.name} is drawn at ${agent.at} at ${time} s: found colour ${found[i]}`);
  });
  return points;
}

await withPage(url, {}, async (page, shot) => {
  await page.keyboard.press("Home");
  check((await page.evaluate(() => window.wend.frameCount)) === frames.length, "every frame is there");
  await seek(page, 3.5);
  await shot("recording-orbit");

  // Pixels, from above, with nothing else on the floor.
  await page.click("#camera");
  await unfold(page);
  for (const name of ["trails", "goals", "plan", "events", "conflicts", "connections"]) await page.uncheck(`#overlay-${name}`);
  const early = await checkPixels(page, 1);
  await checkPixels(page, 4);
  await checkPixels(page, 11.5);
  const left = await coloursAt(page, early.slice(0, 10));
  left.forEach((pixel, i) => check(offHue(pixel, colours.east) > 0.005 || Math.max(...pixel) < 60, `east-${i} is no longer where it was`));

  // Selection: the panel says what the truth says.
  await page.click("#fit");
  for (const [time, index] of [[2, 3], [5, 11], [11.9, 2]]) {
    await seek(page, time);
    const truth = frameAt(time).agents[index];
    const place = await page.evaluate((i) => window.wend.screenOf(i), index);
    await page.mouse.click(place.x, place.y);
    await settle(page);
    check((await page.textContent("#agent-name")) === truth.name, `a click selects ${truth.name}`);
    const shown = (await page.textContent("#agent-position")).split(",").map(Number);
    shown.forEach((value, i) => checkNear(value, truth.at[i], 0.0051, `position of ${truth.name}`));
    check((await page.textContent("#agent-group")) === truth.group, "group");
    check((await page.textContent("#agent-mode")) === (truth.arrived ? "arrived" : "walking"), "mode");
    checkNear(parseFloat(await page.textContent("#agent-speed")), truth.speed, 0.04, `speed of ${truth.name}`);
    checkNear(parseFloat(await page.textContent("#agent-left")), truth.left, 0.05, `metres left of ${truth.name}`);
  }
  await page.keyboard.press("Escape");
  await settle(page);
  check(await page.isHidden("#agent"), "escape deselects");

  // Scrubbing, stepping, playing.
  const box = await page.locator("#scrub").boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await settle(page);
  checkNear(await page.evaluate(() => window.wend.time), 6, 0.2, "scrubbed to the middle");
  await seek(page, 2);
  await page.click("#step");
  checkNear(await page.evaluate(() => window.wend.time), 2 + 1 / 30, 0.001, "one frame on");
  await page.keyboard.press("Escape");
  await page.locator("#stage").focus();
  await page.keyboard.press("ArrowLeft");
  checkNear(await page.evaluate(() => window.wend.time), 2, 0.001, "one frame back");
  await page.keyboard.press(" ");
  await page.waitForFunction(() => window.wend.time > 2.3);
  await page.keyboard.press(" ");
  const stopped = await page.evaluate(() => window.wend.time);
  await page.waitForTimeout(200);
  check((await page.evaluate(() => window.wend.time)) === stopped, "paused");
});

// The whole run is in the charts, and an address opens the same view again.
await withPage(`${url}#time=4&agent=east-3&overlays=plan,goals&camera=top,12,8,1000,12,8,0,0.05&colour=status&theme=light`, {}, async (page, shot) => {
  await settle(page);
  checkNear(await page.evaluate(() => window.wend.time), 4, 1e-6, "time from the address");
  check((await page.textContent("#agent-name")) === "east-3", "agent from the address");
  check(await page.isChecked("#overlay-plan"), "overlay from the address");
  check(!(await page.isChecked("#overlay-trails")), "overlays that the address leaves out are off");
  check((await page.evaluate(() => document.documentElement.dataset.theme)) === "light", "theme from the address");
  check((await page.textContent("#metric-arrived")) === "3 of 19", "arrived");
  check((await page.textContent("#metric-frame-time")) === "3.50 ms", "frame time");
  const plan = await page.evaluate(() => window.wend.plan(3));
  check(plan.length >= 12, "its plan goes around the crate that appeared at 3 s");
  await shot("recording-light");
  await page.waitForTimeout(600);
  const hash = new URLSearchParams(new URL(page.url()).hash.slice(1));
  check(hash.get("agent") === "east-3" && hash.get("time") === "4.00" && hash.get("overlays") === "plan,goals", "the address follows the view");
  check(hash.get("scene") === "crossing" && hash.get("camera").startsWith("top,12,8,"), "scene and camera are in the address too");
});
// An address of another scene is not silently shown as this one.
await withPage(`${url}#scene=elsewhere&time=2`, {}, async (page) => {
  await settle(page);
  check((await page.textContent(".warning")).includes("elsewhere"), "the page says that the address is of another scene");
  checkNear(await page.evaluate(() => window.wend.time), 2, 1e-6, "the rest of the address holds");
});
await finish();
