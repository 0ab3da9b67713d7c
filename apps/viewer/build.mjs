// Bundles the page into one HTML file: node build.mjs OUTPUT
import { build } from "esbuild";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const output = process.argv[2];
if (!output) {
  console.error("usage: node build.mjs OUTPUT.html");
  process.exit(2);
}
const bundled = async (entry, extra) => {
  const result = await build({ entryPoints: [entry], bundle: true, minify: true, write: false, legalComments: "none", ...extra });
  return result.outputFiles[0].text;
};
const script = await bundled("src/main.ts", { format: "iife", target: "es2022" });
const style = await bundled("src/style.css", {});

// Inside a page a script must not contain what ends a script.
const inline = script.replaceAll("</script", "<\\/script");
const page = readFileSync("src/index.html", "utf8")
  .replace("/*style*/", () => style)
  .replace("/*script*/", () => inline);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(`${output}.partial`, page);
renameSync(`${output}.partial`, output);
