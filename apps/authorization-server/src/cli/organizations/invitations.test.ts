import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailsIn } from "../../../testing/servers/mail.ts";
import { parseKeyEncryptionKeys } from "../../issuer/keys/key-encryption-keys.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const resource = "https://orders.example";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
  await cli.json("resources", "add", resource, "--name", "Orders", "--scope", "read");
  await cli.json("roles", "add", resource, "clerk", "--scope", "read", "--in-organizations");
  await cli.json("roles", "add", resource, "chief", "--scope", "read");
  await cli.json("organizations", "add", "acme", "Acme");
});
afterAll(() => cli.close());

const run = (...argv: string[]) => cli.run(["organizations", "invitations", ...argv]);
const rows = async (text: string, values: readonly unknown[] = []) =>
  (await cli.database.pool.query(text, [...values])).rows;
const mails = () => mailsIn(rows, parseKeyEncryptionKeys(cli.environment.KEY_ENCRYPTION_KEYS ?? ""));

describe("og.2: invitations into an organization by command", () => {
  it("are mailed with a link that is not printed, listed and withdrawn, and each act is audited", async () => {
    const invited = await run("add", "acme", "Iris@Corp.example", "--role", "clerk", "--language", "fr", "--json");
    expect(invited).toMatchObject({ exitCode: 0, stderr: "" });
    const done = { slug: "acme", address: "Iris@corp.example", expires_at: "2030-01-08T12:00:00.000Z" };
    expect(JSON.parse(invited.stdout)).toEqual(done);
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: "organization-invitation", to: "Iris@corp.example", language: "fr" });
    expect(mail?.parameters.link).toMatch(/^\/invitation\?token=[\w-]{43}$/);
    const [held] = await rows("SELECT cardinality(role_ids) AS roles FROM organization_invitation");
    expect(held).toEqual({ roles: 1 });

    const listed = await cli.json("organizations", "invitations", "list", "acme");
    expect(listed).toMatchObject([{ address: "Iris@corp.example", expires_at: done.expires_at }]);
    const again = await run("send-again", "acme", "iris@corp.example", "--expires-in", "1h", "--json");
    expect(JSON.parse(again.stdout)).toEqual({
      ...{ slug: "acme", address: "iris@corp.example", expires_at: "2030-01-01T13:00:00.000Z" },
    });
    const links = (await mails()).map(({ parameters }) => parameters.link);
    expect([links.length, new Set(links).size]).toEqual([2, 2]);
    expect(await run("withdraw", "acme", "iris@corp.example")).toMatchObject({ exitCode: 0 });
    expect(await cli.json("organizations", "invitations", "list", "acme")).toEqual([]);
    const types = (await cli.audited()).map(({ type }) => type).filter((type) => String(type).includes("invitation"));
    expect(types).toEqual([
      ...["organization_invitation_added", "organization_invitation_sent_again"],
      "organization_invitation_withdrawn",
    ]);
  });

  it.each([
    ["an address that is none", ["add", "acme", "iris"], "is not an email address"],
    ["a role that is not for organizations", ["add", "acme", "a@b.example", "--role", "chief"], "no role chief"],
    ["an unknown organization", ["add", "nowhere", "a@b.example"], "there is no organization nowhere"],
    ["a time that is too short", ["add", "acme", "a@b.example", "--expires-in", "30m"], "1h to 30d"],
    ["what is not open", ["withdraw", "acme", "a@b.example"], "there is no open invitation"],
    ["what cannot be sent again", ["send-again", "acme", "a@b.example"], "there is no open invitation"],
  ])("refuse %s", async (_, argv, message) => {
    const refused = await run(...argv);
    expect(refused.exitCode).toBeGreaterThan(0);
    expect(refused.stderr).toContain(message);
  });
});
