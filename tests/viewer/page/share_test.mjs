// Taking it along: a film has every picture of its stretch of time, however long each took to draw, and plays; nothing is
// saved before its size was said.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, checkNear, finish, output, settle, unfold, wend, withPage } from "./browser.mjs";

/** Pictures in a WebM file: elements are an identity, a size, and what is in them. */
function blocksIn(bytes, from, to) {
  const lengthAt = (at) => Math.clz32(bytes[at]) - 23;
  let count = 0;
  for (let at = from; at < to;) {
    const id = bytes.readUIntBE(at, lengthAt(at));
    at += lengthAt(at);
    const wide = lengthAt(at);
    const size = Number(BigInt(`0x${bytes.toString("hex", at, at + wide)}`) & ((1n << BigInt(7 * wide)) - 1n));
    at += wide;
    if (id === 0xa3) count++;
    if (id === 0x18538067 || id === 0x1f43b675) count += blocksIn(bytes, at, at + size);
    at += size;
  }
  return count;
}

const file = join(output, "share.html");
wend("run", "hello", "--seconds", "6", "--html", file);
await withPage(`${pathToFileURL(file).href}#time=2&quality=low&theme=light`, { viewport: { width: 640, height: 400 }, acceptDownloads: true }, async (page) => {
  await unfold(page);
  const words = () => page.textContent("#share-words");
  await page.fill("#film-seconds", "2");
  await page.click("#film");
  await page.waitForFunction(() => /press again/.test(document.querySelector("#share-words").textContent));
  check(/takes \d.* [kM]?B/.test(await words()), `the size is said before: ${await words()}`);
  checkNear(await page.evaluate(() => window.wend.time), 2, 1e-6, "the moment is the one from before");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#film")]);
  check(saved.suggestedFilename().endsWith(".webm"), "a WebM file");
  await saved.saveAs(join(output, "share.webm"));

  // The browser's own player judges it: how long it is, that one can seek in it, and that all pictures are there.
  const bytes = readFileSync(join(output, "share.webm"));
  const seen = await page.evaluate(async (data) => {
    const film = document.createElement("video");
    film.muted = true;
    film.src = `data:video/webm;base64,${data}`;
    document.body.append(film);
    await new Promise((done, failed) => { film.onloadeddata = done; film.onerror = () => failed(new Error(film.error.message)); });
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [film.videoWidth, film.videoHeight];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const pictures = [];
    for (const time of [0.02, 1, 1.95]) {
      film.currentTime = time;
      await new Promise((done) => { film.onseeked = done; });
      await new Promise((done) => { setTimeout(done, 300); }); // until the player shows it
      context.drawImage(film, 0, 0);
      pictures.push([...context.getImageData(0, 0, canvas.width, canvas.height).data].filter((_, i) => i % 4 !== 3));
    }
    const apart = (a, b) => a.reduce((sum, value, i) => sum + (Math.abs(value - b[i]) > 40 ? 1 : 0), 0);
    const mean = pictures[0].reduce((sum, value) => sum + value, 0) / pictures[0].length;
    return { seconds: film.duration, size: [film.videoWidth, film.videoHeight], mean, moved: [apart(pictures[0], pictures[1]), apart(pictures[1], pictures[2])] };
  }, bytes.toString("base64"));
  checkNear(seen.seconds, 2, 0.05, "two seconds of the run take two seconds");
  check(seen.size.join() === "640,400", `as large as the picture: ${seen.size}`);
  check(seen.mean > 60, `something is to be seen: mean brightness ${seen.mean}`);
  check(seen.moved.every((pixels) => pixels > 100), `and it moves: ${seen.moved} pixels differ`);
  const blocks = blocksIn(bytes, 0, bytes.length);
  check(blocks === 60, `thirty pictures a second, found ${blocks}`);

  // Stopped half way it ends there.
  await page.fill("#film-seconds", "4");
  await page.click("#film");
  await page.waitForFunction(() => /% drawn/.test(document.querySelector("#share-words").textContent));
  await page.click("#film");
  await page.waitForFunction(() => /press again/.test(document.querySelector("#share-words").textContent));
  check(!(await page.evaluate(() => document.querySelector("#film").classList.contains("on"))), "stopped");

  const [picture] = await Promise.all([page.waitForEvent("download"), page.click("#picture")]);
  await picture.saveAs(join(output, "share.png"));
  check(readFileSync(join(output, "share.png")).readUInt32BE(16) >= 320, "a picture");
  await settle(page);
});
await finish();
