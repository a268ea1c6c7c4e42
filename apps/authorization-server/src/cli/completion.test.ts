import { execFileSync } from "node:child_process";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { run } from "./program.ts";

/** Runs `completion` without a database. */
async function completion(...argv: string[]) {
  const printed: string[] = [];
  const complained: string[] = [];
  const exitCode = await run(["completion", ...argv], {
    environment: {},
    stdin: Readable.from([]),
    print: (text) => printed.push(text),
    complain: (text) => complained.push(text),
    terminal: new PassThrough(),
    now: () => new Date("2030-01-01T12:00:00Z"),
  });
  return { exitCode, script: printed.join("\n"), complained: complained.join("\n") };
}

/** What bash offers for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const { script } = await completion("bash");
  const question = [
    'COMP_WORDS=("countersign" "$@")',
    "COMP_CWORD=$#",
    "_countersign",
    `printf '%s\\n' "\${COMPREPLY[@]}"`,
  ];
  const whole = [script, ...question].join("\n");
  return execFileSync("bash", ["-c", whole, "bash", ...words], { encoding: "utf8" })
    .split("\n")
    .filter((word) => word !== "");
}

describe("completion bash", () => {
  it.each([
    ["a command by its first letters", ["us"], ["users"]],
    ["a subcommand by its first letters", ["users", "set-p"], ["set-password"]],
    ["a subcommand after an option", ["users", "--help", "set-p"], ["set-password"]],
    ["an option of a subcommand", ["users", "add", "--password-s"], ["--password-stdin"]],
    ["nothing for a word that no command begins with", ["nonsense"], []],
    ["no option of another command", ["users", "list", "--password-s"], []],
  ])("offers %s", async (_, words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it("offers every command of the help, itself too", async () => {
    expect(await offered("")).toEqual(expect.arrayContaining(["users", "clients", "keys", "completion", "--help"]));
  });

  it("does not run a word of the command line", async () => {
    expect(await offered("users", "$(echo list)", "`echo list`")).toEqual([]);
  });

  it("refuses a shell that it does not know", async () => {
    expect(await completion("tcsh")).toMatchObject({
      exitCode: 2,
      script: "",
      complained: expect.stringContaining("bash"),
    });
  });
});
