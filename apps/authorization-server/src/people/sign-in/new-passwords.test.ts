import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "../../cli/seed/people.ts";
import { type NewPasswords, openNewPasswords } from "./new-passwords.ts";

let folder: string;
let newPasswords: NewPasswords;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-passwords-"));
  newPasswords = await openNewPasswords({ issuer: "https://auth.issuer.example/a", withSecondFactor: false });
});
afterAll(() => rm(folder, { recursive: true }));

describe("OWASP ASVS 6.2.4 and 6.2.12: the included list", () => {
  it.each([
    "password1234567",
    "Password1234567",
    "123456789123456789",
    "passwordpassword",
    "qwertyuiopasdfg",
    "letmeinletmeinletmein",
    "iloveyou1234567890",
  ])("pass-01: has %s, a known password or a simple form of one", async (password) => {
    expect(await newPasswords.problem(password, [])).toBe("common");
    expect(await newPasswords.isKnown(password)).toBe(true);
  });

  it("rarely has a text that is not a known password", async () => {
    const texts = Array.from({ length: 50_000 }, (_, index) =>
      createHash("sha256").update(String(index)).digest("base64url"),
    );
    const found = await Promise.all(texts.map(newPasswords.isKnown));
    expect(found.filter((isKnown) => isKnown).length).toBeLessThan(8); // 1.4 in 100 000 are expected
  });

  it("pass-01: names of this service and of the person are refused, too", async () => {
    for (const [password, context] of [
      ["countersigncountersign", []],
      ["auth.issuer.example", []],
      ["carol@people.example", ["carol@people.example"]],
    ] as const)
      expect(await newPasswords.problem(password, context)).toBe("personal");
  });

  it("has none of the passwords of the demo people", async () => {
    for (const { username, password } of DEMO_PEOPLE)
      expect(await newPasswords.problem(password, [username])).toBeUndefined();
  });

  it("demands 15 characters, and 8 where every sign-in needs a second factor", async () => {
    const shorter = await openNewPasswords({ withSecondFactor: true });
    expect([newPasswords.shortest, shorter.shortest]).toEqual([15, 8]);
    expect(await newPasswords.problem("r1ver 78", [])).toBe("too_short");
    expect(await shorter.problem("r1ver 78", [])).toBeUndefined();
  });
});

describe("a file of leaked passwords", () => {
  const sha1 = (password: string) => createHash("sha1").update(password).digest("hex").toUpperCase();
  const leaked = Array.from({ length: 1000 }, (_, index) => `leaked password ${index}`);

  it.each([
    ["as it is downloaded, with counts", (hash: string, index: number) => `${hash}:${index ** 2}\r\n`],
    ["of bare hashes", (hash: string) => `${hash}\n`],
  ])("%s, is searched for each password of it and for others", async (name, line) => {
    const listFile = join(folder, name);
    await writeFile(listFile, leaked.map(sha1).sort().map(line).join("").trimEnd());
    const opened = await openNewPasswords({ listFile, withSecondFactor: false });
    for (const password of leaked) expect(await opened.isKnown(password)).toBe(true);
    for (const password of leaked) expect(await opened.isKnown(`${password}!`)).toBe(false);
    expect(await opened.problem("leaked password 7", [])).toBe("common");
    expect(await opened.problem("leaked password 7 \u200b", [])).toBe("common"); // C13
    expect(await opened.isKnown(" leaked password 7")).toBe(true);
    expect(await opened.problem("Leaked password 7", [])).toBeUndefined();
    await opened.close();
  });

  it("is read in few short parts: it may have many gigabytes", async () => {
    const listFile = join(folder, "sparse");
    const first = `${"0".repeat(40)}:1\n`;
    await writeFile(listFile, first);
    const { truncate } = await import("node:fs/promises");
    await truncate(listFile, 40 * 2 ** 30);
    const before = process.memoryUsage().rss;
    const opened = await openNewPasswords({ listFile, withSecondFactor: false });
    expect(await opened.isKnown("a password that is not in it")).toBe(false);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 2 ** 20);
    await opened.close();
  });

  it.each([
    ["is missing", undefined],
    ["is empty", ""],
    ["has passwords instead of hashes", "password\n123456\n"],
  ])("that %s is refused at the start", async (name, content) => {
    const listFile = join(folder, name);
    if (content !== undefined) await writeFile(listFile, content);
    await expect(openNewPasswords({ listFile, withSecondFactor: false })).rejects.toThrow(listFile);
  });
});
