import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "settings-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});
beforeEach(() => cli.database.pool.query("DELETE FROM setting"));

async function configuration(act: "plan" | "apply", settings: readonly object[], ...options: readonly string[]) {
  const file = join(folder, "looks.json");
  await writeFile(file, JSON.stringify({ managed_by: "looks", settings }));
  return cli.run([act, file, ...options]);
}
const held = async () =>
  (await cli.database.pool.query("SELECT key, value, managed_by FROM setting WHERE value IS NOT NULL ORDER BY key"))
    .rows;

const corner = { setting: "corner", value: 4 };
const footer = { setting: "footer_text", value: { de: "Seit 1901", en: "Est. 1901" } };

describe("cf.1, th.1: settings in a configuration", () => {
  it("are created, changed by language, and removed with --prune", async () => {
    expect((await configuration("apply", [corner, footer])).exitCode).toBe(0);
    expect(await held()).toEqual([
      { key: "corner", value: 4, managed_by: "looks" },
      { key: "footer_text", value: { de: "Seit 1901", en: "Est. 1901" }, managed_by: "looks" },
    ]);
    expect((await configuration("plan", [corner, footer])).exitCode).toBe(0);

    const english = { ...footer, value: { en: "Since 1901" } };
    expect((await configuration("plan", [corner, english])).exitCode).toBe(2);
    expect((await configuration("apply", [corner, english])).exitCode).toBe(0);
    expect((await held())[1]).toEqual({ key: "footer_text", value: { en: "Since 1901" }, managed_by: "looks" });
    expect((await configuration("plan", [corner, english])).exitCode).toBe(0);

    expect((await configuration("apply", [corner], "--prune")).exitCode).toBe(0);
    expect(await held()).toEqual([{ key: "corner", value: 4, managed_by: "looks" }]);
  });

  it("cf.6: an export is applied without a change", async () => {
    await configuration("apply", [corner, footer]);
    const { stdout } = await cli.run(["export", "looks"]);
    expect(stdout).toContain("setting: corner");
    const file = join(folder, "exported.yaml");
    await writeFile(file, stdout);
    expect((await cli.run(["plan", file])).exitCode).toBe(0);
  });

  it.each([
    ["a value of another setting", { setting: "corner", value: "red" }, /settings\[0\]\.value/],
    ["a link by http", { setting: "terms_url", value: "http://shop.example" }, /must be an https URL/],
    ["an unknown setting", { setting: "css", value: "body{}" }, /settings\[0\]\.setting/],
    ["a color that is hard to read", { setting: "accent_light", value: "#8aa4ff" }, /accent_light has a contrast of/],
  ])("%s is refused, and changes nothing", async (_, entry, sentence) => {
    const { exitCode, stderr } = await configuration("apply", [corner, entry].slice(1));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(await held()).toEqual([]);
  });
});
