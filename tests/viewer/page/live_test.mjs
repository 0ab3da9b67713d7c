// A live world: frames arrive, an obstacle in the way changes the plan, edits and pauses work, looking back works.

import { check, checkNear, finish, liveFixture, pauseWorld, settle, withPage } from "./browser.mjs";

const { url, end } = await liveFixture();
try {
  await withPage(url, {}, async (page, shot) => {
    await page.waitForFunction(() => window.wend.frameCount > 10);
    await pauseWorld(page);
    await page.waitForFunction(() => Math.abs(window.wend.time - window.wend.endTime) < 1e-6);
    await page.click("#camera");
    await settle(page);
    const frozen = await page.evaluate(() => window.wend.endTime);

    const place = await page.evaluate(() => window.wend.screenOf(4));
    await page.mouse.click(place.x, place.y);
    await settle(page);
    check((await page.textContent("#agent-name")) === "east-4", "a click selects");
    const step = async () => {
      const last = await page.evaluate(() => window.wend.endTime);
      await page.click("#sim-step");
      await page.waitForFunction((t) => window.wend.endTime > t && window.wend.time === window.wend.endTime, last);
      await settle(page);
    };
    await step();
    checkNear(await page.evaluate(() => window.wend.endTime), frozen + 1 / 30, 1e-6, "one step");
    const points = () => page.evaluate(() => window.wend.plan(4).length / 4);
    await page.waitForFunction(() => window.wend.plan(4).length > 0);
    check((await points()) === 2, "its plan is straight");

    // An obstacle on its way.
    const facts = await page.evaluate(() => window.wend.facts(4));
    const ahead = await page.evaluate(([x, y]) => window.wend.screenOfPoint(x, y, 0), [facts.x + 4, facts.y]);
    await page.click("#tool-drop");
    await page.mouse.click(ahead.x, ahead.y);
    await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("dropped"));
    await step();
    await page.waitForFunction(() => window.wend.plan(4).length === 12);
    check((await page.evaluate(() => window.wend.obstacleNames)).includes("dropped-1"), "the obstacle is in the world");
    await shot("live-dropped");

    // Dragged aside, the way is straight again.
    const aside = await page.evaluate(([x, y]) => window.wend.screenOfPoint(x, y, 0), [facts.x + 4, facts.y - 6]);
    await page.mouse.move(ahead.x, ahead.y);
    await page.mouse.down();
    await page.mouse.move((ahead.x + aside.x) / 2, (ahead.y + aside.y) / 2, { steps: 4 });
    await page.mouse.move(aside.x, aside.y, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("moved"));
    await step();
    await page.waitForFunction(() => window.wend.plan(4).length === 8);

    // A new goal.
    const goal = await page.evaluate(([x, y]) => window.wend.screenOfPoint(x, y, 0), [facts.x + 2, facts.y + 3]);
    await page.click("#tool-goal");
    await page.mouse.click(goal.x, goal.y);
    await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("new goal"));
    await step();
    const moved = await page.evaluate(() => window.wend.facts(4));
    const line = await page.evaluate(() => window.wend.plan(4));
    checkNear(line.at(-4), facts.x + 2, 0.1, "the plan ends at the new goal");
    check(moved.goal.polygon !== undefined, "the panel has the new goal");

    // Deleted by key.
    await page.mouse.click(aside.x, aside.y);
    await page.waitForFunction(() => document.querySelector("#obstacle-name").textContent === "dropped-1");
    await page.keyboard.press("Delete");
    await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("removed"));
    await step();
    check(!(await page.evaluate(() => window.wend.obstacleNames)).includes("dropped-1"), "the obstacle is gone");
    check((await page.textContent("#events")).includes("obstacle disappeared"), "the edit is an event of the frame");

    // Looking back while it runs on.
    await page.click("#sim-pause");
    await page.evaluate(() => window.wend.seek(window.wend.startTime + 0.1));
    await page.waitForFunction((t) => window.wend.endTime > t + 0.3, frozen);
    check(await page.evaluate(() => window.wend.time < window.wend.startTime + 0.2), "the past stays on the screen");
    await page.click("#go-live");
    await page.waitForFunction(() => window.wend.endTime - window.wend.time < 0.3);
    await shot("live-running");
  });
} finally {
  end();
}
await finish();
