import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ADMIN_SCOPES } from "../../admin-api/scopes.ts";
import { clientStore } from "../../stores/client/clients.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
let folder: string;
beforeEach(async () => {
  cli = await openCommandLine();
  folder = mkdtempSync(join(tmpdir(), "countersign-console-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await cli.close();
});

const environment = { ADMIN_URL: "http://localhost:4007" };
const run = (...argv: string[]) => cli.run(argv, { environment });
const json = async (...argv: string[]) => JSON.parse((await run(...argv, "--json")).stdout);
const addAlice = () =>
  cli.run(["users", "add", "alice", "--password-stdin"], { stdin: "seven quiet otters 42", environment });

describe("co.6, co.7: administrators by command, with no default account", () => {
  it("the first owner, before the service ever ran", async () => {
    await addAlice();
    expect(await json("administrators", "add", "alice")).toMatchObject({ username: "alice", name: "owner" });
    expect(await json("administrators", "list")).toContainEqual({ role: "owner", people: ["alice"], groups: [] });
    expect((await cli.audited()).at(-1)).toMatchObject({ type: "role_assigned", actor: "operator" });
  });

  it("another role, which is taken away again", async () => {
    await addAlice();
    await json("administrators", "add", "alice", "--role", "auditor");
    expect(await json("administrators", "remove", "alice", "--role", "auditor")).toMatchObject({ removed: true });
    expect(await json("administrators", "list")).toContainEqual({ role: "auditor", people: [], groups: [] });
  });

  it.each([
    ["a person who does not exist", ["add", "nobody"], "nobody"],
    ["a role that does not exist", ["add", "alice", "--role", "king"], "there is no role king"],
    ["a role twice", ["add", "alice"], "already"],
    ["to take a role that the person does not have", ["remove", "alice", "--role", "people"], "does not have"],
  ])("refuses %s", async (_, argv, words) => {
    await addAlice();
    await run("administrators", "add", "alice");
    const refused = await run("administrators", ...argv);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  it("says that the API is off where it is", async () => {
    const refused = await cli.run(["administrators", "list"]);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("ADMIN_URL")]);
  });
});

describe("the client of the console", () => {
  const keyFile = async () => {
    const { privateKey } = await generateKeyPair("ES256", { extractable: true });
    const file = join(folder, "key");
    writeFileSync(file, JSON.stringify({ ...(await exportJWK(privateKey)), kid: "k1" }));
    return file;
  };

  it("has the public part of its key, and every scope of the API", async () => {
    const url = "https://console.example";
    expect(await json("administrators", "console", url, "--key", await keyFile())).toEqual({
      client_id: "admin-console",
      redirect_uri: "https://console.example/callback",
    });
    const client = await clientStore(cli.database).find("admin-console");
    expect(client).toMatchObject({
      tokenEndpointAuthMethod: "private_key_jwt",
      scopes: expect.arrayContaining([...ADMIN_SCOPES]),
    });
    expect(client?.jwks?.keys[0]).not.toHaveProperty("d");
    expect(client?.jwks?.keys[0]).toMatchObject({ kid: "k1", kty: "EC" });
  });

  it.each([
    ["an address with a path", "https://console.example/x", "without a path"],
    ["a plain address of another machine", "http://console.example", "redirect_uris"],
  ])("refuses %s", async (_, url, words) => {
    const refused = await run("administrators", "console", url, "--key", await keyFile());
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  it("quotes nothing of a file that is no key", async () => {
    const file = join(folder, "key");
    writeFileSync(file, "very-secret-text");
    const refused = await run("administrators", "console", "https://console.example", "--key", file);
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.not.stringContaining("very-secret") });
  });
});

describe("the demo administrator", () => {
  it("is an owner with a second factor, where the administration API is on", async () => {
    const first = await json("seed");
    const admin = {
      username: "admin",
      password: "admin-demo-password",
      totp: expect.stringMatching(/^[A-Z2-7]{32}$/),
    };
    expect(first.accounts).toContainEqual(admin);
    expect(await json("administrators", "list")).toContainEqual({ role: "owner", people: ["admin"], groups: [] });
    expect(await json("seed")).toEqual(first);
  });
});
