/** The question for a password at a terminal. */
import { PassThrough } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Context } from "./context.ts";
import { choosePassword } from "./password.ts";

const QUESTIONS = ["New password (not shown):", "The same again:"];
const ENTER = "\r";
const CONTROL_C = "\x03";
const CONTROL_T = "\x14";

/** A terminal at which a user types one text after each prompt. */
function typing(...typed: readonly string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const terminal = new PassThrough();
  terminal.end = () => terminal; // a pipe does not end standard error either
  let shown = "";
  let asked = 0;
  terminal.on("data", (chunk) => {
    shown += chunk;
    if (!shown.includes(QUESTIONS[asked] ?? "no more")) return;
    const answer = typed[asked] ?? "";
    asked += 1;
    void pause(20).then(() => stdin.write(answer));
  });
  const context: Context = {
    environment: {},
    stdin,
    terminal,
    print: () => {},
    complain: () => {},
    now: () => new Date("2030-01-01T12:00:00Z"),
  };
  return { context, shown: () => shown };
}

describe("a password that is typed at a terminal", () => {
  // A terminal without editing keys would take them for characters.
  beforeAll(() => vi.stubEnv("TERM", "xterm"));
  afterAll(() => vi.unstubAllEnvs());

  it("is asked for twice, and never echoed, also not by editing keys", async () => {
    const { context, shown } = typing(`${CONTROL_T}correct horse battery${ENTER}`, `correct horse battery${ENTER}`);
    const { passwordHash, generated } = await choosePassword({}, context, []);
    expect(await verify(passwordHash, "correct horse battery")).toBe(true);
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(generated).toBeUndefined();
    for (const question of QUESTIONS) expect(shown()).toContain(question);
    expect(shown()).not.toMatch(/correct|horse|battery/);
  });

  it("is refused if the two inputs differ", async () => {
    const { context } = typing(`correct horse battery${ENTER}`, `another horse${ENTER}`);
    await expect(choosePassword({}, context, [])).rejects.toThrow("the two passwords are not the same");
  });

  it("can be cancelled: Ctrl-C ends the command", async () => {
    const { context } = typing(CONTROL_C);
    await expect(choosePassword({}, context, [])).rejects.toThrow("no password was given");
  });
});

describe("NIST SP 800-63B-4 §3.1.1.2: the shortest password depends on REQUIRED_ACR", () => {
  it.each([
    [undefined, 15],
    ["urn:countersign:acr:password", 15],
    ["urn:countersign:acr:mfa", 8],
    ["phr", 8],
  ])("%s: %i characters", async (REQUIRED_ACR, shortest) => {
    const characters = (count: number) => "kx0Vw1bqNn2s-H5m".slice(0, count);
    const choose = (password: string) => {
      const { context } = typing(`${password}${ENTER}`, `${password}${ENTER}`);
      return choosePassword({}, { ...context, environment: { REQUIRED_ACR } }, []);
    };
    await expect(choose(characters(shortest - 1))).rejects.toThrow(`at least ${shortest} characters`);
    expect((await choose(characters(shortest))).passwordHash).toMatch(/^\$argon2id/);
  });
});

describe("a password that the command generates", () => {
  const { context } = typing();

  it("is never one that the sign-in page takes for a known password, and makes the person change", async () => {
    const random = ["password1234567", "qwertyuiopasdfg", "kx0Vw1bqNn2s-H5m"];
    const generate = () => random.shift() ?? "";
    const { passwordHash, generated } = await choosePassword({ generatePassword: true }, context, [], generate);
    expect(generated).toBe("kx0Vw1bqNn2s-H5m");
    expect(await verify(passwordHash, "kx0Vw1bqNn2s-H5m")).toBe(true);
  });

  it("is refused if the generator returns nothing else", async () => {
    const chosen = choosePassword({ generatePassword: true }, context, [], () => "password1234567");
    await expect(chosen).rejects.toThrow("on a list of known passwords");
  });
});
