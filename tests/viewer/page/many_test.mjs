// Ten thousand agents: the page opens, draws them all and answers, even without graphics hardware.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, finish, fixture, output, seek, settle, withPage } from "./browser.mjs";

fixture("many");
await withPage(`${pathToFileURL(join(output, "many.html")).href}#time=1`, {}, async (page, shot) => {
  await settle(page);
  check((await page.evaluate(() => window.wend.agentNames.length)) === 10000, "all agents are there");
  const costs = [];
  for (let i = 0; i < 3; i++) {
    const began = Date.now();
    await seek(page, 0.2 + i * 0.5);
    costs.push(Date.now() - began);
  }
  console.log(`a seek with 10000 agents, drawn in software, takes ${Math.min(...costs)} to ${Math.max(...costs)} ms`);
  check(Math.min(...costs) < 5000, "seeking stays bearable even in software");
  await shot("many");
});
await finish();
