// Serving and drawing: the run waits for the page, a scene is chosen, restarted, drawn, checked in place, undone, saved
// and read back; a late page has the history; without --edit nothing is saved.

import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, checkNear, finish, output, served, settle, unfold, wend, withPage } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "wend-edit-"));
const original = {
  $schema: "../docs/scene.schema.json", version: 1, name: "yard", bounds: [[0, 0], [20, 12]], duration: 30,
  layers: [{ name: "ground", blocked: [{ box: [[8, 0], [9, 7]] }, [[14, 5], [16, 5], [15, 8]]] }],
  obstacles: [{ name: "barrel", radius: 0.5, position: [5, 9] }],
  groups: [{ name: "walkers", count: 4, rectangle: [[1, 1], [4, 4]], goal: { polygon: { box: [[17, 1], [19, 3]] } } }],
  gauges: { lines: [{ name: "gate", line: [[8.5, 7], [8.5, 12]] }] },
};
const file = join(folder, "yard.json");
writeFileSync(file, JSON.stringify(original));
wend("check", file);

const server = await served(file, "--folder", folder, "--edit");
try {
  await withPage(`${server.url}#quality=low`, {}, async (page, shot) => {
    await page.waitForFunction(() => window.wend.frameCount > 5);
    check((await page.evaluate(() => window.wend.startTime)) === 0, "the run began with the page");
    await page.click("#sim-pause");
    await page.waitForFunction(() => document.querySelector("#sim-pause").textContent === "Resume");

    // The editor: what is not touched is as it was.
    await page.click("#open-editor");
    await page.waitForFunction(() => document.querySelector("#verdict").textContent.startsWith("valid"));
    const drawn = async () => JSON.parse(await page.evaluate(() => window.wend.drawnText));
    check(JSON.stringify(await drawn()) === JSON.stringify(original), "the scene under the pencil is the file");
    const screen = (x, y) => page.evaluate(([a, b]) => window.wend.screenOfPoint(a, b, 0), [x, y]);
    const drag = async (from, to) => {
      const [a, b] = [await screen(...from), await screen(...to)];
      await page.mouse.move(a.x, a.y);
      await page.mouse.down();
      await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
      await page.mouse.move(b.x, b.y, { steps: 3 });
      await page.mouse.up();
      await settle(page);
    };
    const click = async (at) => { const p = await screen(...at); await page.mouse.click(p.x, p.y); await settle(page); };

    // A wall by its corners, a box, a disc, an area, a gauge, a source with its goal, somebody with a goal.
    await page.click("#edit-wall");
    for (const at of [[11, 9], [12, 9], [12, 11]]) await click(at);
    await page.keyboard.press("Enter");
    await page.click("#edit-box");
    await drag([10.5, 1], [12, 2]);
    await page.click("#edit-disc");
    await drag([6, 6], [6.4, 6]);
    await page.click("#edit-area");
    for (const at of [[16, 9], [19, 9], [19, 11]]) await click(at);
    await page.keyboard.press("Enter");
    await page.click("#edit-gauge");
    await drag([13, 0.5], [13, 4]);
    await page.click("#edit-source");
    await drag([1, 8], [3, 11]);
    await drag([17, 5], [19, 7]);
    await page.click("#edit-agent");
    await click([5, 2]);
    await click([18, 8.4]);
    let scene = await drawn();
    check(scene.layers[0].blocked.length === 4 && scene.obstacles.length === 2 && scene.areas.length === 1 && scene.gauges.lines.length === 2, "everything that was drawn is there");
    const [wall, box] = scene.layers[0].blocked.slice(2);
    wall.flat().forEach((value, i) => checkNear(value, [11, 9, 12, 9, 12, 11][i], 0.06, "corners of the wall"));
    box.box.flat().forEach((value, i) => checkNear(value, [10.5, 1, 12, 2][i], 0.06, "corners of the box"));
    checkNear(scene.obstacles[1].radius, 0.4, 0.06, "the disc's radius");
    check(scene.groups[1].every === 1 && scene.groups[1].goal.polygon.box.length === 2, "a source with a goal");
    check(scene.agents.length === 1, "somebody");
    await page.waitForFunction(() => document.querySelector("#verdict").textContent.startsWith("valid"));

    // Waypoints come before the goal of whoever is chosen, in their order; one that is deleted leaves the others.
    await page.click("#edit-pick");
    await click([2, 9.5]);
    await page.click("#edit-waypoint");
    for (const at of [[10, 10.5], [13.2, 10.5]]) await click(at);
    const stops = async () => { const { goal } = (await drawn()).groups[1]; return [goal, ...(goal.then ?? [])]; };
    const places = (await stops()).map(({ point }) => point);
    check(places.length === 3 && (await stops())[2].polygon.box.length === 2, `two waypoints and the goal, found ${JSON.stringify(places)}`);
    [[10, 10.5], [13.2, 10.5]].flat().forEach((value, i) => checkNear(places.slice(0, 2).flat()[i], value, 0.06, "a waypoint"));
    await page.waitForFunction(() => document.querySelector("#verdict").textContent.startsWith("valid"));
    await page.click("#edit-pick");
    await click([10, 10.5]);
    check((await page.textContent("#chosen-item")).startsWith("waypoint 1 of"), `a waypoint is chosen: found ${await page.textContent("#chosen-item")}`);
    await page.keyboard.press("Delete");
    check((await stops()).length === 2 && Math.abs((await stops())[0].point[0] - 13.2) < 0.06, "the second is the first now");
    await page.keyboard.press("Control+z");
    check((await stops()).length === 3, "and back");
    await shot("editor-drawn");

    // Moved, turned, deleted, undone, by mouse and key.
    await page.click("#edit-pick");
    await drag([5, 9], [5, 10]);
    checkNear((await drawn()).obstacles[0].position[1], 10, 0.06, "the barrel is moved");
    await page.click("#undo");
    checkNear((await drawn()).obstacles[0].position[1], 9, 1e-9, "undone");
    await page.keyboard.press("Control+y");
    checkNear((await drawn()).obstacles[0].position[1], 10, 0.06, "done again");
    await click([15, 6]);
    check((await page.textContent("#chosen-item")).startsWith("wall"), "the triangle is chosen");
    await page.click("#turn-left");
    const turned = (await drawn()).layers[0].blocked[1];
    checkNear(turned[0][1], 5 + (6 - 5) - Math.cos(Math.PI / 12) - Math.sin(Math.PI / 12), 0.02, "it is turned about its middle");
    await page.keyboard.press("Delete");
    check((await drawn()).layers[0].blocked.length === 3, "deleted");
    await page.keyboard.press("Control+z");
    check((await drawn()).layers[0].blocked.length === 4, "and back");

    // What is wrong is said in place, and goes when it is mended.
    await page.click("#edit-box");
    await drag([0.5, 0.5], [4.5, 4.5]);
    await page.waitForFunction(() => document.querySelector("#verdict").classList.contains("bad"));
    await shot("editor-wrong");
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => document.querySelector("#verdict").textContent.startsWith("valid"));

    // Kept in the browser, saved to the folder: the file is what was drawn, and the tool takes it.
    scene = await drawn();
    await page.fill("#scene-name", "drawn yard");
    await page.click("#keep-scene");
    check((await page.locator("#kept-scenes option").allTextContents()).includes("drawn-yard"), "kept in the browser");
    await page.click("#save-folder");
    await page.waitForFunction(() => document.querySelector("#verdict").textContent.startsWith("saved"));
    const saved = readFileSync(join(folder, "drawn-yard.json"), "utf8");
    check(JSON.stringify(JSON.parse(saved)) === JSON.stringify(scene), "the file is what was drawn");
    check(JSON.parse(wend("check", join(folder, "drawn-yard.json"), "--json")).valid === true, "the tool takes it");

    // Loaded again it is the same; a floor plan adds its walls.
    await page.setInputFiles("#scene-file", join(folder, "drawn-yard.json"));
    await settle(page);
    check(JSON.stringify(await drawn()) === JSON.stringify(scene), "the round trip changes nothing");
    const plans = {
      "plan.svg": `<svg xmlns="http://www.w3.org/2000/svg"><g transform="translate(0,-12)"><rect x="2" y="5" width="1" height="2"/></g></svg>`,
      "plan.geojson": JSON.stringify({ type: "FeatureCollection", features: [{ type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [[[2, 5], [3, 5], [3, 7], [2, 7], [2, 5]]] } }] }),
      "plan.dxf": ["0", "SECTION", "2", "ENTITIES", "0", "LINE", "8", "0", "10", "2", "20", "6", "11", "4", "21", "6", "0", "ENDSEC", "0", "EOF"].join("\n"),
    };
    for (const [name, text] of Object.entries(plans)) {
      writeFileSync(join(folder, name), text);
      await page.setInputFiles("#plan-file", join(folder, name));
      await page.waitForFunction((n) => document.querySelector("#verdict").textContent.includes(`walls from ${n}`), name);
      const added = (await drawn()).layers[0].blocked.at(-1);
      const xs = added.map(([x]) => x);
      const ys = added.map(([, y]) => y);
      checkNear(Math.min(...xs), 2, 0.05, `${name}: left`);
      checkNear(Math.max(...ys) + Math.min(...ys), 12, 0.05, `${name}: middle`);
      await page.click("#undo");
    }

    // Run what is drawn: the page begins again with it.
    await page.click("#edit-run");
    await page.waitForFunction(() => window.wend?.agentNames.length === 25);

    // Another scene from the shelf, found by its name, with a seed.
    await page.waitForFunction(() => window.wend.frameCount > 1);
    await page.click("#open-shelf");
    check((await page.locator(".card:visible").count()) > 10, "the shelf has cards");
    await shot("shelf");
    await page.fill("#scene-search", "hello");
    check((await page.locator(".card:visible").count()) === 1, "found by its name");
    await page.fill("#scene-seed", "7");
    await page.click(".card[data-scene=hello]");
    await page.waitForFunction(() => document.title.startsWith("hello"));
    await page.waitForFunction(() => window.wend?.frameCount > 30);
    await page.evaluate(() => { window.before = window.wend.endTime; });
    await page.click("#restart");
    await page.waitForFunction(() => window.before === undefined && window.wend?.frameCount > 2);
    check((await page.evaluate(() => window.wend.startTime)) === 0, "restarted");
  });

  // Who comes late has the whole run, with events at their times; the session can be had as a scene.
  await withPage(`${server.url}#quality=low`, {}, async (page) => {
    await page.waitForFunction(() => window.wend.frameCount > 20);
    check((await page.evaluate(() => window.wend.startTime)) === 0, "a late page has the history");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-session")]);
    const exported = join(folder, "exported.json");
    await download.saveAs(exported);
    check(JSON.parse(wend("check", exported, "--json")).agents === 12, "the session is a scene of its own");
    await unfold(page);
    await page.click("#save-replay");
    await page.waitForFunction(() => /\d/.test(document.querySelector("#share-words").textContent));
    const [replay] = await Promise.all([page.waitForEvent("download"), page.click("#save-replay")]);
    await replay.saveAs(join(output, "saved-replay.html"));
  });
  await withPage(`file://${join(output, "saved-replay.html")}`, {}, async (page) => {
    check((await page.evaluate(() => window.wend.frameCount)) > 20, "the saved page replays the run");
  });
} finally {
  await server.end();
}

// Without --edit nothing is saved.
const guarded = await served(file, "--folder", folder);
try {
  await withPage(`${guarded.url}#quality=low`, { hasTouch: true, viewport: { width: 420, height: 800 } }, async (page, shot) => {
    await page.waitForFunction(() => window.wend.frameCount > 2);
    await page.tap("#open-editor");
    check((await page.locator("#save-folder").count()) === 0, "no button to save");
    await shot("editor-small");
    const said = await page.evaluate(() => new Promise((done) => {
      const socket = new WebSocket(`ws://${location.host}/live`);
      socket.onopen = () => socket.send(JSON.stringify({ do: "save", name: "evil", text: "{\"version\": 1}" }));
      socket.onmessage = async ({ data }) => { const bytes = new Uint8Array(await data.arrayBuffer()); if (bytes[0] === 6) done(new TextDecoder().decode(bytes.subarray(1))); };
    }));
    check(said.includes("without --edit"), `a save is refused: ${said}`);
    check(!existsSync(join(folder, "evil.json")), "nothing was written");
  });
} finally {
  await guarded.end();
  rmSync(folder, { recursive: true });
}
await finish();
