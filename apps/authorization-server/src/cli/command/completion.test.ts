import { execFileSync, spawnSync } from "node:child_process";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { run } from "../program.ts";

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

/** Whether a shell is there: not every machine has all of them. */
const has = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

describe("completion zsh", () => {
  /** What zsh is given to offer, before it compares that with the last of these words. */
  async function given(...words: string[]): Promise<string[]> {
    const { script } = await completion("zsh");
    const playing = ["compdef() { :; }", `compadd() { shift; print -l -- "$@"; }`];
    const question = ['words=(countersign "$@")', "CURRENT=$#words", "_countersign"];
    const whole = [...playing, script, ...question].join("\n");
    return execFileSync("zsh", ["-fc", whole, "zsh", ...words], { encoding: "utf8" })
      .trim()
      .split("\n");
  }

  it.skipIf(!has("zsh")).each([
    ["commands", [""], "users"],
    ["subcommands", ["users", ""], "set-password"],
    ["subcommands after an option", ["users", "--help", ""], "set-password"],
    ["options of a subcommand", ["users", "add", ""], "--password-stdin"],
    ["commands after a word that it does not run", ["$(echo users)", ""], "users"],
  ])("offers %s", async (_, words, expected) => {
    expect(await given(...words)).toContain(expected);
    expect(await given("users", "list", "")).not.toContain("--password-stdin");
  });
});

describe("completion fish", () => {
  async function offeredFor(line: string): Promise<string[]> {
    const { script } = await completion("fish");
    const whole = `${script}\ncomplete -C "$argv[1]"`;
    return execFileSync("fish", ["--no-config", "-c", whole, line], { encoding: "utf8" }).trim().split("\n");
  }

  it.skipIf(!has("fish")).each([
    ["a command by its first letters", "countersign us", ["users"]],
    ["a subcommand by its first letters", "countersign users set-p", ["set-password"]],
    ["an option of a subcommand", "countersign users add --password-s", ["--password-stdin"]],
  ])("offers %s", async (_, line, expected) => {
    expect(await offeredFor(line)).toEqual(expected);
  });
});

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

  it("is refused for a shell that is not known", async () => {
    expect(await completion("tcsh")).toMatchObject({
      exitCode: 2,
      script: "",
      complained: expect.stringContaining("bash"),
    });
  });
});
