import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clientStore } from "../../platform/stores/client/clients.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

const CALLBACK = "https://app.example/callback";

let cli: CommandLine;
let folder: string;
let id: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "countersign-change-"));
});
afterAll(async () => {
  await cli.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  const terms = ["--tos-uri", "https://app.example/terms"];
  const added = await cli.json("clients", "add", "--name", "App", "--redirect-uri", CALLBACK, ...terms);
  id = added.client_id;
});

const change = (...argv: string[]) => cli.json("clients", "change", id, ...argv);
const refused = async (...argv: string[]) => {
  const { exitCode, stderr } = await cli.run(["clients", "change", id, ...argv]);
  return { exitCode, stderr };
};

describe("clients change", () => {
  it("changes what the options name, and nothing else, and prints the client", async () => {
    const before = await cli.json("clients", "show", id);
    const secretHash = (await clientStore(cli.database).find(id))?.secretHash;
    const uris = ["https://app.example/new", "https://app.example/second"];
    const changed = await change(...uris.flatMap((uri) => ["--redirect-uri", uri]), "--consent-policy", "implicit");

    expect(changed).toEqual({ ...before, redirect_uris: uris, consent_policy: "implicit" });
    expect(await cli.json("clients", "show", id)).toEqual(changed);
    expect((await clientStore(cli.database).find(id))?.secretHash).toEqual(secretHash);
    expect((await cli.audited()).at(-1)).toMatchObject({ type: "client_updated", client_id: id, actor: "operator" });
  });

  it("removes members, by --remove and by null in a file; an option overrides the file", async () => {
    expect(await change("--remove", "tos_uri")).not.toHaveProperty("tos_uri");
    const path = join(folder, "changes.json");
    await writeFile(
      path,
      JSON.stringify({ client_uri: null, client_name: "File", policy_uri: "https://app.example/p" }),
    );
    const changed = await change("--file", path, "--name", "Option");
    expect(changed).toMatchObject({ client_name: "Option", policy_uri: "https://app.example/p" });
  });

  it.each<[string, readonly string[], number, string]>([
    ["nothing to change", [], 2, "name what to change, by an option, --file or --remove"],
    ["an unknown member", ["--remove", "redirect_uris"], 1, "redirect_uris"],
    ["a value that is not allowed", ["--consent-policy", "never"], 1, "consent_policy: must be explicit or implicit"],
    ["another use of the secret", ["--token-endpoint-auth-method", "none"], 1, "would need another secret"],
  ])("refuses %s, and changes nothing", async (_, argv, exitCode, message) => {
    const before = await cli.json("clients", "show", id);
    expect(await refused(...argv)).toEqual({ exitCode, stderr: expect.stringContaining(message) });
    expect(await cli.json("clients", "show", id)).toEqual(before);
  });

  it.each([
    ["a configuration declares", "managed_by = 'shop'", "is managed by the configuration shop: change it there"],
    ["registered itself", "registration_access_token_hash = '\\x01'", "manages its own registration"],
  ])("refuses a client that %s", async (_, state, message) => {
    await cli.database.pool.query(`UPDATE client SET ${state} WHERE id = $1`, [id]);
    expect(await refused("--name", "Other")).toEqual({ exitCode: 1, stderr: expect.stringContaining(message) });
    expect(await cli.json("clients", "show", id)).toMatchObject({ client_name: "App" });
  });

  it("refuses an unknown client", async () => {
    const { exitCode, stderr } = await cli.run(["clients", "change", "none", "--name", "Other"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining("there is no client none") });
  });
});
