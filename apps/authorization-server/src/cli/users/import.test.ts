import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hash } from "@node-rs/bcrypt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { openPasswords } from "../../people/sign-in/passwords.ts";
import { retireUsername } from "../../platform/stores/person/usernames.ts";
import { userStore } from "../../platform/stores/person/users.ts";
import { inTransaction } from "../../platform/stores/transaction.ts";
import { secondFactorStore } from "../../platform/stores/ways-in/second-factors.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";
import { importLines, type Line, person } from "../testing/people-imports.ts";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "countersign-import-"));
});
afterAll(async () => {
  await cli.close();
  await rm(folder, { recursive: true });
});

let source: string;
beforeEach(() => {
  source = randomUUID();
});

const imported = (lines: readonly Line[], ...options: readonly string[]) =>
  importLines(cli, { folder, source }, lines, options);
const shown = (username: string) => cli.json("users", "show", username);
const hashOf = async (username: string) => (await userStore(cli.database).findForSignIn(username))?.passwordHash;
const rows = async (text: string, values: readonly unknown[] = []) =>
  (await cli.database.pool.query(text, [...values])).rows;

describe("im.1: users import", () => {
  it("adds people with their claims, and people sign in with their password of before", async () => {
    const passwordHash = await hash("password of before", { cost: 8 });
    const claims = { email: "Ann@Example.org", given_name: "Ann", address: { country: "UK" } };
    const added = person("ann.import", { password_hash: passwordHash, claims, created_at: "2020-02-03T04:05:06Z" });
    const { exitCode, report, stderr } = await imported([added, person("without-password", { disabled: true })]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(report).toEqual({
      dryRun: false,
      lines: 2,
      added: 2,
      changed: 0,
      unchanged: 0,
      refusedLines: 0,
      refused: [],
    });

    const account = await userStore(cli.database).findForSignIn("ANN.import");
    expect(await openPasswords().verify(account?.passwordHash ?? undefined, "password of before")).toBe(true);
    expect((await shown("ann.import")).claims).toMatchObject({ ...claims, email_verified: false });
    expect(await rows("SELECT created_at FROM end_user WHERE username = 'ann.import'")).toEqual([
      { created_at: new Date("2020-02-03T04:05:06Z") },
    ]);
    expect(await hashOf("without-password")).toBeUndefined();
  });

  it("audits each person and the import", async () => {
    const before = (await cli.audited()).length;
    await imported([person("audited.import")]);
    expect((await cli.audited()).slice(before)).toMatchObject([
      { type: "user_added", actor: "operator", user_id: expect.any(String), detail: { imported: true, source } },
      { type: "people_imported", actor: "operator", user_id: null, detail: { source, lines: 1, added: 1, refused: 0 } },
    ]);
  });

  it("a second time changes what is different, by external id, and keeps what the line does not have", async () => {
    const line = person("twice.import", {
      claims: { given_name: "T", nickname: "tw", address: { region: "R", country: "UK" } },
    });
    await imported([line]);
    expect((await imported([line])).report).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    const changed = person("twice.import", { claims: { given_name: "Tw" } });
    expect((await imported([changed])).report).toMatchObject({ added: 0, changed: 1, unchanged: 0 });
    expect((await shown("twice.import")).claims).toMatchObject({ given_name: "Tw", nickname: "tw" });
    const [audit] = (await cli.audited()).filter(({ type }) => type === "profile_changed");
    expect(audit?.detail).toEqual({ imported: true, source, changed: ["given_name"] });
  });

  it("the external ids of another source are others", async () => {
    await imported([{ external_id: "1", username: "one.import" }]);
    source = randomUUID();
    expect((await imported([{ external_id: "1", username: "other.import" }])).report).toMatchObject({ added: 1 });
  });

  it("a dry run says the same and changes nothing, its audit log neither", async () => {
    const audited = (await cli.audited()).length;
    const lines = [person("dry.import"), { external_id: "2", username: "" }];
    const dry = await imported(lines, "--dry-run");
    expect(dry.report).toMatchObject({ dryRun: true, lines: 2, added: 1, refused: [{ line: 2 }] });
    expect(await rows("SELECT FROM end_user WHERE username = 'dry.import'")).toEqual([]);
    expect(await rows("SELECT FROM imported_person WHERE source = $1", [source])).toEqual([]);
    expect(await cli.audited()).toHaveLength(audited);
  });
});

describe("im.1: lines that are refused, and the others are imported", () => {
  it.each<[string, Line, string]>([
    ["no JSON", "{", "malformed"],
    ["no object", "[]", "malformed"],
    ["no external id", { username: "x.import" }, "malformed"],
    ["no username", { external_id: "x" }, "malformed"],
    ["a username that no one may have", person("two words"), "malformed"],
    ["a member that is not known", person("x.import", { role: "owner" }), "malformed"],
    ["a claim that is not known", person("x.import", { claims: { sub: "1" } }), "malformed"],
    ["a password", person("x.import", { password: "in clear text" }), "malformed"],
    [
      "a character that cannot be stored",
      person("x.import", { claims: { address: { formatted: "a\0b" } } }),
      "malformed",
    ],
    ["half a character", `{"external_id":"x\\ud800","username":"x.import"}`, "malformed"],
    ["more than a line may have", person("x.import", { claims: { name: "x".repeat(20_000) } }), "malformed"],
    ["a time of the year 0", person("x.import", { created_at: "0000-01-01T00:00:00Z" }), "malformed"],
    ["one by its offset", person("x.import", { created_at: "0001-01-01T00:00:00+00:01" }), "malformed"],
    ["a time of no calendar", person("x.import", { created_at: "2020-13-01T00:00:00Z" }), "malformed"],
    ["a secret that is no base32", person("x.import", { totp: [{ secret: "0189" }] }), "malformed"],
    ["a hash that is not known", person("x.import", { password_hash: "$5$rounds=5000$x$y" }), "hash_unknown"],
    ["a hash that protects badly", person("x.import", { password_hash: `$2b$04$${"a".repeat(53)}` }), "hash_weak"],
  ])("%s", async (_, line, problem) => {
    const outcome = await imported([line, person(`after.${randomUUID()}`)]);
    expect(outcome).toMatchObject({ exitCode: 1, report: { added: 1, refused: [{ line: 1, problem }] } });
    expect(await rows("SELECT FROM end_user WHERE username = 'x.import'")).toEqual([]);
  });

  it("pass-06: a hash that would take minutes at each sign-in", async () => {
    const salt = "c29tZXNhbHQ";
    const slow = `$pbkdf2-sha256$i=1000000000$${salt}$${"A".repeat(43)}`;
    const { report } = await imported([person("slow.import", { password_hash: slow })], "--allow-weak-hashes");
    expect(report).toMatchObject({ added: 0, refused: [{ line: 1, problem: "hash_excessive" }] });
    expect(await rows("SELECT FROM end_user WHERE username = 'slow.import'")).toEqual([]);
  });

  it("weak hashes are accepted where they are asked for", async () => {
    const weak = "{SSHA}uvpCGjrxK/Zg2R70fZ+9KtGzj5NOYUNsc2FsdA==";
    expect(
      (await imported([person("weak.import", { password_hash: weak })], "--allow-weak-hashes")).report,
    ).toMatchObject({ added: 1 });
  });

  it("a username of another account, or one that looks like it", async () => {
    await cli.json("users", "add", "taken.import", "--generate-password");
    const before = await hashOf("taken.import");
    const outcome = await imported([
      person("TAKEN.import", { password_hash: `$2b$10$${"a".repeat(53)}` }),
      { external_id: "2", username: "\u0442\u0430\u043a" },
      { external_id: "3", username: "t\u0430k" },
    ]);
    expect(outcome.report.refused).toMatchObject([
      { line: 1, problem: "taken" },
      { line: 3, problem: "malformed" },
    ]);
    expect(await hashOf("taken.import")).toBe(before);
  });

  it("the username of an erased account", async () => {
    await inTransaction(cli.database.pool, (query) => retireUsername(query, "gone.import", cli.clock.now));
    expect((await imported([person("gone.import")])).report.refused).toMatchObject([{ line: 1, problem: "retired" }]);
  });

  it("an external id or a username that a line before has", async () => {
    const { report } = await imported([
      person("first.import"),
      { external_id: "id of first.import", username: "second.import" },
      { external_id: "3", username: "FIRST.import" },
    ]);
    expect(report).toMatchObject({
      added: 1,
      refused: [
        { line: 2, problem: "repeated" },
        { line: 3, problem: "taken" },
      ],
    });
  });

  it("A16: a person whom the database refuses, and the command says which line and the code of the error", async () => {
    await rows(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'this row is broken' USING ERRCODE = 'XX001'; END $$`,
    );
    await rows(
      `CREATE TRIGGER refuse BEFORE INSERT ON end_user FOR EACH ROW WHEN (NEW.username = 'refused.import')
       EXECUTE FUNCTION refuse()`,
    );
    const people = [person("before.import"), person("refused.import"), person("after.import")];
    for (const option of ["--dry-run", "--trust-verified"]) {
      const { report, stderr } = await imported(people, option);
      expect(report).toMatchObject({ added: 2, refused: [{ line: 2, problem: "failed" }] });
      expect(stderr).toMatch(/^line 2 failed: XX001\n/);
    }
    await rows("DROP TRIGGER refuse ON end_user; DROP FUNCTION refuse");
  });

  it("another username for an external id", async () => {
    await imported([person("stays.import")]);
    const renamed = { external_id: "id of stays.import", username: "renamed.import" };
    expect((await imported([renamed])).report.refused).toMatchObject([{ line: 1, problem: "username_differs" }]);
  });

  it("the account of an administrator with the role directly or by a group", async () => {
    await imported([person("chief.import"), person("member.import")]);
    await cli.json("resources", "add", "https://admin.example", "--name", "A", "--scope", "people:write");
    await cli.json("roles", "add", "https://admin.example", "people", "--scope", "people:write");
    await cli.json("roles", "assign", "https://admin.example", "people", "--user", "chief.import");
    await cli.json("groups", "add", "chiefs.import");
    await cli.json("groups", "members", "add", "chiefs.import", "member.import");
    await cli.json("roles", "assign", "https://admin.example", "people", "--group", "chiefs.import");
    const password_hash = `$2b$10$${"a".repeat(53)}`;
    const changed = [person("chief.import", { password_hash }), person("member.import", { password_hash })];
    expect((await imported(changed)).report.refused).toMatchObject([
      { line: 1, problem: "administrator" },
      { line: 2, problem: "administrator" },
    ]);
    expect(
      await rows("SELECT password_hash FROM end_user WHERE username LIKE '%.import' AND password_hash = $1", [
        password_hash,
      ]),
    ).toEqual([]);
  });
});

describe("im.5: what the source says is verified", () => {
  const claims = {
    email: "v@verified.example",
    email_verified: true,
    phone_number: "+441234567",
    phone_number_verified: true,
  };

  it("is not, without --trust-verified", async () => {
    await imported([person("unverified.import", { claims })]);
    expect((await shown("unverified.import")).claims).toMatchObject({
      email_verified: false,
      phone_number_verified: false,
    });
    expect(await userStore(cli.database).findForSignIn("v@verified.example")).toBeUndefined();
  });

  it("is with it, so the person signs in by the address; no one else gets the same one", async () => {
    const other = person("same-address.import", { claims });
    expect((await imported([person("verified.import", { claims }), other], "--trust-verified")).report).toMatchObject({
      added: 1,
      refused: [{ line: 2, problem: "taken" }],
    });
    expect(await userStore(cli.database).findForSignIn("v@verified.example")).toBeDefined();
  });

  it("a later import changes no address that was proved", async () => {
    const mine = { email: "proved@proved.example", email_verified: true };
    await imported([person("proved.import", { claims: mine })], "--trust-verified");
    const later = { email: "other@proved.example", email_verified: true };
    expect((await imported([person("proved.import", { claims: later })], "--trust-verified")).report).toMatchObject({
      unchanged: 1,
    });
    expect((await shown("proved.import")).claims).toMatchObject(mine);
  });

  it("a later import verifies an address only if no other account has it", async () => {
    const one = { email: "late@late.example" };
    await imported([person("late1.import", { claims: one }), person("late2.import", { claims: one })]);
    const verified = { claims: { ...one, email_verified: true } };
    const lines = [person("late1.import", verified), person("late2.import", verified)];
    const expected = { changed: 1, refused: [{ line: 2, problem: "taken" }] };
    expect((await imported(lines, "--trust-verified")).report).toMatchObject(expected);
    expect((await imported(lines, "--trust-verified")).report).toMatchObject({ ...expected, changed: 0 });
  });
});

describe("im.3: a password that the person has here stays", () => {
  it.each(["password_changed_at", "last_sign_in_at"])("with %s", async (column) => {
    const name = `${column.replaceAll("_", "-")}.import`;
    const [old, later] = [`$2b$10$${"a".repeat(53)}`, `$2b$10$${"b".repeat(53)}`];
    await imported([person(name, { password_hash: old })]);
    expect((await imported([person(name, { password_hash: later })])).report).toMatchObject({ changed: 1 });
    expect(await hashOf(name)).toBe(later);
    await cli.database.pool.query(`UPDATE end_user SET ${column} = now() WHERE username = $1`, [name]);
    expect((await imported([person(name, { password_hash: old })])).report).toMatchObject({ unchanged: 1 });
    expect(await hashOf(name)).toBe(later);
  });
});

describe("im.5: authenticator apps", () => {
  it("come with a new account, sealed", async () => {
    await imported([person("totp.import", { totp: [{ secret: "gezd gnbv gy3t qojq", name: "Phone" }] })]);
    const [account] = await rows("SELECT id FROM end_user WHERE username = 'totp.import'");
    const [app] = await secondFactorStore(cli.database).totpOf(account?.id);
    const [id, key = ""] = cli.environment.KEY_ENCRYPTION_KEYS?.split(":") ?? [];
    const texts = sealedTexts([{ id: id ?? "", key: Buffer.from(key, "base64url") }]);
    expect(app && texts.open(app, ["totp", account?.id, app.id])).toBe("GEZDGNBVGY3TQOJQ");
  });

  it("need KEY_ENCRYPTION_KEYS, and without it nothing of the batch is imported", async () => {
    const file = join(folder, "totp.jsonl");
    await writeFile(file, JSON.stringify(person("keyless.import", { totp: [{ secret: "GEZDGNBVGY3TQOJQ" }] })));
    const environment = { KEY_ENCRYPTION_KEYS: undefined };
    expect(await cli.run(["users", "import", file], { environment })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("set KEY_ENCRYPTION_KEYS"),
    });
    expect(await rows("SELECT FROM end_user WHERE username = 'keyless.import'")).toEqual([]);
  });
});

describe("the file of an import", () => {
  it("may be standard input", async () => {
    const stdin = JSON.stringify(person("stdin.import"));
    const { stdout } = await cli.run(["users", "import", "-", "--json"], { stdin });
    expect(JSON.parse(stdout)).toMatchObject({ added: 1 });
  });

  it.each([
    ["that does not exist", undefined, "no such file"],
    ["that is no text", Buffer.from([0xff, 0xfe, 0x00]), "not UTF-8"],
  ])("%s is refused", async (_, bytes, words) => {
    const file = join(folder, randomUUID());
    if (bytes !== undefined) await writeFile(file, bytes);
    expect(await cli.run(["users", "import", file])).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining(words),
    });
  });

  it("a source with other characters is refused", async () => {
    expect(await cli.run(["users", "import", "-", "--source", "A B"])).toMatchObject({ exitCode: 1, stdout: "" });
  });

  it("two imports of one source at the same time add a person once", async () => {
    const lines = Array.from({ length: 200 }, (_, n) => person(`race${n}.import`));
    const results = await Promise.all([imported(lines), imported(lines)]);
    expect(results.map(({ report }) => report.added).toSorted()).toEqual([0, 200]);
    expect(results.map(({ report }) => report.unchanged).toSorted()).toEqual([0, 200]);
  });
});
