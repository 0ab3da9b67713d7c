// What every test of the page needs: a browser, a place for screenshots, and patience with limits: pictures are drawn by
// the processor here, which other work may keep busy.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { chromium } = createRequire(process.env.VIEWER_PACKAGES)("playwright-core");
export const output = process.env.VIEWER_OUTPUT;
mkdirSync(output, { recursive: true });

const executablePath = process.env.CHROMIUM;
if (!executablePath || !existsSync(executablePath)) {
  console.log("skipped: no chromium on this machine");
  process.exit(77);
}

const flags = [
  "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
];

export function fixture(what) {
  execFileSync(process.env.VIEWER_FIXTURE, [what, output], { stdio: "inherit" });
}

/** The live fixture: its address, and a way to end it. */
export async function liveFixture() {
  const child = spawn(process.env.VIEWER_FIXTURE, ["live", output], { stdio: ["pipe", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    child.stdout.once("data", (text) => resolve(String(text).trim()));
    child.once("exit", () => reject(new Error("the fixture ended early")));
  });
  return { url, end: () => child.stdin.end() };
}

/** What the tool prints; a run that breaks its promise is still a run. */
export function wend(...words) {
  const { status, stdout, stderr } = spawnSync(process.env.WEND, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0 && status !== 1) throw new Error(`wend ${words.join(" ")}: ${stderr}`);
  return stdout;
}

/** `wend serve` of a scene on a free port: its address, and a way to end it. */
export async function served(...words) {
  const child = spawn(process.env.WEND, ["serve", ...words, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    child.stdout.once("data", (text) => resolve(String(text).split("\n")[0]));
    gone.then(() => reject(new Error("the server ended early")));
  });
  return { url, end: async () => { child.kill("SIGINT"); await gone; } };
}

export function check(condition, text) {
  if (!condition) throw new Error(`failed: ${text}`);
}

export function checkNear(actual, expected, tolerance, text) {
  check(Math.abs(actual - expected) <= tolerance, `${text}: found ${actual}, expected ${expected} within ${tolerance}`);
}

const patienceMs = 180_000;
let browser;

const jiffyMs = 10;

/** Milliseconds of processor time since the machine started: what the browser's pages have used, what all of the browser
 *  has, what everybody has. */
export function processorTime() {
  const children = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [, fields] = readFileSync(`/proc/${id}/stat`, "utf8").split(/\) (?=\S )/);
      const [, parent, ...rest] = fields.split(" ");
      const used = (Number(rest[9]) + Number(rest[10])) * jiffyMs;
      children.set(parent, [...(children.get(parent) ?? []), { id, used, words: readFileSync(`/proc/${id}/cmdline`, "utf8") }]);
    } catch {
      continue; // gone meanwhile
    }
  }
  const [user, nice, system] = readFileSync("/proc/stat", "utf8").split("\n")[0].split(/\s+/).slice(1).map(Number);
  const total = { page: 0, own: 0, all: (user + nice + system) * jiffyMs };
  const add = (parent) => {
    for (const { id, used, words } of children.get(parent) ?? []) {
      total.own += used;
      if (words.includes("type=renderer")) total.page += used;
      add(id);
    }
  };
  add(String(process.pid));
  return total;
}

/** The last word of a test that has passed. */
export async function finish() {
  await browser?.close();
  console.log("1 passed, 0 failed");
}

/** A page that must not complain. `run` gets the page and `shot(name)`. */
export async function withPage(url, options, run) {
  browser ??= await chromium.launch({ executablePath, args: flags });
  const complaints = [];
  let context;
  try {
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: "dark", ...options });
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(url);
    await page.waitForFunction(() => window.wend !== undefined);
    const shot = (name) => page.screenshot({ path: join(output, `${name}.png`) });
    await run(page, shot);
    const real = complaints.filter((text) => !text.includes("GPU stall due to ReadPixels"));
    check(real.length === 0, `the console must stay silent, found: ${real.join(" | ")}`);
    await context.close();
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** What a page says instead of drawing in a browser without WebGL. */
export async function wordsWithoutWebGL(url) {
  const other = await chromium.launch({ executablePath, args: [...flags, "--disable-3d-apis"] });
  try {
    const page = await other.newPage();
    await page.goto(url);
    return await page.textContent("#curtain:not([hidden])", { timeout: patienceMs });
  } finally {
    await other.close();
  }
}

/** Pauses the world, and waits until its last frame is here: a busy page may be told of the pause before that. */
export async function pauseWorld(page) {
  await page.click("#sim-pause");
  await page.waitForFunction(() => document.querySelector("#sim-pause").textContent === "Resume");
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    await page.waitForTimeout(500);
    await settle(page);
    now = await page.evaluate(() => window.wend.endTime);
  }
}

/** All panels unfolded, as somebody has them who looks at everything. */
export async function unfold(page) {
  await page.evaluate(() => { for (const panel of document.querySelectorAll("details")) panel.open = true; });
  await settle(page);
}

/** Waits until the page shows a time and has drawn it. */
export async function seek(page, time) {
  await page.evaluate((t) => window.wend.seek(t), time);
  await settle(page);
}

export async function settle(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
}

/** What is drawn, to be compared: nothing of the panels. */
export async function picture(page) {
  await settle(page);
  return page.evaluate(() => window.wend.picture());
}

/** The colours at points of a screenshot without panels: [[r, g, b], ...]. */
export async function coloursAt(page, points) {
  const showPanels = (visibility) => page.evaluate((how) => { document.querySelector("#ui").style.visibility = how; }, visibility);
  await showPanels("hidden");
  await settle(page);
  const image = (await page.screenshot()).toString("base64");
  await showPanels("");
  return page.evaluate(async ([data, places]) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = picture.width;
    canvas.height = picture.height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(picture, 0, 0);
    return places.map(({ x, y }) => [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data].slice(0, 3));
  }, [image, points]);
}
