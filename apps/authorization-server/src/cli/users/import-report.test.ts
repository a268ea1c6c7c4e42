/** The report of `users import`: what became of each person. */
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash } from "@node-rs/bcrypt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";
import { importLines, type Line, person } from "../testing/people-imports.ts";

let cli: CommandLine;
let folder: string;
let source: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "people-report-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});
beforeEach(() => {
  source = randomUUID();
});

const imported = (lines: readonly Line[], ...options: readonly string[]) =>
  importLines(cli, { folder, source }, lines, options);
const rows = async (text: string) => (await cli.database.pool.query(text)).rows;

describe("a report says what became of each person, with no secret", async () => {
  const bcrypt = await hash("old password", { cost: 10 });
  const written = async (lines: readonly Line[], ...options: readonly string[]) => {
    const report = join(folder, "report.jsonl");
    const { exitCode } = await imported(lines, "--report", report, ...options);
    const [json, text] = [await readFile(report, "utf8"), await readFile(`${report}.txt`, "utf8")];
    const outcomes = json
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    return { exitCode, json, text, outcomes, mode: ((await stat(report)).mode & 0o777).toString(8) };
  };
  const totp = [{ secret: "JBSWY3DPEHPK3PXP", name: "Phone" }];
  const claims = { email: "told@report.example", email_verified: true };

  it("taken, changed and how, not taken and what to do", async () => {
    const someone = person("told.import", { external_id: "told", claims, totp, password_hash: bcrypt });
    const { outcomes, text, json, mode } = await written([someone, person("none.import"), person("secret value"), "{"]);
    expect(outcomes).toEqual([
      {
        line: 1,
        external_id: "told",
        result: "added",
        taken: ["username", "password", "email", "email_verified", "totp"],
        changed: [
          "password: the first sign-in replaces its hash by one of this service",
          "email_verified: is false here; --trust-verified keeps what the file says",
        ],
        not_taken: [],
        dry_run: false,
      },
      expect.objectContaining({
        result: "added",
        not_taken: [expect.stringMatching(/^password: the line has none; /)],
      }),
      expect.objectContaining({ line: 3, result: "refused", problem: "malformed", taken: [] }),
      expect.objectContaining({ line: 4, result: "refused", not_taken: ["the user: is no JSON object"] }),
    ]);
    expect(text).toContain(
      "line 1, told: added\n  taken: username password email email_verified totp\n  changed: pass",
    );
    expect(text).toContain("line 4: refused\n  not taken: the user: is no JSON object\n");
    for (const secret of [bcrypt, "JBSWY3DPEHPK3PXP", "secret value", "told@report.example"])
      expect(json + text).not.toContain(secret);
    expect(mode).toBe("600");
  });

  it("of a person whom an earlier import brought: what changed, and what they keep", async () => {
    const before = person("again.import", { external_id: "again", password_hash: bcrypt });
    await imported([before]);
    await rows("UPDATE end_user SET last_sign_in_at = now() WHERE username = 'again.import'");
    const later = {
      ...before,
      password_hash: await hash("other password", { cost: 10 }),
      claims: { nickname: "A" },
      totp,
    };
    const { outcomes, text } = await written([later], "--dry-run");
    expect(outcomes).toMatchObject([
      {
        result: "changed",
        taken: ["nickname"],
        not_taken: [
          "password: the user signed in here, or has another one here, which stays",
          "totp: only a new account gets it",
        ],
        dry_run: true,
      },
    ]);
    expect(text).toContain("line 1, again: would be changed\n");
  });

  it("has every line, while the result keeps the first refused ones only", async () => {
    const { exitCode, outcomes } = await written([...Array(2500)].map(() => "{"));
    expect([exitCode, outcomes.length, outcomes.at(-1).line]).toEqual([1, 2500, 2500]);
    const { report } = await imported([...Array(2500)].map(() => "{"));
    expect([report.refusedLines, report.refused.length]).toEqual([2500, 1000]);
  });

  it("that cannot be written is refused before anything is imported", async () => {
    const { exitCode, stderr } = await imported([person("unwritten.import")], "--report", join(folder, "no", "file"));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("cannot write")]);
    expect(await rows("SELECT 1 FROM end_user WHERE username = 'unwritten.import'")).toEqual([]);
  });
});
