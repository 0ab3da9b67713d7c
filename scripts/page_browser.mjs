// A browser without a window that shows a page written by `wend run --html`.

import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

export async function openPage(address, size = "1280x800") {
  const packages = fileURLToPath(new URL("../apps/viewer/package.json", import.meta.url));
  const { chromium } = createRequire(packages)("playwright-core");
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox", "--hide-scrollbars"],
  });
  const [width, height] = size.split("x").map(Number);
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(300_000); // the processor draws, and may have other things to do
  const [file, view = ""] = address.split("#");
  await page.goto(`${pathToFileURL(file).href}#${view}`);
  await page.waitForFunction(() => window.wend?.drawnFrames > 1);
  const settle = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await settle();
  return { page, settle, close: () => browser.close() };
}
