import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailsIn } from "../../../testing/servers/mail.ts";
import { parseKeyEncryptionKeys } from "../../issuer/keys/key-encryption-keys.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
});
afterAll(() => cli.close());

const open = { environment: { SIGN_UP: "invited" } };
const run = (...argv: string[]) => cli.run(["users", ...argv], open);
const rows = async (text: string, values: readonly unknown[] = []) =>
  (await cli.database.pool.query(text, [...values])).rows;
const mails = () => mailsIn(rows, parseKeyEncryptionKeys(cli.environment.KEY_ENCRYPTION_KEYS ?? ""));

describe("users invite", () => {
  it("writes a mail with a link that is valid for a week, and an audit event", async () => {
    const invited = await run("invite", "Iris@Corp.example", "--language", "fr", "--json");
    expect(invited).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(invited.stdout)).toEqual({
      address: "Iris@corp.example",
      expires_at: "2030-01-08T12:00:00.000Z",
    });
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: "invitation", to: "Iris@corp.example", language: "fr" });
    expect(mail?.parameters.link).toMatch(/^\/invitation\?token=[\w-]{43}$/);
    expect(invited.stdout).not.toContain(mail?.parameters.link?.slice(-43));
    expect((await cli.audited()).map(({ type, actor }) => [type, actor])).toEqual([["invitation_added", "operator"]]);
  });

  it("is sent again with another link, which is the only one that works", async () => {
    const held = () => rows("SELECT id, encode(token_hash, 'hex') AS hash FROM invitation");
    const [before] = await held();
    const again = await run("send-invitation-again", "iris@corp.example", "--expires-in", "1h", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ expires_at: "2030-01-01T13:00:00.000Z" });
    const [after] = await held();
    expect([after?.id === before?.id, after?.hash === before?.hash]).toEqual([true, false]);
    expect(new Set((await mails()).map(({ parameters }) => parameters.link)).size).toBe(2);
    const unknown = await run("send-invitation-again", "no@corp.example");
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining("there is no open invitation")]);
  });

  it("can be withdrawn, once, and the audit log names the invitation without the address", async () => {
    expect(await run("withdraw-invitation", "iris@corp.example")).toMatchObject({ exitCode: 0 });
    const [added, sentAgain, withdrawn] = await cli.audited();
    expect(sentAgain).toMatchObject({ type: "invitation_sent_again", detail: added?.detail });
    expect(withdrawn).toMatchObject({ type: "invitation_withdrawn", detail: added?.detail });
    expect(added?.detail).toEqual({ invitation: expect.stringMatching(/^[\da-f-]{36}$/) });
    const again = await run("withdraw-invitation", "iris@corp.example");
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("there is no open invitation")]);
  });

  it.each([
    ["an invalid address", ["invite", "iris"], "is not an email address"],
    ["a time that is too short", ["invite", "a@b.example", "--expires-in", "30m"], "1h to 30d"],
    ["a time that is too long", ["invite", "a@b.example", "--expires-in", "31d"], "1h to 30d"],
  ])("refuses %s", async (_, argv, message) => {
    const refused = await run(...argv);
    expect(refused.exitCode).toBeGreaterThan(0);
    expect(refused.stderr).toContain(message);
  });

  it("refuses an address that an account has", async () => {
    const claims = ["--claim", "email=has@corp.example", "--claim", "email_verified=true"];
    await cli.json("users", "add", "has", "--generate-password", ...claims);
    expect((await run("invite", "HAS@corp.example")).stderr).toContain("there is an account with the address");
  });

  it("is refused if no one could accept it", async () => {
    const refused = await cli.run(["users", "invite", "a@b.example"]);
    expect(refused.stderr).toContain("SIGN_UP is closed");
  });
});

describe("users invite-many, organizations invite-many", () => {
  const MAIL_URL = "smtp://127.0.0.1:2525";
  const many = (...argv: string[]) => cli.run(argv, { environment: { SIGN_UP: "invited", MAIL_URL } });

  it("invite several addresses, and say for each what came of it", async () => {
    const before = (await mails()).length;
    const addresses = ["--email", "one@corp.example two@corp.example,two"];
    const printed = await many("users", "invite-many", ...addresses, "--language", "de", "--json");
    expect(printed).toMatchObject({ exitCode: 0, stderr: "" });
    const results = (JSON.parse(printed.stdout) as { result: string; code: string | null }[]).map(
      ({ result, code }) => code ?? result,
    );
    expect(results).toEqual(["invited", "invited", "invalid_address"]);
    const sent = (await mails()).slice(before);
    expect(sent.map(({ to, language }) => [to, language])).toEqual([
      ["one@corp.example", "de"],
      ["two@corp.example", "de"],
    ]);
    const table = await many("users", "invite-many", "--email", "one@corp.example");
    expect(table.stdout).toMatch(/email +result .*\none@corp\.example +already_invited/);
  });

  it("invite into an organization", async () => {
    await cli.json("organizations", "add", "acme", "Acme");
    const printed = await many("organizations", "invite-many", "acme", "--email", "one@corp.example", "--json");
    expect(JSON.parse(printed.stdout)).toMatchObject([{ email: "one@corp.example", result: "invited" }]);
  });

  it("are refused where this deployment sends no mail", async () => {
    const refused = await cli.run(["users", "invite-many", "--email", "a@b.example"], open);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("sends no email")]);
  });
});
