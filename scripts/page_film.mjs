// Frames of the viewer's page, one file each: node scripts/page_film.mjs PAGE.html#VIEW FOLDER FROM TO FPS [WxH]

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openPage } from "./page_browser.mjs";

const [address, folder, from, to, rate, size] = process.argv.slice(2);
if (!rate) {
  console.error("usage: node scripts/page_film.mjs PAGE.html#VIEW FOLDER FROM TO FPS [WxH]");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const { page, settle, close } = await openPage(address, size);
await page.keyboard.press("h");
const count = Math.round((Number(to) - Number(from)) * Number(rate));
for (let i = 0; i < count; i++) {
  await page.evaluate((time) => window.wend.seek(time), Number(from) + i / Number(rate));
  await settle();
  await page.screenshot({ path: join(folder, `${String(i).padStart(4, "0")}.png`) });
}
await close();
