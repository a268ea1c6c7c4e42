// Writes src/marks.ts: the marks of well-known providers, from @iconify-json/logos (CC0). `node scripts/marks.mjs`,
// after the list changed. `--check` says whether the file is as it should be.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const target = join(import.meta.dirname, "../src/marks.ts");
const { icons, width, height } = createRequire(import.meta.url)("@iconify-json/logos/icons.json");

/** Our name, and that of the package. Of one color are those that people know in black and in white. */
const NAMES = {
  apple: { icon: "apple", isOneColor: true },
  github: { icon: "github-icon", isOneColor: true },
  gitlab: { icon: "gitlab-icon", isOneColor: false },
  google: { icon: "google-icon", isOneColor: false },
  microsoft: { icon: "microsoft-icon", isOneColor: false },
};

const entries = Object.entries(NAMES).map(([name, { icon, isOneColor }]) => {
  const found = icons[icon];
  const shapes = isOneColor ? found.body.replaceAll(/ fill="[^"]*"/g, "") : found.body;
  const box = `0 0 ${found.width ?? width} ${found.height ?? height}`;
  return `  ${name}: {\n    box: "${box}",\n    shapes:\n      '${shapes}',\n  },\n`;
});
const text = `/** Marks of providers, from @iconify-json/logos (CC0-1.0). Written by scripts/marks.mjs. */\nexport const MARKS = {\n${entries.join("")}} as const;\n`;

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("packages/pages/src/marks.ts is out of date: run node packages/pages/scripts/marks.mjs");
    process.exit(1);
  }
} else writeFileSync(target, text);
