import { randomBytes } from "node:crypto";
import { simpleParser } from "mailparser";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "../../../testing/servers/smtp.ts";
import { parseKeyEncryptionKeys } from "../../issuer/keys/key-encryption-keys.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { openOutbox } from "../../people/mail/outbox.ts";
import { autocommit } from "../../platform/stores/transaction.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let server: MailServer;
beforeEach(async () => {
  [cli, server] = await Promise.all([openCommandLine(), startMailServer()]);
});
afterEach(() => Promise.all([cli.close(), server.close()]));

const test = (given: NodeJS.ProcessEnv = {}, ...options: string[]) =>
  cli.run(["mail", "test", "ada@example.org", ...options], {
    environment: { MAIL_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: "Example <auth@example.org>", ...given },
  });

describe("mail test", () => {
  it("sends a mail as the service does, without a database, and says what the server answered", async () => {
    const sent = await test({ DATABASE_URL: undefined, ISSUER: "https://auth.example" }, "--language", "fr");
    expect(sent).toMatchObject({ exitCode: 0, stderr: "" });
    expect(sent.stdout).toMatch(/^Delivered to the mail server, which answered: 250/);
    const { subject, to, from } = await simpleParser(server.received[0]?.raw ?? "");
    expect([subject, from?.text]).toEqual(["E-mail de test de Countersign", '"Example" <auth@example.org>']);
    expect(to).toMatchObject({ text: "ada@example.org" });
  });

  it.each([
    ["refused", 554, "no relaying here"],
    ["deferred", 451, "greylisted"],
    ["unreachable", 530, "authenticate first"],
  ])("exits with 1 and the words of the server when it was %s", async (result, code, text) => {
    server.behave({ rcptTo: { code, text } });
    const { exitCode, stderr } = await test();
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(new RegExp(`^countersign: the email was not delivered \\(${result}\\): .*${code} ${text}`));
  });

  it.each([
    ["without MAIL_URL", { MAIL_URL: undefined }, "MAIL_URL is not set, so this deployment sends no email"],
    [
      "half of DKIM",
      { MAIL_DKIM_SELECTOR: "mail1" },
      "MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY are set together or not at all",
    ],
  ])("%s, it is refused", async (_, environment, sentence) => {
    expect(await test(environment)).toMatchObject({ exitCode: 1, stderr: `countersign: ${sentence}` });
  });

  it("an address is one address", async () => {
    const { exitCode, stderr } = await cli.run(["mail", "test", "a@x.example,b@x.example"]);
    expect([exitCode, stderr]).toEqual([1, 'countersign: "a@x.example,b@x.example" is no email address']);
  });
});

describe("mail list", () => {
  const enqueue = async (to: string, key = String(cli.environment.KEY_ENCRYPTION_KEYS)) => {
    const texts = sealedTexts(parseKeyEncryptionKeys(key));
    const code = {
      kind: "enrol-code",
      language: "en",
      parameters: { code: "123456" },
      expiresAt: cli.clock.now,
    } as const;
    const outbox = openOutbox({ isOn: true, domain: "auth.example", texts });
    await outbox.enqueue(autocommit(cli.database.pool), { ...code, to }, cli.clock.now);
  };

  it("has the state of each mail and why it failed, and no code; it needs no key", async () => {
    for (const to of ["a@example.org", "b@example.org", "c@example.org"]) await enqueue(to);
    const wiped = "sealed_parameters = NULL, key_encryption_key_id = NULL, next_attempt_at = NULL";
    await cli.database.pool.query(`UPDATE mail_delivery SET ${wiped}, delivered_at = now() WHERE address LIKE 'b%'`);
    await cli.database.pool.query(`UPDATE mail_delivery SET ${wiped}, failure = '550 unknown' WHERE address LIKE 'c%'`);
    const environment = { KEY_ENCRYPTION_KEYS: `other:${randomBytes(32).toString("base64url")}` };

    const { stdout } = await cli.run(["mail", "list"], { environment });
    expect(stdout).not.toContain("123456");
    for (const line of [
      /a@example\.org +waiting +0/,
      /b@example\.org +delivered/,
      /c@example\.org +failed .*550 unknown/,
    ])
      expect(stdout).toMatch(line);
    expect(await cli.json("mail", "list", "--state", "failed")).toMatchObject([
      { address: "c@example.org", state: "failed", failure: "550 unknown", kind: "enrol-code" },
    ]);
    expect(await cli.json("mail", "list", "--address", "a@example.org")).toHaveLength(1);
    expect(await cli.run(["mail", "list", "--address", "x@example.org"])).toMatchObject({
      stdout: "No emails match.",
    });
  });
});
