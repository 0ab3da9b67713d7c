// What the picture is like: the first view fills the window, feet do not slide, the camera follows, storeys are cut away,
// colours mean something, charts have axes, and the page chooses how much it draws.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, checkNear, coloursAt, finish, output, picture, seek, settle, unfold, wend, withPage } from "./browser.mjs";

const pageOf = (scene, seconds) => {
  const file = join(output, `looks-${scene}.html`);
  wend("run", scene, "--seconds", String(seconds), "--html", file);
  return pathToFileURL(file).href;
};
const plaza = pageOf("hello", 12);
const storeys = pageOf("two-storeys", 6);
const exits = pageOf("exits-2", 8);

// Three sizes, light and dark: the scene takes most of what the panels leave.
for (const [width, height, theme, least] of [[1600, 900, "light", 0.85], [1280, 800, "dark", 0.9], [420, 800, "light", 0.85]]) {
  await withPage(`${plaza}#time=5&theme=${theme}`, { viewport: { width, height } }, async (page, shot) => {
    await settle(page);
    const [wide, high] = await page.evaluate(() => window.wend.filled);
    check(wide > least || high > least, `the first view fills the window of ${width} x ${height}: found ${wide.toFixed(2)} x ${high.toFixed(2)}, expected ${least} one way`);
    await shot(`looks-${width}-${theme}`);
  });
}

// Feet: walked in small steps of time, one that is on the ground stays where it is.
await withPage(`${plaza}#time=2&overlays=&quality=low`, { viewport: { width: 960, height: 600 } }, async (page) => {
  await settle(page);
  const slides = await page.evaluate(async () => {
    const found = [];
    let before;
    const names = window.wend.agentNames;
    for (let time = 2; time < 3.4; time += 0.02) {
      window.wend.seek(time);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const now = names.map((_, i) => window.wend.feet(i));
      now.forEach((feet, i) => {
        const old = before?.[i];
        if (!feet || !old) return;
        for (const side of ["left", "right"]) if (feet[`${side}Down`] && old[`${side}Down`]) found.push(Math.hypot(feet[side][0] - old[side][0], feet[side][1] - old[side][1]));
      });
      before = now;
    }
    return found;
  });
  check(slides.length > 500, `feet were looked at, found ${slides.length} steps of time`);
  check(Math.max(...slides) < 0.001, `no foot slides: the most is ${(Math.max(...slides) * 1000).toFixed(2)} mm`);
});

await withPage(`${plaza}#time=2&overlays=&quality=high`, {}, async (page, shot) => {
  await settle(page);
  await shot("looks-high");
  check((await page.evaluate(() => window.wend.quality)) === "high", "quality from the address");
  await page.click("#overlays > summary");
  await page.selectOption("#quality", "low");
  check((await page.evaluate(() => window.wend.quality)) === "low", "quality by hand");
  await page.click("#overlays > summary");

  // Follow: the agent stays where it is in the window while it walks.
  await page.keyboard.press("]");
  await page.keyboard.press("z");
  await settle(page);
  const at = () => page.evaluate(() => window.wend.screenOf(0));
  const first = await at();
  const walked = await page.evaluate(() => window.wend.facts(0).x);
  await seek(page, 7);
  const later = await at();
  check(Math.abs((await page.evaluate(() => window.wend.facts(0).x)) - walked) > 2, "it has walked on");
  checkNear(Math.hypot(later.x - first.x, later.y - first.y), 0, 3, "the camera follows it");
  await shot("looks-follow");
  await page.keyboard.press("q");
  await settle(page);
  await shot("looks-eyes");
  check((await page.getAttribute("#eyes", "aria-pressed")) === "true", "its eyes");
  await page.click("#eyes");
  await page.click("#follow");
  await page.click("#fit");

  // Every meaning of the colours has a legend of its own and changes the picture.
  await page.keyboard.press("Escape");
  const seen = new Set();
  for (const colouring of ["group", "status", "speed", "density", "domain"]) {
    await page.selectOption("#colouring", colouring);
    await settle(page);
    check((await page.textContent("#legend")).length > 3, `${colouring} has a legend`);
    // Two meanings may give one colour to a moment; then their legends differ.
    seen.add((await picture(page)) + (await page.textContent("#legend")));
  }
  check(seen.size === 5, `five meanings make five pictures, found ${seen.size}`);
  await page.locator("#stage").focus();
  await page.keyboard.press("x");
  await settle(page);
  check((await page.inputValue("#colouring")) === "group", "a key goes on to the next meaning");

  // Charts have axes and units, events can be filtered.
  await unfold(page);
  check((await page.locator("#metrics canvas").first().getAttribute("data-axes")) === "s / ", "time in seconds");
  check((await page.locator("#metrics canvas").nth(1).getAttribute("data-axes")) === "s / m/s", "speed in m/s");
  check((await page.locator("#diagram").getAttribute("data-axes")) === "1/m² / m/s", "the fundamental diagram has units");
  await shot("looks-charts");
});

// Storeys above the selected agent are not in the way.
await withPage(`${storeys}#time=3&overlays=&theme=light`, {}, async (page, shot) => {
  await settle(page);
  const corner = await page.evaluate(() => window.wend.screenOfPoint(5, 8, 3.2));
  const [all] = await coloursAt(page, [corner]);
  await shot("looks-storeys");
  await page.keyboard.press("]");
  await settle(page);
  const [cut] = await coloursAt(page, [corner]);
  check(Math.hypot(...all.map((v, i) => v - cut[i])) > 12, `the gallery is cut away: found ${all} and ${cut}`);
  await shot("looks-cut");
});

// A gauge counts: as many as the tool says have crossed.
await withPage(`${exits}#time=8`, {}, async (page, shot) => {
  await unfold(page);
  await page.waitForFunction(() => document.querySelector("label[for=overlay-gauges] .note").textContent !== "counting …");
  await settle(page);
  const words = await page.locator("[id^=metric-gauge]").allTextContents();
  check(words.length > 0 && words.every((text) => /\d+\.\d \/s, \d+ in all/.test(text)), `flows are told: found ${words}`);
  await page.fill("#event-filter", "arriv");
  await page.waitForTimeout(400);
  await shot("looks-gauges");
  await page.click("#picture");
  await page.waitForFunction(() => document.querySelector("#share-words").textContent.startsWith("saved a picture"));
});
await finish();
