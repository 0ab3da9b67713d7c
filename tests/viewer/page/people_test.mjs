// People of a live world: one is added with two clicks, paused, resumed and removed; the budget changes; the mesh follows
// an obstacle. Every edit is an event of a frame.

import { check, checkNear, finish, liveFixture, pauseWorld, settle, unfold, withPage } from "./browser.mjs";

const { url, end } = await liveFixture();
try {
  await withPage(url, {}, async (page, shot) => {
    await page.waitForFunction(() => window.wend.frameCount > 5);
    await unfold(page);
    await pauseWorld(page);
    await page.click("#camera");
    await settle(page);
    const step = async (count = 1) => {
      for (let i = 0; i < count; i++) {
        const last = await page.evaluate(() => window.wend.endTime);
        await page.click("#sim-step");
        await page.waitForFunction((t) => window.wend.endTime > t && window.wend.time === window.wend.endTime, last);
      }
      await settle(page);
    };
    const screen = (x, y) => page.evaluate(([a, b]) => window.wend.screenOfPoint(a, b, 0), [x, y]);
    const notice = (text) => page.waitForFunction((t) => document.querySelector("#notice").textContent.startsWith(t), text);
    const click = async (x, y) => {
      const place = await screen(x, y);
      await page.mouse.click(place.x, place.y);
    };
    const eventSaid = async (text) => check((await page.textContent("#events")).includes(text), `the events say "${text}"`);

    // Two clicks make an agent; the wrong order of keys or an escape makes none.
    await page.keyboard.press("a");
    await click(9, 13);
    await notice("now click its goal");
    await page.keyboard.press("Escape");
    await settle(page);
    await page.fill("#agent-radius", "0.4");
    await page.click("#tool-agent");
    await click(9, 13);
    await notice("now click its goal");
    await settle(page);
    await shot("people-placing");
    await click(14, 9);
    await notice("added guest-1");
    await step();
    const names = await page.evaluate(() => window.wend.agentNames);
    check(names.length === 20 && names[19] === "guest-1", "the guest is on the list");
    const facts = await page.evaluate(() => window.wend.facts(19));
    checkNear(facts.x, 9, 0.15, "it enters where was clicked");
    checkNear(facts.goal.center[0], 14, 0.05, "and wants to go where was clicked next");
    await eventSaid("agent called");

    // Selected by click, paused, resumed.
    await click(facts.x, facts.y);
    await settle(page);
    check((await page.textContent("#agent-name")) === "guest-1", "a click selects the guest");
    await page.click("#pause-agent");
    await notice("paused guest-1");
    await step(2);
    check((await page.textContent("#agent-mode")) === "standing", "it stands");
    check((await page.textContent("#pause-agent")) === "Resume", "the button says what it will do");
    const rest = await page.evaluate(() => window.wend.facts(19));
    await step(5);
    checkNear((await page.evaluate(() => window.wend.facts(19))).x, rest.x, 1e-6, "it does not move");
    await shot("people-paused");
    await page.keyboard.press("k");
    await notice("resumed guest-1");
    await step(5);
    check((await page.evaluate(() => window.wend.facts(19))).mode === "walking", "it goes on");

    // The budget, and its line in the chart.
    check((await page.inputValue("#budget")) === "5ms", "the scene's budget is shown");
    await page.selectOption("#budget", "2ms");
    await notice("budget 2ms");
    await page.locator("#stage").focus();
    await step();
    check((await page.textContent("#metrics")).includes("budget 2ms"), "the chart says the new budget");

    // The mesh follows an obstacle that is dropped.
    await page.check("#overlay-mesh");
    await page.waitForFunction(() => window.wend.meshEdges > 10);
    const edges = await page.evaluate(() => window.wend.meshEdges);
    await page.click("#tool-drop");
    await click(12, 8);
    await notice("dropped");
    await step(2);
    await page.waitForFunction((count) => window.wend.meshEdges > count + 4, edges);
    await shot("people-mesh");

    // Removed by key.
    await page.keyboard.press("Delete");
    await notice("sent away guest-1");
    await step();
    check((await page.evaluate(() => window.wend.facts(19))).mode === "absent", "the guest is gone");
    await eventSaid("agent left");
  });
} finally {
  end();
}
await finish();
