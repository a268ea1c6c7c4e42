import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { VERSION } from "@countersign/service/version";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, type Outcome, openCommandLine } from "./testing/command-line.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const { PATH, NODE_COMPILE_CACHE } = process.env;

const COMMANDS = [
  ["prepare"],
  ["migrate"],
  ["upgrade-check"],
  ["seed"],
  ...["add", "list", "show", "disable", "enable", "set-password"].map((verb) => ["users", verb]),
  ...["add", "list", "show", "disable", "enable", "rotate-secret", "secrets", "end-previous-secret"].map((verb) => [
    "clients",
    verb,
  ]),
  ...["add", "list", "revoke"].map((verb) => ["tokens", verb]),
  ...["list", "rotate", "remove"].map((verb) => ["keys", verb]),
  ...["add", "list", "rename", "disable", "enable", "remove", "assign", "revoke"].map((verb) => [
    "organizations",
    verb,
  ]),
  ...["add", "list", "revoke"].map((verb) => ["organizations", "scim-token", verb]),
  ["logouts", "deliver"],
  ["purge"],
];

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

/** Runs the command line as an operator does: a process of its own. */
function spawned(argv: readonly string[], environment: NodeJS.ProcessEnv = {}, stdin = ""): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { PATH, NODE_COMPILE_CACHE, ...cli.environment, ...environment };
    const child = execFile(process.execPath, [MAIN, ...argv], { env }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
    });
    child.stdin?.end(stdin);
  });
}

describe("every command", () => {
  it.each(COMMANDS)("has a help text, and can print JSON: %s %s", async (...words) => {
    const argv = words.filter((word) => word !== undefined);
    const { exitCode, stdout, stderr } = await cli.run([...argv, "--help"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain(`Usage: countersign ${argv.join(" ")}`);
    expect(stdout).toContain("--json");
  });

  it.each(COMMANDS)("refuses an unknown option: %s %s", async (...words) => {
    const outcome = await cli.run([...words.filter((word) => word !== undefined), "--nonsense"]);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: "" });
    expect(outcome.stderr).toContain("--nonsense");
  });

  it("is listed by the help", async () => {
    const { stdout } = await cli.run(["--help"]);
    for (const [name = ""] of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
  });
});

describe("a separate process", () => {
  it("exits with 0, prints only on standard output, and one line with --json", async () => {
    const outcome = await spawned(
      ["users", "add", "spawned", "--password-stdin", "--json"],
      {},
      "correct horse battery\n",
    );
    expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
    expect(outcome.stdout).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ username: "spawned" });
  });

  it.each([
    ["a refused command", ["users", "show", "nobody"], {}, 1, "nobody"],
    ["a missing variable", ["users", "list"], { DATABASE_URL: "" }, 1, "DATABASE_URL"],
    ["an unreachable database", ["users", "list"], { DATABASE_URL: "postgres://127.0.0.1:1/x" }, 1, "reach"],
    ["an unknown command", ["destroy"], {}, 2, "destroy"],
    ["no command", [], {}, 2, "Usage"],
  ])("prints to standard error, without a stack: %s", async (_, argv, environment, exitCode, word) => {
    const outcome = await spawned(argv, environment);
    expect(outcome).toMatchObject({ exitCode, stdout: "" });
    expect(outcome.stderr).toContain(word);
    expect(outcome.stderr).not.toMatch(/^\s+at .+:\d+/m);
  });

  it("does not print the password in a malformed DATABASE_URL", async () => {
    const url = new URL(cli.environment.DATABASE_URL ?? "");
    url.password = "not-the-password";
    const outcome = await spawned(["users", "list"], { DATABASE_URL: url.href });
    expect(outcome.exitCode).toBe(1);
    expect(outcome.stderr).not.toContain("not-the-password");
  });
});

describe("migrate", () => {
  it("migrates an empty database once, and every other command says if that is missing", async () => {
    const empty = await openCommandLine();
    await empty.database.pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    const early = await empty.run(["users", "list"]);
    expect(early).toMatchObject({ exitCode: 1, stdout: "" });
    expect(early.stderr).toContain("migrate");

    const environment = { OWNER_DATABASE_URL: empty.superuserUrl };
    const migrate = async () => JSON.parse((await empty.run(["migrate", "--json"], { environment })).stdout);
    const check = (...options: string[]) => empty.run(["upgrade-check", ...options], { environment });
    const before = await check();
    expect(before).toMatchObject({ exitCode: 2, stdout: expect.stringContaining("0001_first") });
    expect(before.stderr).toContain("migrations to apply");
    expect((await migrate()).applied).toContain("0001_first");
    expect(await migrate()).toEqual({ applied: [] });
    const after = await check("--json");
    expect([after.exitCode, JSON.parse(after.stdout)]).toEqual([0, { version: VERSION, steps: [] }]);
    expect(await empty.database.pool.query("SELECT FROM end_user")).toMatchObject({ rowCount: 0 });
    await empty.close();
  });
});

describe("--version", () => {
  it("prints the version of the workspace", async () => {
    const root = JSON.parse(await readFile(new URL("../../../../package.json", import.meta.url), "utf8"));
    expect(await cli.run(["--version"])).toMatchObject({ exitCode: 0, stdout: root.version });
  });
});

describe("a closed standard output, as with `head`", () => {
  it("does not end a command before its work is done", async () => {
    const argv = ["users", "add", "unheard", "--generate-password"];
    const child = spawn(process.execPath, [MAIN, ...argv], { env: { PATH, NODE_COMPILE_CACHE, ...cli.environment } });
    child.stdout.destroy();
    child.stderr.destroy();
    expect(await once(child, "exit")).toEqual([0, null]);
    expect((await cli.json("users", "list")).map((user: { username: string }) => user.username)).toContain("unheard");
  });
});

describe("purge", () => {
  it("removes expired rows, keeps the others, and prints the counts", async () => {
    await cli.json("tokens", "add", "--expires-in", "1h", "--note", "short");
    await cli.json("tokens", "add", "--expires-in", "2d", "--note", "long");
    cli.clock.now = new Date("2030-01-02T12:00:00Z");

    expect(await cli.json("purge")).toMatchObject({ initialAccessTokens: 1 });
    expect((await cli.json("tokens", "list")).map((token: { note: string }) => token.note)).toEqual(["long"]);
    expect(Object.values(await cli.json("purge")).every((count) => count === 0)).toBe(true);
  });
});
