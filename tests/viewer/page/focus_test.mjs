// An agent in focus, planned for by the real planner: what the page draws and says of it is what the tool's JSON says,
// in a replay, and live an obstacle on its way changes the plans of its domains.

import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { check, checkNear, finish, output, seek, served, settle, unfold, wend, withPage } from "./browser.mjs";

const sceneFile = fileURLToPath(new URL("../scenes/hall.json", import.meta.url));
const replay = join(output, "focus.html");
const seconds = 3;
const told = JSON.parse(wend("run", sceneFile, "--seconds", String(seconds), "--json", "--html", replay));
const wantedTexts = { static_mesh: "static mesh", density_mesh: "density mesh", grid: "grid", space_time: "space-time" };

function statusWords({ has_plan, settled, status, expansions }) {
  if (has_plan) return settled ? "stands" : "improves";
  if (!settled) return expansions === 0 ? "waits" : "looks";
  return status === "unreachable" ? "no way" : "gave up";
}

async function checkPanel(page, truth) {
  check((await page.textContent("#agent-name")) === truth.name, `${truth.name} is selected`);
  const shown = (await page.textContent("#agent-position")).split(",").map(Number);
  shown.forEach((value, i) => checkNear(value, truth.position[i], 0.0051, `position of ${truth.name}`));
  check((await page.textContent("#agent-mode")) === truth.mode, `${truth.name} is ${truth.mode}`);
  check((await page.textContent("#agent-plan")).startsWith(truth.plan.status), `${truth.name}'s plan is ${truth.plan.status}`);
  checkNear(parseFloat(await page.textContent("#agent-left")), truth.plan.metres_left, 0.06, `metres left of ${truth.name}`);
  checkNear(parseFloat(await page.textContent("#agent-waited")), truth.waited_s, 0.04, `seconds that ${truth.name} waited`);
}

// The last frame is told with everything, so that panel and JSON speak of the same moment.
await withPage(`${pathToFileURL(replay).href}#overlays=domain_plans`, {}, async (page, shot) => {
  await unfold(page);
  await seek(page, seconds);
  check((await page.textContent("#in-focus")).includes("ann"), "the page says who is in focus");
  await page.click("#in-focus button");
  await settle(page);
  const ann = told.agent_states.find((state) => state.name === "ann");
  await checkPanel(page, ann);
  const rows = await page.$$eval("#tasks tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  check(rows.length === ann.tasks.length, `as many tasks as the JSON has: found ${rows.length}, expected ${ann.tasks.length}`);
  ann.tasks.forEach((task, i) => {
    const [name, priority, status, epsilon] = rows[i];
    check(name.startsWith(wantedTexts[task.domain]), `task ${i} is ${task.domain}, found ${name}`);
    check(priority === (task.priority === null ? "–" : task.priority.toFixed(1)), `priority of ${name}: found ${priority}, expected ${task.priority}`);
    check(status === statusWords(task), `status of ${name}: found ${status}, expected ${statusWords(task)}`);
    const wanted = task.bound > 0 ? `≤ ${task.bound.toFixed(2)}` : task.inflation > 0 ? task.inflation.toFixed(2) : "–";
    check(epsilon === wanted, `inflation of ${name}: found ${epsilon}, expected ${wanted}`);
  });
  check((await page.textContent("#task-record")).startsWith("Recorded of"), "the page says what is recorded");
  check(await page.isVisible("#task-chart canvas"), "the times of the tasks are drawn");
  const plans = await page.evaluate(() => window.wend.samples("domain_plans", window.wend.agentNames.indexOf("ann")));
  check(new Set(plans.map(({ style }) => style)).size === 4, `a plan in each of four domains, found ${plans.map(({ style }) => style)}`);

  // Every overlay of the planner draws something of this agent.
  const picture = async () => {
    await settle(page);
    return (await page.locator("#stage").screenshot()).toString("base64");
  };
  await seek(page, 1);
  for (const name of ["domain_plans", "tunnels", "expanded", "foveal", "plan", "other_plans"]) {
    await page.uncheck(`#overlay-${name}`);
    const before = await picture();
    await page.check(`#overlay-${name}`);
    check(before !== (await picture()), `${name} draws what the planner knows`);
    check(!(await page.textContent(`label[for=overlay-${name}] .note`)).includes("not"), `${name} has data`);
  }
  await shot("focus-overlays");
  check((await page.textContent("#planner-events")).length > 0, "the planner's events are listed");

  // Of the crowd there is less, and the page says so.
  await page.keyboard.press("Escape");
  for (let i = 0; i < 20 && (await page.evaluate(() => document.querySelector("#agent-group").textContent)) !== "walkers"; i++) await page.keyboard.press("]");
  await settle(page);
  check((await page.textContent("#task-hint")).startsWith("One of the crowd"), "the page says that it is one of the crowd");
  check((await page.textContent("label[for=overlay-domain_plans] .note")) === "route on the mesh", "its route is drawn");
  check((await page.textContent("label[for=overlay-tunnels] .note")).startsWith("not in focus"), "and why there is no tunnel");
  await shot("focus-crowd");
});

// Live: the same world, an obstacle on its way.
const recorded = join(output, "focus-live.wend");
const shown = join(output, "focus-live.html");
const server = await served(sceneFile, "--record", recorded, "--html", shown);
let dropped;
try {
  await withPage(`${server.url}#overlays=domain_plans,tunnels,expanded,foveal,plan`, {}, async (page, shot) => {
    await page.waitForFunction(() => window.wend.frameCount > 3);
    await unfold(page);
    const ann = await page.evaluate(() => window.wend.agentNames.indexOf("ann"));
    await page.click("#in-focus button");
    await page.waitForFunction((i) => window.wend.samples("domain_plans", i).length >= 4, ann);
    await page.click("#sim-pause");
    await page.waitForFunction(() => document.querySelector("#sim-pause").textContent === "Resume");
    await page.click("#camera");
    await settle(page);
    const step = async (count) => {
      for (let i = 0; i < count; i++) {
        const last = await page.evaluate(() => window.wend.endTime);
        await page.click("#sim-step");
        await page.waitForFunction((t) => window.wend.endTime > t && window.wend.time === window.wend.endTime, last);
      }
      await settle(page);
    };
    const distance = (lines, [x, y]) => Math.min(...lines.flatMap(({ values }) =>
      Array.from({ length: values.length / 4 - 1 }, (_, i) => {
        const [ax, ay, bx, by] = [values[i * 4], values[i * 4 + 1], values[i * 4 + 4], values[i * 4 + 5]];
        const [dx, dy] = [bx - ax, by - ay];
        const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / Math.max(1e-9, dx * dx + dy * dy)));
        return Math.hypot(x - ax - dx * share, y - ay - dy * share);
      })));
    const finest = async () => (await page.evaluate((i) => window.wend.samples("domain_plans", i), ann)).filter(({ style }) => style === 3);
    await step(1);
    check((await finest()).length > 0, "there is a plan in space and time");
    const { x, y } = await page.evaluate((i) => window.wend.facts(i), ann);
    dropped = [x + 5, y];
    checkNear(distance(await finest(), dropped), 0, 0.5, "the plan leads through the place");
    const place = await page.evaluate((p) => window.wend.screenOfPoint(...p, 0), dropped);
    await page.click("#tool-drop");
    await page.mouse.click(place.x, place.y);
    await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("dropped"));
    for (let tries = 0; tries < 60; tries++) {
      await step(1);
      const plan = await finest();
      if (plan.length > 0 && distance(plan, dropped) > 0.9) break;
    }
    check(distance(await finest(), dropped) > 0.9, "the plan in space and time goes around what was dropped");
    check(distance([{ values: await page.evaluate((i) => window.wend.plan(i), ann) }], dropped) > 0.9, "and so does what is published");
    await shot("focus-dropped");

    // Expanded states are told only while somebody looks at them.
    const told = () => page.evaluate((i) => window.wend.samples("expanded", i).length, ann);
    check((await told()) > 0, "expanded states are told to those who look");
  });
} finally {
  await server.end();
}

// The edit is in the recording: a replay shows the same world.
const verdict = JSON.parse(wend("verify", recorded, "--scene", sceneFile, "--json"));
check(verdict.inconsistencies === 0 && verdict.overlaps === 0, "the recording is consistent with its edit, and nobody walked into what was dropped");
await withPage(pathToFileURL(shown).href, {}, async (page) => {
  await page.keyboard.press("End");
  await settle(page);
  check((await page.evaluate(() => window.wend.obstacleNames)).includes("dropped-1"), "the replay has the obstacle that was dropped");
  check((await page.evaluate(() => window.wend.obstacleAt("dropped-1"))).slice(0, 2).every((v, i) => Math.abs(v - dropped[i]) < 0.06), "where it was dropped");
});
await finish();
