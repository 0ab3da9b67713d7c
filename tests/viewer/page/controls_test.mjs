// Every control has a name that a screen reader can say, and answers to mouse, finger and keyboard.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, finish, output, settle, unfold, wend, withPage } from "./browser.mjs";

const file = join(output, "controls.html");
wend("run", "hello", "--seconds", "4", "--html", file);
const address = `${pathToFileURL(file).href}#time=1&quality=low&agent=eastbound/0`;
const controls = "button, summary, select, input, textarea";

/** What is on the page and can be used now, by its id or its place among all; what saves a file is another test's. */
const found = (page) => page.evaluate((which) => [...document.querySelectorAll(which)].map((node, at) => ({ node, at }))
  .filter(({ node }) => node.checkVisibility() && !node.disabled && node.type !== "file" && !/film|picture|download/i.test(node.id + node.textContent))
  .map(({ node, at }) => ({
    at, kind: node.tagName.toLowerCase(), type: node.type ?? "", id: node.id,
    name: (node.getAttribute("aria-label") ?? node.labels?.[0]?.textContent ?? node.textContent ?? node.title).trim(),
  })), controls);

const state = (page) => page.evaluate(() => {
  const { time, quality } = window.wend;
  const boxes = [...document.querySelectorAll("input, select, details, dialog")].map((node) => [node.value, node.checked, node.open].join());
  const seen = [[0, 0, 0], [20, 10, 1]].map((point) => { const at = window.wend.screenOfPoint(...point); return at && [Math.round(at.x), Math.round(at.y)].join(); });
  return [time, quality, ...seen, document.documentElement.dataset.theme, document.querySelector("#ui").innerText, ...boxes].join("|");
});

const ways = {
  mouse: (page, control) => page.locator(controls).nth(control.at).click(),
  touch: (page, control) => page.locator(controls).nth(control.at).tap(),
  keyboard: async (page, control) => {
    await page.locator(controls).nth(control.at).focus();
    check(await page.evaluate(([which, at]) => document.activeElement === document.querySelectorAll(which)[at], [controls, control.at]), `${control.name} takes the focus`);
    await page.keyboard.press(control.type === "checkbox" ? "Space" : "Enter");
  },
};
for (const [way, use] of Object.entries(ways)) {
  const size = way === "touch" ? { width: 390, height: 844 } : { width: 1280, height: 900 };
  await withPage(address, { viewport: size, hasTouch: way === "touch" }, async (page) => {
    await unfold(page);
    const all = await found(page);
    check(all.length > 40, `controls are there, found ${all.length}`);
    const silent = [];
    for (const { at, ...what } of all) {
      check(what.name !== "", `a ${what.kind} ${what.id} has a name`);
      if (what.kind === "select" || (what.kind === "input" && what.type !== "checkbox")) continue; // they answer by their value
      // What was used before may have closed a panel, opened a dialog, let go of somebody.
      await page.evaluate(() => { for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close(); });
      if (await page.locator("#editor").count()) await page.click("#open-editor");
      await page.evaluate(() => { window.wend.pause(); window.wend.seek(1); location.hash = "#time=1&agent=eastbound/0"; });
      await unfold(page);
      if (!(await page.locator(controls).nth(at).isVisible())) continue;
      const before = await state(page);
      await use(page, { at, ...what });
      await settle(page);
      if ((await state(page)) === before) silent.push(what.name);
    }
    // The scene is in view already, and a part that is open may have no more to say.
    const mayBeSilent = /whole scene|To the start|event|Copy the address|planner does/i;
    const dead = silent.filter((name) => !mayBeSilent.test(name));
    check(dead.length === 0, `every control does something by ${way}, these did not: ${dead.join(", ")}`);
  });
}
await finish();
