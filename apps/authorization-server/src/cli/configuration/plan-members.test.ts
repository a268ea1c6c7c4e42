/** A plan shows each member of a client that changes: the test walks the client record. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENT_ROWS } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { said, samplesOf } from "../../../testing/clients/client-samples.ts";
import { metadata } from "../../../testing/clients/registration.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "plan-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});

const base = { client_id: "shop", ...metadata, profile: "oidc", client_secret: { env: "SECRET" } };
const SECRET = "a-secret-of-the-shop-that-is-long-enough-1";

async function run(act: "plan" | "apply", client: Readonly<Record<string, unknown>>) {
  const file = join(folder, "shop.yaml");
  // JSON is YAML, too.
  await writeFile(file, JSON.stringify({ managed_by: "shop", clients: [client] }));
  return cli.run([act, file], { environment: { SECRET } });
}
const without = ({ client_secret: _, ...client }: Readonly<Record<string, unknown>>) => client;
const hasNoSecret = ["private_key_jwt", "tls_client_auth", "none"];

describe("countersign plan shows each member of a client that changes", () => {
  it.each(CLIENT_ROWS.filter(({ setBy }) => setBy !== "registration"))("$wire", async ({ wire }) => {
    const sample = (await samplesOf("https://new.example/sector"))[wire];
    if (sample === undefined) throw new Error(`there is no sample of ${wire}`);
    const changed = { ...base, ...said(wire, sample) };
    const isPublic = hasNoSecret.includes(String(said(wire, sample).token_endpoint_auth_method));
    await cli.database.pool.query("DELETE FROM client");
    expect(await run("apply", base)).toMatchObject({ exitCode: 0, stderr: "" });

    const { exitCode, stdout, stderr } = await run("plan", isPublic ? without(changed) : changed);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("the database differs from the file")]);
    expect(stdout).toContain("~ change client shop\n");
    const names = wire === "localized" ? ["client_name#de", "policy_uri#fr"] : [wire];
    for (const name of names) expect(stdout).toMatch(new RegExp(`^ {4}${name}: `, "m"));
    expect(stdout).not.toContain(SECRET);
  });
});
