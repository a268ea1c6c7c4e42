// Writes src/icons.ts: the icons that our pages name, from lucide-static. `node scripts/icons.mjs`, after a template
// names another one. `--check` says whether the file is as it should be.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const target = join(root, "packages/pages/src/icons.ts");
const pictures = join(dirname(createRequire(import.meta.url).resolve("lucide-static/package.json")), "icons");

/** `icon("eye")` in a template, `icon: "eye"` in a model. */
const NAMED = /\bicon(?:\(|: )["']([a-z\d]+(?:-[a-z\d]+)*)["']/g;

const files = globSync(["apps/*/src/**/*.{eta,ts}", "packages/pages/src/**/*.eta"], {
  cwd: root,
  exclude: (name) => name === "node_modules" || name === "dist",
}).filter((file) => !file.endsWith(".test.ts"));
const names = new Set(
  files.flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(NAMED)].map(([, name]) => name)),
);

/** What stands within the picture. */
const shapesOf = (name) => {
  const svg = readFileSync(join(pictures, `${name}.svg`), "utf8");
  const [, inner = ""] = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(svg) ?? [];
  return inner.replaceAll(/\s+/g, " ").replaceAll("> <", "><").replaceAll(" />", "/>").trim();
};

const lines = [...names].sort().map((name) => `  ${/-/.test(name) ? `"${name}"` : name}:\n    '${shapesOf(name)}',\n`);
const text = `/** The icons that our pages name, from lucide-static (ISC). Written by scripts/icons.mjs. */\nexport const ICONS = {\n${lines.join("")}} as const;\n`;

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("packages/pages/src/icons.ts is out of date: run node packages/pages/scripts/icons.mjs");
    process.exit(1);
  }
} else writeFileSync(target, text);
