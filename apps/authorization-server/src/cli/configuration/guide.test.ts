import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const GUIDE = new URL("../../../../../docs/configuration-as-code.md", import.meta.url);
const PREFIX = "npm run --silent countersign -- ";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "guide-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});

const blocks = (guide: string, language: string) =>
  [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, of, text = ""]) => (of === language ? [text] : []));

describe("docs/configuration-as-code.md", () => {
  it("has commands that run as it says", async () => {
    const guide = await readFile(GUIDE, "utf8");
    const [file = ""] = blocks(guide, "yaml");
    const path = join(folder, "shop.yaml");
    await writeFile(path, file);
    const commands = blocks(guide, "sh").flatMap((text) => text.trim().split("\n"));
    const outcomes: unknown[] = [];
    for (const command of commands) {
      expect(command.startsWith(PREFIX)).toBe(true);
      if (command.includes("--out")) await writeFile(path, file.replace("name: Orders", "name: Shop"));
      const argv = command.slice(PREFIX.length).split(" ");
      const given = argv.map((word) => (/\.(?:yaml|json)$/.test(word) ? join(folder, word) : word));
      outcomes.push([argv[0], (await cli.run(given)).exitCode]);
    }
    expect(outcomes).toEqual([
      ["plan", 2],
      ["apply", 0],
      ["plan", 2],
      ["apply", 0],
      ["apply", 0],
      ["plan", 0],
      ["export", 0],
    ]);
  });
});
