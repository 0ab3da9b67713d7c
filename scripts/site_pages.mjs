// The pages of the site: every Markdown file of the project as HTML, and a front page with the replays.
// node scripts/site_pages.mjs FOLDER

import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const site = process.argv[2];
if (!site) {
  console.error("usage: node scripts/site_pages.mjs FOLDER");
  process.exit(2);
}
const project = fileURLToPath(new URL("..", import.meta.url));
const { marked } = await import(pathToFileURL(createRequire(join(project, "apps/viewer/package.json")).resolve("marked")).href);

const style = `body{font:16px/1.55 system-ui,sans-serif;max-width:900px;margin:24px auto;padding:0 16px;color:#14181d;background:#fff}
a{color:#0072b2}img{max-width:100%;border-radius:6px}pre{background:#f3f5f7;padding:10px;overflow:auto;border-radius:6px}code{font-size:.92em}
table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid #cfd7de;padding:3px 8px;text-align:left}nav a{margin-right:12px}
ul.replays{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(240px,1fr));gap:14px}
@media(prefers-color-scheme:dark){body{background:#161b22;color:#e8edf2}a{color:#56b4e9}pre{background:#1f2630}td,th{border-color:#37424e}}`;

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
function page(file, title, body, up) {
  mkdirSync(dirname(join(site, file)), { recursive: true });
  const nav = `<nav><a href="${up}index.html">wend</a><a href="${up}docs/gallery.html">Gallery</a><a href="${up}docs/viewer.html">Viewer</a><a href="${up}docs/architecture.html">Architecture</a></nav>`;
  writeFileSync(join(site, file), `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)} · wend</title><style>${style}</style>${nav}${body}</html>\n`);
}

/** Links between Markdown files lead to the pages made of them; those that leave docs do not exist here. */
const relinked = (html) => html.replaceAll(/href="(?!https?:)([^"]*?)\.md(#[^"]*)?"/g, (_, path, mark = "") => `href="${path}.html${mark}"`);
const titleOf = (text) => /^#\s+(.+)$/m.exec(text)?.[1] ?? "wend";

for (const name of readdirSync(join(project, "docs")).filter((each) => each.endsWith(".md"))) {
  const text = readFileSync(join(project, "docs", name), "utf8");
  page(`docs/${name.replace(/md$/, "html")}`, titleOf(text), relinked(marked.parse(text)), "../");
}
cpSync(join(project, "docs/figures"), join(site, "docs/figures"), { recursive: true });
cpSync(join(project, "docs/scene.schema.json"), join(site, "docs/scene.schema.json"));

const readme = readFileSync(join(project, "README.md"), "utf8");
const replays = readdirSync(join(site, "replays")).filter((name) => name.endsWith(".html")).map((name) => {
  const size = (statSync(join(site, "replays", name)).size / 1e6).toFixed(1);
  return `<li><a href="replays/${name}">${name.replace(".html", "")}</a> <small>${size} MB</small></li>`;
});
page("index.html", titleOf(readme), `<h2>Replays</h2><ul class="replays">${replays.join("")}</ul>${relinked(marked.parse(readme))}`, "");
