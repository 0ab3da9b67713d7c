// Every shipped scene, as the simulation runs it: the last frame's agents are where the simulation put them.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, checkNear, finish, fixture, output, seek, settle, withPage } from "./browser.mjs";

fixture("scenes");
const scenes = readdirSync(output).filter((name) => /^scene-.*\.html$/.test(name)).map((name) => name.replace(".html", ""));
check(scenes.length >= 5, `the shipped scenes, found ${scenes}`);
for (const name of scenes) {
  const truth = JSON.parse(readFileSync(join(output, `${name}.json`), "utf8"));
  const url = `${pathToFileURL(join(output, `${name}.html`)).href}#time=0`;
  await withPage(url, { colorScheme: "light" }, async (page, shot) => {
    await seek(page, truth.time);
    const names = await page.evaluate(() => window.wend.agentNames);
    for (const agent of truth.agents.slice(0, 40)) {
      const facts = await page.evaluate((i) => window.wend.facts(i), names.indexOf(agent.name));
      [facts.x, facts.y, facts.z].forEach((value, i) => checkNear(value, agent.at[i], 0.00051, `${name}: ${agent.name}`));
    }
    await seek(page, truth.time * 0.4);
    await page.keyboard.press("]");
    await settle(page);
    await shot(name);
  });
}
await finish();
