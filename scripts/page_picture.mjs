// A picture of the viewer's page: node scripts/page_picture.mjs PAGE.html#VIEW OUTPUT.png [WxH]
// PAGE is written by `wend run --html`; the view is what the page's address says. Needs Chromium.

import { openPage } from "./page_browser.mjs";

const [address, output, size] = process.argv.slice(2);
if (!output) {
  console.error("usage: node scripts/page_picture.mjs PAGE.html#VIEW OUTPUT.png [WxH]");
  process.exit(2);
}
const { page, close } = await openPage(address, size);
await page.screenshot({ path: output });
await close();
