import { hashSecret } from "@countersign/rules";
import { verify } from "@node-rs/argon2";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clientStore } from "../../platform/stores/client/clients.ts";
import { userStore } from "../../platform/stores/person/users.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";

let cli: CommandLine;
beforeEach(async () => {
  cli = await openCommandLine();
});
afterEach(() => cli.close());

const accounts = [
  { username: "alice", password: "alice-demo-password" },
  { username: "bob", password: "bob-demo-password" },
];
const LOGOUT_OF_SAMPLE_CLIENT = `
  SELECT backchannel_logout_uri AS uri, backchannel_logout_session_required AS sid
    FROM client WHERE id = 'sample-client'`;
const everything = async () => {
  const tables = ["end_user", "client", "client_logo", "audit_event"];
  return Promise.all(
    tables.map(async (name) => (await cli.database.pool.query(`SELECT * FROM ${name} ORDER BY 1`)).rows),
  );
};

describe("seed", () => {
  it("creates people who can sign in, and prints their accounts", async () => {
    expect(await cli.json("seed")).toEqual({
      accounts,
      clients: ["sample-client", "demo-spa", "demo-mcp", "sample-cli"],
      resources: [],
    });
    for (const { username, password } of accounts) {
      const account = await userStore(cli.database).findForSignIn(username);
      expect(await verify(account?.passwordHash ?? "", password)).toBe(true);
    }
  });

  it("gives alice every standard claim (OIDC Core §5.1), and bob few", async () => {
    await cli.json("seed");
    const [{ id: alice }, { id: bob }] = await cli.json("users", "list");
    const { claims } = userStore(cli.database);
    expect(Object.values((await claims(alice)) ?? {}).filter((value) => value === null)).toEqual([]);
    const ofBob = Object.entries((await claims(bob)) ?? {}).filter(([, value]) => value !== null);
    expect(ofBob.map(([name]) => name).sort()).toEqual(["email", "email_verified", "name", "updated_at"]);
  });

  it("creates the sample client with the given secret and addresses, and a logo", async () => {
    await cli.json("seed");
    expect(await clientStore(cli.database).find("sample-client")).toMatchObject({
      profile: "oidc",
      tokenEndpointAuthMethod: "client_secret_basic",
      secretHash: hashSecret(cli.environment.SEED_SAMPLE_CLIENT_SECRET ?? ""),
      redirectUris: ["http://localhost:4002/callback"],
      postLogoutRedirectUris: ["http://localhost:4002/signed-out"],
      hasLogo: true,
    });
    const { rows } = await cli.database.pool.query(LOGOUT_OF_SAMPLE_CLIENT);
    expect(rows).toEqual([{ uri: "http://localhost:4002/backchannel-logout", sid: true }]);
    const logo = await clientStore(cli.database).logo("sample-client");
    expect(logo?.mediaType).toBe("image/png");
    expect(logo?.image.subarray(1, 4).toString()).toBe("PNG");
  });

  it("RFC 8707 §2: creates the resource servers of the samples where their addresses are given", async () => {
    const environment = {
      SEED_SAMPLE_API_URL: "http://localhost:4005",
      SEED_SAMPLE_MCP_URL: "http://localhost:4006/mcp",
    };
    for (const _ of ["at first", "again"]) {
      const { stdout } = await cli.run(["seed", "--json"], { environment });
      expect(JSON.parse(stdout).resources).toEqual(Object.values(environment));
    }
    expect(await cli.json("resources", "list")).toMatchObject([
      { resource: environment.SEED_SAMPLE_API_URL, scopes: ["orders:read", "orders:write"] },
      { resource: environment.SEED_SAMPLE_MCP_URL, scopes: ["notes:read", "notes:write"] },
    ]);
    const clients = clientStore(cli.database);
    expect((await clients.find("sample-client"))?.scopes).toEqual(
      expect.arrayContaining(["orders:read", "orders:write"]),
    );
    expect(await clients.find("demo-mcp")).toMatchObject({
      applicationType: "native",
      tokenEndpointAuthMethod: "none",
    });
  });

  it("S4: RFC 7662 §2.1: creates the client by which the sample API introspects, and moves it", async () => {
    const environment = { SEED_SAMPLE_API_SECRET: "a".repeat(43) };
    const clients = clientStore(cli.database);
    for (const SEED_SAMPLE_API_URL of ["http://localhost:4005", "http://localhost:5005"]) {
      const { stdout } = await cli.run(["seed", "--json"], { environment: { ...environment, SEED_SAMPLE_API_URL } });
      expect(JSON.parse(stdout).clients).toContain("sample-api");
      clients.forget("sample-api");
      expect(await clients.find("sample-api")).toMatchObject({
        secretHash: hashSecret(environment.SEED_SAMPLE_API_SECRET),
        resourceServer: SEED_SAMPLE_API_URL,
        ...{ grantTypes: [], responseTypes: [] },
      });
    }
    const before = await everything();
    await cli.run(["seed"], { environment: { ...environment, SEED_SAMPLE_API_URL: "http://localhost:5005" } });
    expect(await everything()).toEqual(before);
  });

  it("RFC 8693 §5: lets the sample API exchange tokens for those of the stock API, wherever they run", async () => {
    const SEED_SAMPLE_API_SECRET = "a".repeat(43);
    const policies = () =>
      cli.database.pool.query("SELECT name, client_id, source, target, impersonation FROM exchange_policy");
    // A client of an earlier release has no such grant.
    const before = { SEED_SAMPLE_API_URL: "http://localhost:4005", SEED_SAMPLE_API_SECRET };
    await cli.run(["seed"], { environment: before });
    expect((await policies()).rows).toEqual([]);
    for (const port of [4000, 4000, 5000]) {
      const [source, target] = [`http://localhost:${port + 5}`, `http://localhost:${port + 8}`];
      const urls = { SEED_SAMPLE_API_URL: source, SEED_SAMPLE_STOCK_URL: target };
      await cli.run(["seed"], { environment: { SEED_SAMPLE_API_SECRET, ...urls } });
      expect((await policies()).rows).toEqual([
        { name: "Orders to Stock", client_id: "sample-api", source, target, impersonation: false },
      ]);
    }
    const clients = clientStore(cli.database);
    clients.forget("sample-api");
    expect(await clients.find("sample-api")).toMatchObject({
      grantTypes: ["urn:ietf:params:oauth:grant-type:token-exchange"],
      scopes: expect.arrayContaining(["stock:read", "stock:reserve"]),
    });
  });

  it("gives an older sample client the scopes and types of authorization details that it needs now", async () => {
    await cli.json("seed");
    await cli.database.pool.query("UPDATE client SET scopes = '{openid,custom}', authorization_details_types = '{}'");
    await cli.json("seed");
    const client = await clientStore(cli.database).find("sample-client");
    expect(client?.scopes).toEqual(expect.arrayContaining(["openid", "custom", "orders:read"]));
    expect(client).toMatchObject({ authorizationDetailsTypes: ["payment"] });
  });

  it("creates a public client", async () => {
    await cli.json("seed");
    expect(await clientStore(cli.database).find("demo-spa")).toMatchObject({
      tokenEndpointAuthMethod: "none",
      secretHash: undefined,
      redirectUris: ["http://localhost:4002/spa-callback"],
    });
  });

  it("changes nothing when it runs again, and prints the same", async () => {
    const first = await cli.json("seed");
    const before = await everything();
    cli.clock.now = new Date("2030-02-01T12:00:00Z");
    expect(await cli.json("seed")).toEqual(first);
    expect(await everything()).toEqual(before);
  });

  it("keeps what an operator changed, and no longer prints an account whose password was changed", async () => {
    await cli.json("seed");
    await cli.json("users", "disable", "bob");
    await cli.run(["users", "set-password", "alice", "--password-stdin"], { stdin: "another password" });
    await cli.json("clients", "disable", "demo-spa");
    const before = await everything();

    expect(await cli.json("seed")).toMatchObject({ accounts: [] });
    expect(await everything()).toEqual(before);
  });

  it("moves the sample client to another port and secret, and keeps its old addresses", async () => {
    await cli.json("seed");
    const secret = "s".repeat(43);
    const moved = { SEED_SAMPLE_CLIENT_URL: "http://localhost:5002", SEED_SAMPLE_CLIENT_SECRET: secret };
    expect((await cli.run(["seed"], { environment: moved })).exitCode).toBe(0);

    expect(await clientStore(cli.database).find("sample-client")).toMatchObject({
      secretHash: hashSecret(secret),
      redirectUris: ["http://localhost:4002/callback", "http://localhost:5002/callback"],
    });
    const { rows } = await cli.database.pool.query(LOGOUT_OF_SAMPLE_CLIENT);
    expect(rows).toEqual([{ uri: "http://localhost:5002/backchannel-logout", sid: true }]);
    expect((await cli.audited()).at(-1)).toMatchObject({ type: "client_moved", client_id: "demo-spa" });

    const before = await everything();
    await cli.run(["seed"], { environment: moved });
    expect(await everything()).toEqual(before);
  });

  it("registers back-channel logout for an older sample client (OIDC Back-Channel Logout §2.2)", async () => {
    await cli.json("seed");
    const forget = "UPDATE client SET backchannel_logout_uri = NULL, backchannel_logout_session_required = false";
    await cli.database.pool.query(forget);
    await cli.json("seed");
    const { rows } = await cli.database.pool.query(LOGOUT_OF_SAMPLE_CLIENT);
    expect(rows).toEqual([{ uri: "http://localhost:4002/backchannel-logout", sid: true }]);
  });

  it.each([
    ["another port of this machine", "http://127.0.0.1:5002", 1],
    ["another host", "https://sample.example", 0],
  ])("a client that moves to %s: consents are kept, or end", async (_, url, left) => {
    await cli.json("seed");
    await cli.database.pool.query(
      `INSERT INTO resource_server (identifier, name, scopes, access_token_signing_alg, access_token_ttl_seconds)
       VALUES ('urn:r', 'r', '{}', 'ES256', 300)`,
    );
    await cli.database.pool.query(
      `INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, updated_at)
       SELECT id, 'sample-client', 'urn:r', '{openid}', '{}', now() FROM end_user WHERE username = 'alice'`,
    );
    await cli.run(["seed"], { environment: { SEED_SAMPLE_CLIENT_URL: url } });
    expect((await cli.database.pool.query("SELECT FROM consent")).rowCount).toBe(left);
    const ended = { endedBy: ["redirect_uris"], ended: { consents: 1, authorizations: 0 } };
    const moved = (await cli.audited()).find((act) => act.type === "client_moved" && act.client_id === "sample-client");
    expect(moved?.detail).toEqual(left === 1 ? {} : ended);
  });

  it.each([
    ["production", { NODE_ENV: "production" }],
    ["an environment without a name", { NODE_ENV: undefined }],
  ])("is refused in %s, and creates nothing", async (_, environment) => {
    const refused = await cli.run(["seed"], { environment });
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect((await everything()).flat()).toEqual([]);
  });

  it.each([
    ["a short secret", { SEED_SAMPLE_CLIENT_SECRET: "secret" }, "SEED_SAMPLE_CLIENT_SECRET"],
    ["a URL with a path", { SEED_SAMPLE_CLIENT_URL: "http://localhost:4002/app" }, "SEED_SAMPLE_CLIENT_URL"],
    [
      "a client on plain http with an issuer on https",
      { ISSUER: "https://id.example" },
      "countersign: an https ISSUER needs an https SEED_SAMPLE_CLIENT_URL, for the redirect URIs of the demo clients",
    ],
  ])("refuses %s, and creates nothing", async (_, environment, word) => {
    const refused = await cli.run(["seed"], { environment });
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(word);
    expect((await everything()).flat()).toEqual([]);
  });
});
