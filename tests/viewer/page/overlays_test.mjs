// Every overlay changes the picture when it is switched, by its box and by its key, and explains itself.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, finish, fixture, output, seek, settle, withPage } from "./browser.mjs";

fixture("pages");
const url = pathToFileURL(join(output, "crossing.html")).href;

await withPage(`${url}#time=3.5&agent=east-3&overlays=`, {}, async (page, shot) => {
  await settle(page);
  const picture = async () => {
    await settle(page);
    return (await page.locator("#stage").screenshot()).toString("base64");
  };
  const names = await page.$$eval(".overlay:not([hidden]) input", (boxes) => boxes.map((box) => box.id.replace("overlay-", "")));
  check(names.length === 13, `thirteen overlays are offered, found ${names}`);
  for (const name of names) {
    const row = page.locator(`label[for=overlay-${name}]`);
    check(((await row.locator("small").textContent()) ?? "").length > 20, `${name} explains itself`);
    const key = await row.locator("kbd").textContent();
    await page.keyboard.press("h");
    const before = await picture();
    await page.keyboard.press(key);
    const after = await picture();
    await page.keyboard.press("h");
    check(await page.isChecked(`#overlay-${name}`), `key ${key} switches ${name}`);
    // Nobody collides in this world, so that nothing is drawn for it.
    if (name !== "conflicts") check(before !== after, `${name} changes the picture`);
    if (["plan", "density", "mesh", "domain_plans", "expanded"].includes(name)) await shot(`overlay-${name}`);
    await page.uncheck(`#overlay-${name}`);
  }
  check((await page.$$eval("#tasks tbody tr", (rows) => rows.map((row) => row.textContent))).join("|").includes("space-time7.0best plan"), "the tasks are listed");
  check((await page.textContent(".bars")).includes("grid 1.10 ms"), "each kind of task has its time");
  const mark = await page.$eval(".bar b", (node) => node.offsetLeft / node.parentElement.clientWidth);
  check(Math.abs(mark - 5 / 5.5) < 0.02, `the budget is marked at 5 of 5.5 ms, found ${mark}`);
  for (const name of names) await page.check(`#overlay-${name}`);
  await seek(page, 3.6);
  await shot("overlays-all");

  await page.keyboard.press("?");
  check(await page.isVisible("#help"), "help opens");
  await shot("help");
  await page.keyboard.press("Escape");
});

// A finger: tap selects, and everything fits on a small screen.
await withPage(`${url}#time=3.5`, { viewport: { width: 420, height: 800 }, hasTouch: true }, async (page, shot) => {
  await settle(page);
  for (const panel of ["overlays", "metrics"]) await page.locator(`#${panel} summary`).tap();
  const place = await page.evaluate(() => window.wend.screenOf(12));
  await page.touchscreen.tap(place.x, place.y);
  await settle(page);
  check(await page.isVisible("#agent"), "a tap selects");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  check(wide <= 420, "nothing sticks out of a small screen");
  await shot("touch");
});
await finish();
