/** The configuration of pgBackRest in deploy, and its commands in docs/backup.md, as pgBackRest reads them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const installed = spawnSync("pgbackrest", ["version"]).status === 0;

/** Each command of the page, without its comment. */
const commands = [...read("docs/backup.md").matchAll(/^(pgbackrest .*)$/gm)].map(([, line = ""]) =>
  line.replace(/ +#.*$/, ""),
);
/** pgBackRest's exit codes for a command, an option or a value that it does not know: 30 to 39. */
const MISREAD = /\[03\d\]/;

let folder: string;
let configuration: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "backups-"));
  configuration = join(folder, "pgbackrest.conf");
  const places = `log-path=${folder}\nlock-path=${folder}\n`;
  const text = read("deploy/pgbackrest.conf").replaceAll(/\/var\/\w+\/\w+(?:\/15\/main)?$/gm, `${folder}$&`);
  writeFileSync(configuration, text.replace("[global]\n", `[global]\n${places}`));
});
afterAll(() => rmSync(folder, { recursive: true }));

const said = (command: string) => {
  const { stdout, stderr } = spawnSync("sh", [
    "-c",
    command.replace("pgbackrest ", `pgbackrest --config=${configuration} `),
  ]);
  return `${stdout}${stderr}`;
};

describe.skipIf(!installed)("pgBackRest", () => {
  it("reads deploy/pgbackrest.conf without a warning, and has nothing there yet", () => {
    const answer = said("pgbackrest --stanza=countersign info");
    expect(answer).toContain("missing stanza path");
    expect(answer).not.toMatch(/WARN|ERROR/);
  });

  it("knows each command and option of docs/backup.md", () => {
    expect(commands.map((command) => command.split(" ").at(-1))).toEqual([
      "stanza-create",
      "check",
      "backup",
      "restore",
    ]);
    for (const command of commands) expect(said(command)).not.toMatch(MISREAD);
    expect(said("pgbackrest --stanza=countersign --types=full backup")).toMatch(MISREAD);
    expect(said("pgbackrest --stanza=countersign --type=whole backup")).toMatch(MISREAD);
  });
});
