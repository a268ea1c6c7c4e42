import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openAssets } from "@countersign/pages";
import { describe, expect, it } from "vitest";

const textsOf = (pattern: string): string =>
  globSync(pattern, { cwd: import.meta.dirname })
    .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
    .join("\n");

/** The classes that the selectors of a stylesheet name. */
function classesOf(css: string): ReadonlySet<string> {
  const selectors = css.replaceAll(/\/\*[\s\S]*?\*\//g, "").match(/[^{};]+(?=\{)/g) ?? [];
  return new Set(selectors.flatMap((one) => [...one.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = ""]) => name)));
}

const own = classesOf(textsOf("assets/console.css/*.css"));
const shared = classesOf(String(openAssets([]).find("style.css")?.body));
const templates = textsOf("templates/*.eta");

/** The values of `class` in templates: `<% … %>` has the words in it that stand in quotation marks. */
const values = [...templates.matchAll(/class="((?:<%[\s\S]*?%>|[^"])*)"/g)].map(([, value = ""]) => value);
const words = new Set(
  values.flatMap((value) =>
    value
      .replaceAll(/<%([\s\S]*?)%>/g, (_, code: string) => (code.match(/(["'])[\w -]*\1/g) ?? []).join(" "))
      .split(/[\s"']+/),
  ),
);
/** What the name of a class begins with that ends with a value, such as `series-<%= number %>`. */
const beginnings = values.flatMap((value) => [...value.matchAll(/([a-z][\w-]*)<%=/g)].map(([, name = ""]) => name));

describe("the stylesheet of the console and its templates", () => {
  it("every class of the stylesheet is used by a template", () => {
    const code = `${templates}\n${textsOf("*.ts")}\n${textsOf("assets/*.js")}`;
    const used = new Set(code.match(/[a-z][\w-]*/gi));
    const isUsed = (name: string) => used.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
    expect(own.size).toBeGreaterThan(50);
    // The test of quickstarts has those of code in colors.
    expect([...own].filter((name) => !(isUsed(name) || name.startsWith("hljs-")))).toEqual([]);
  });

  it("every class of a template has a rule", () => {
    const named = [...words].filter((word) => /^[a-z][a-z-]+$/.test(word) && !beginnings.includes(word));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !own.has(name) && !shared.has(name))).toEqual([]);
  });
});
