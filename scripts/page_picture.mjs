// A picture of the viewer's page: node scripts/page_picture.mjs PAGE.html#VIEW OUTPUT.png
// PAGE is written by `wend run --html`; the view is what the page's address says. Needs Chromium.

import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const [address, output] = process.argv.slice(2);
if (!output) {
  console.error("usage: node scripts/page_picture.mjs PAGE.html#VIEW OUTPUT.png");
  process.exit(2);
}
const packages = fileURLToPath(new URL("../apps/viewer/package.json", import.meta.url));
const { chromium } = createRequire(packages)("playwright-core");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox", "--hide-scrollbars"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const [file, view = ""] = address.split("#");
await page.goto(`${pathToFileURL(file).href}#${view}`);
await page.waitForFunction(() => window.wend?.drawnFrames > 1);
await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
await page.screenshot({ path: output });
await browser.close();
