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

  it("can be withdrawn, once, and the audit trail names the invitation without the address", async () => {
    expect(await run("withdraw-invitation", "iris@corp.example")).toMatchObject({ exitCode: 0 });
    const [added, withdrawn] = await cli.audited();
    expect(withdrawn).toMatchObject({ type: "invitation_withdrawn", detail: added?.detail });
    expect(added?.detail).toEqual({ invitation: expect.stringMatching(/^[\da-f-]{36}$/) });
    const again = await run("withdraw-invitation", "iris@corp.example");
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("there is no open invitation")]);
  });

  it.each([
    ["an invalid address", ["invite", "iris"], "is not an e-mail address"],
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
