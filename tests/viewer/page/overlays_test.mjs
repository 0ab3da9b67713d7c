// Every overlay changes the picture when it is switched, by its box and by its key, and explains itself.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, finish, fixture, output, picture, seek, settle, unfold, withPage } from "./browser.mjs";

fixture("pages");
const url = pathToFileURL(join(output, "crossing.html")).href;

await withPage(`${url}#time=3.5&agent=east-3&overlays=`, { viewport: { width: 960, height: 640 } }, async (page, shot) => {
  await unfold(page);
  const names = await page.$$eval(".overlay:not([hidden]) input", (boxes) => boxes.map((box) => box.id.replace("overlay-", "")));
  check(names.length === 22, `twenty-two overlays are offered, found ${names}`);
  for (const name of names) {
    const row = page.locator(`label[for=overlay-${name}]`);
    check(((await row.locator("small").textContent()) ?? "").length > 20, `${name} explains itself`);
    const key = await row.locator("kbd").textContent();
    const before = await picture(page);
    await page.keyboard.press(key);
    const after = await picture(page);
    check(await page.isChecked(`#overlay-${name}`), `key ${key} switches ${name}`);
    // Nobody collides, nothing is measured, nothing stands and nothing happens to this agent just now, nothing binds it, it
    // has no plan of its feet, nobody rides, and maps are told live only, so that nothing is drawn for it.
    const empty = ["conflicts", "gauges", "events", "knowledge", "constraints", "map", "footsteps", "landmarks", "waits", "ride_nodes"];
    if (!empty.includes(name)) check(before !== after, `${name} changes the picture`);
    if (["plan", "density", "mesh", "tunnels"].includes(name)) await shot(`overlay-${name}`);
    await page.uncheck(`#overlay-${name}`);
  }
  const tasks = await page.$$eval("#tasks tbody tr", (rows) => rows.map((row) => row.innerText.replaceAll(/\s+/g, " ")));
  check(tasks.join("|") === "static mesh 10.0 improves ≤ 1.00|density mesh 9.0 improves ≤ 1.40|grid 8.0 looks –|space-time 7.0 stands 2.20", `the tasks are listed: found ${tasks}`);
  check((await page.textContent("#task-time")) === "4.60 of 2.5 ms", "what the tasks took, and what those in focus may take");
  check((await page.textContent("#planner-events")).includes("tunnel changed grid"), "the planner's events are listed");

  // The chart: at 3.5 s a pile of four colours, 4.6 ms high, and the limit at 2.5 ms of a scale that ends at 4.6 * 1.08.
  const chart = await page.$eval("#task-chart canvas", (canvas) => {
    const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const column = (x) => Array.from({ length: height }, (_, y) => [...data.slice((y * width + x) * 4, (y * width + x) * 4 + 4)]);
    return { pile: column(Math.floor((3.5 / 12) * width) + 1), empty: column(Math.floor((3.4 / 12) * width)), height };
  });
  const has = ([r, g, b, a], wanted) => a > 200 && Math.hypot(r - wanted[0], g - wanted[1], b - wanted[2]) < 12;
  const high = (column, wanted) => column.filter((pixel) => has(pixel, wanted)).length;
  const scale = (chart.height - 1) / (4.6 * 1.08);
  [[[86, 180, 233], 0.4], [[0, 158, 115], 0.9], [[240, 228, 66], 1.4], [[213, 94, 0], 1.9]].forEach(([colour, ms]) => {
    const found = high(chart.pile, colour);
    check(Math.abs(found - ms * scale) <= 3.5, `${ms} ms are ${(ms * scale).toFixed(1)} pixels of ${colour}, found ${found}`);
  });
  const limit = chart.empty.findIndex(([, , , a]) => a > 100);
  check(Math.abs(chart.height - limit - 2.5 * scale) <= 2, `the limit is drawn at 2.5 ms, found row ${limit}`);
  await page.evaluate((all) => { location.hash = `#time=3.5&agent=east-3&overlays=${all}`; }, names.join(","));
  await settle(page);
  check((await page.locator(".overlay input:checked").count()) === names.length, "an address switches all of them on");
  await seek(page, 3.6);
  await shot("overlays-all");

  await page.keyboard.press("?");
  check(await page.isVisible("#help"), "help opens");
  await shot("help");
  await page.keyboard.press("Escape");
  check(await page.isHidden("#help"), "escape closes it");
  await page.keyboard.press("?");
  await page.keyboard.press("?");
  check(await page.isHidden("#help"), "its own key closes it");
  await page.keyboard.press("?");
  await page.mouse.click(20, 400);
  check(await page.isHidden("#help"), "a click beside closes it");
  await page.click("#help-button");
  await page.click("#help-close");
  check(await page.isHidden("#help"), "its button closes it");
});

// A finger: tap selects, and everything fits on a small screen.
await withPage(`${url}#time=3.5`, { viewport: { width: 420, height: 800 }, hasTouch: true }, async (page, shot) => {
  await settle(page);
  for (const panel of ["about", "overlays", "tasks", "metrics"]) check(!(await page.locator(`#${panel}`).evaluate((node) => node.open)), `${panel} is closed on a small screen`);
  await page.locator("#overlays > summary").tap();
  check(await page.isVisible("#overlay-trails"), "a tap opens the list");
  await shot("touch-overlays");
  await page.locator("#overlays > summary").tap();
  await settle(page);
  const place = await page.evaluate(() => window.wend.screenOf(12));
  await page.touchscreen.tap(place.x, place.y);
  await settle(page);
  check(await page.isVisible("#agent"), "a tap selects");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  check(wide <= 420, "nothing sticks out of a small screen");
  await shot("touch");
});
await finish();
