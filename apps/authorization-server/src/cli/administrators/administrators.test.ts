import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ADMIN_SCOPES } from "../../administration/api/scopes.ts";
import { clientStore } from "../../platform/stores/client/clients.ts";
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

  it("newcomer F1: every answer names the API where the command acted", async () => {
    await addAlice();
    const api = "http://localhost:4007/admin/api/v1";
    const said = async (...argv: string[]) => (await run("administrators", ...argv)).stdout.trim();
    expect(await said("add", "alice")).toBe(`alice has the role owner at ${api} now.`);
    expect((await run("administrators", "add", "alice")).stderr).toContain(`owner at ${api} already`);
    expect(await said("list")).toContain(`At ${api}:\n`);
    expect(await said("invite", "iris@corp.example")).toContain(api);
    await run("administrators", "add", "alice", "--role", "auditor");
    const ended = `alice does not have the role auditor at ${api} any more.`;
    expect(await said("remove", "alice", "--role", "auditor")).toBe(ended);
    expect(await said("list")).toMatch(/owner +alice/);
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

describe("co.6: the first administrator's invitation", () => {
  const iris = "Iris@corp.example";
  const link = /^http:\/\/localhost:\d+\/invitation\?token=[\w-]{43}$/;
  const first = (...argv: string[]) => json("administrators", "invite", "--first", ...argv);
  const openLinks = async () => (await cli.database.pool.query("SELECT address, delivery FROM invitation")).rows;

  it("is a link for an hour, of which no mail and no audit event tells", async () => {
    const made = await json("administrators", "invite", iris);
    const expires_at = "2030-01-01T13:00:00.000Z";
    const resource = "http://localhost:4007/admin/api/v1";
    expect(made).toEqual({ address: iris, role: "owner", resource, link: expect.stringMatching(link), expires_at });
    const [event] = await cli.audited();
    expect(event).toMatchObject({ type: "invitation_added", actor: "operator", detail: { name: "owner" } });
    expect(JSON.stringify(event)).not.toContain(made.link.slice(-43));
    expect((await cli.database.pool.query("SELECT FROM mail_delivery")).rows).toEqual([]);
    expect(await openLinks()).toEqual([{ address: iris, delivery: "printed" }]);
  });

  it("a first start prints one link, and a second start none", async () => {
    const environmentOfStart = { ...environment, FIRST_ADMINISTRATOR: iris };
    const start = () => cli.run(["administrators", "invite", "--first", "--json"], { environment: environmentOfStart });
    const starts = await Promise.all([start(), start(), start()]);
    const made = [...starts, await start()].map(({ stdout }) => JSON.parse(stdout));
    expect(made.filter((one) => "link" in one)).toHaveLength(1);
    expect(made.filter((one) => one.invited === false)).toHaveLength(3);
    expect(await openLinks()).toEqual([{ address: iris, delivery: "logged" }]);
  });

  it("a start prints none after there is an owner, and none without an address; the command always does", async () => {
    expect(await first()).toEqual({ invited: false });
    await addAlice();
    await run("administrators", "add", "alice");
    expect(await first(iris)).toEqual({ invited: false });
    expect(await json("administrators", "invite", iris)).toHaveProperty("link");
  });

  it("a start does not fail when the address has an account", async () => {
    const claims = ["--claim", "email=has@corp.example", "--claim", "email_verified=true"];
    await run("users", "add", "has", "--generate-password", ...claims);
    expect(await first("has@corp.example")).toEqual({ invited: false });
    expect(await openLinks()).toEqual([]);
  });

  it.each([
    ["no address", [], "an address is missing"],
    ["an invalid address", ["iris"], "is not an email address"],
    ["a role that does not exist", [iris, "--role", "king"], "there is no role king"],
    ["the address of an account", ["has@corp.example"], "use administrators add"],
  ])("refuses %s", async (_, argv, words) => {
    const claims = ["--claim", "email=has@corp.example", "--claim", "email_verified=true"];
    await run("users", "add", "has", "--generate-password", ...claims);
    const refused = await run("administrators", "invite", ...argv);
    expect(refused.exitCode).toBeGreaterThan(0);
    expect(refused.stderr).toContain(words);
    expect(await openLinks()).toEqual([]);
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
