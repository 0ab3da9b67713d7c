// A browser that cannot draw is told so, by a recording and by a live page alike.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check, finish, fixture, liveFixture, output, wordsWithoutWebGL } from "./browser.mjs";

fixture("pages");
const { url, end } = await liveFixture();
try {
  for (const page of [pathToFileURL(join(output, "crossing.html")).href, url]) {
    const words = await wordsWithoutWebGL(page);
    check(words.includes("WebGL 2"), `${page} says what is missing, found: ${words}`);
  }
} finally {
  end();
}
await finish();
