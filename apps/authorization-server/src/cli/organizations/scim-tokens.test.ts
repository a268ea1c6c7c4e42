import { hashSecret } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeAll(async () => {
  cli = await openCommandLine();
  await cli.json("organizations", "add", "acme", "Acme");
  await cli.json("organizations", "add", "other", "Other");
});
afterAll(() => cli.close());

const tokens = (...argv: readonly string[]) => cli.run(["organizations", "scim-token", ...argv]);
const added = (...argv: readonly string[]) => cli.json("organizations", "scim-token", "add", ...argv);

describe("sc.1: tokens of an organization for SCIM by command", () => {
  it("are printed once, kept as hashes, listed, revoked and audited", async () => {
    const { id, token } = await added("acme", "--note", "Entra", "--expires-in", "90d");
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await cli.database.pool.query("SELECT * FROM scim_token WHERE id = $1", [id]);
    expect(rows[0]).toMatchObject({ token_hash: hashSecret(token), note: "Entra" });
    expect(rows[0].expires_at.getTime() - rows[0].created_at.getTime()).toBe(90 * 86_400_000);

    expect((await tokens("list", "acme")).stdout).toContain(id);
    expect((await tokens("list", "other")).stdout).toContain("no token for SCIM");
    expect((await tokens("revoke", "other", id)).exitCode).toBe(1);
    expect((await tokens("revoke", "acme", id)).exitCode).toBe(0);
    expect((await tokens("revoke", "acme", id)).exitCode).toBe(1);
    const types = (await cli.audited()).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(["scim_token_added", "scim_token_revoked"]);
    expect(JSON.stringify(await cli.audited())).not.toContain(token);
  });

  it("live a year at most, and are ten at most", async () => {
    expect((await tokens("add", "acme", "--expires-in", "366d")).exitCode).toBe(2);
    expect((await tokens("add", "unknown")).exitCode).toBe(1);
    for (let number = 0; number < 10; number += 1) await added("other");
    const refused = await tokens("add", "other");
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("has the maximum of 10 SCIM tokens");
  });
});
