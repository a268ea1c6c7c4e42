import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fc } from "../../../testing/properties.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";
import { issue } from "../testing/issued.ts";

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "clients-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await cli.close();
});
beforeEach(async () => {
  await cli.database.pool.query("DELETE FROM client");
  await cli.database.pool.query("DELETE FROM resource_server");
});

const SECRET = "a-secret-of-the-shop-that-is-long-enough-1";
const OTHER = "another-secret-of-the-shop-that-is-long-22";
const SHOP = `managed_by: shop
clients:
  - client_id: shop
    client_name: Shop
    "client_name#de": Laden
    redirect_uris: [https://shop.example/callback]
    scope: openid profile
    client_secret: {env: SHOP_SECRET}
`;

async function run(act: string, text: string, options: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const file = join(folder, "shop.yaml");
  await writeFile(file, text);
  return cli.run([act, file, ...options], { environment: { SHOP_SECRET: SECRET, ...environment } });
}
const plan = (text: string, ...options: readonly string[]) => run("plan", text, options);
const apply = (text: string, ...options: readonly string[]) => run("apply", text, options);
const hashOf = async () => {
  const { rows } = await cli.database.pool.query("SELECT encode(secret_hash, 'hex') AS hash FROM client");
  return rows.map(({ hash }) => hash);
};

describe("cf.1: clients in a configuration", () => {
  it("are created with their whole record, and then nothing has to change", async () => {
    const shown = await plan(SHOP);
    expect(shown.stdout).toContain("+ create client shop\n");
    expect(shown.stdout).toContain('    client_secret: {"env":"SHOP_SECRET"}');
    expect(await apply(SHOP)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await cli.json("clients", "show", "shop")).toMatchObject({
      client_name: "Shop",
      "client_name#de": "Laden",
      scope: "openid profile",
    });
    expect(await plan(SHOP, "--check")).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("are changed by field, moved to a resource server, disabled and enabled, each with its audit row", async () => {
    await apply(SHOP);
    const server = "resource_servers:\n  - {resource: https://a.example, name: A, scopes: [read]}\n";
    const state = "    resource_server: https://a.example\n    enabled: false\n";
    const changed = SHOP.replace("Laden", "Geschäft") + state + server;
    const before = (await cli.audited()).length;
    expect(await apply(changed)).toMatchObject({ exitCode: 0, stderr: "" });
    expect((await cli.audited()).slice(before).map(({ type }) => type)).toEqual([
      "resource_server_added",
      "client_updated",
      "client_updated",
      "client_disabled",
      "configuration_applied",
    ]);
    expect(await cli.json("clients", "show", "shop")).toMatchObject({
      "client_name#de": "Geschäft",
      resource_server: "https://a.example",
      disabled_at: "2030-01-01T12:00:00.000Z",
    });
    expect(await plan(changed)).toMatchObject({ exitCode: 0 });
    expect(await apply(SHOP)).toMatchObject({ exitCode: 0 });
    expect((await cli.json("clients", "show", "shop")).disabled_at).toBeNull();
  });

  it("end what people agreed to when they change it, and are deleted only with --prune", async () => {
    await apply(SHOP);
    const { id } = await cli.json("users", "add", "alice", "--generate-password");
    const issued = await issue(cli.database, id, "shop", cli.clock.now);
    const consent = `INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, updated_at)
      VALUES ($1, 'shop', 'https://r.example', '{openid}', '{}', now())`;
    await cli.json("resources", "add", "https://r.example", "--name", "R", "--scope", "read");
    await cli.database.pool.query(consent, [id]);
    await apply(SHOP.replace("shop.example/", "other.example/"));
    expect((await cli.database.pool.query("SELECT FROM consent")).rows).toEqual([]);
    expect(await issued.state()).toMatchObject({ authorization: false });
    await apply("managed_by: shop\n");
    expect(await cli.json("clients", "list")).toHaveLength(1);
    expect(await apply("managed_by: shop\n", "--prune")).toMatchObject({ exitCode: 0 });
    expect(await cli.json("clients", "list")).toEqual([]);
    expect((await cli.audited()).map(({ type }) => type)).toContain("client_deleted");
  });

  it("that manage their own registration, and that of the console, cannot be declared", async () => {
    await apply(SHOP.replaceAll("shop", "admin-console").replace("managed_by: admin-console", "managed_by: x"));
    await cli.database.pool.query("UPDATE client SET managed_by = NULL");
    await apply(SHOP);
    expect((await apply(SHOP.replace("client_id: shop", "client_id: admin-console"))).stderr).toContain(
      "shop.yaml:3: clients[0]: the client admin-console is one that the service itself defines",
    );
    await cli.database.pool.query(
      "UPDATE client SET managed_by = NULL, registration_access_token_hash = '\\x01' WHERE id = 'shop'",
    );
    expect((await plan(SHOP)).stderr).toContain("the client shop manages its own registration");
    expect(JSON.parse((await cli.run(["export", "shop", "--json"])).stdout).clients).toEqual([]);
  });
});

describe("cf.5: secrets by reference", () => {
  it("is read from the environment or a file, and changed when it changes there", async () => {
    await apply(SHOP);
    const [first] = await hashOf();
    const rotated = await run("plan", SHOP, [], { SHOP_SECRET: OTHER });
    expect(rotated.stdout).toContain('~ change client shop\n    client_secret: "a secret" -> {"env":"SHOP_SECRET"}');
    expect(rotated.stdout).not.toMatch(/secret-of-the-shop/);
    expect(await run("apply", SHOP, [], { SHOP_SECRET: OTHER })).toMatchObject({ exitCode: 0 });
    expect(await hashOf()).not.toEqual([first]);

    const path = join(folder, "secret");
    await writeFile(path, `${SECRET}\n`);
    expect(await apply(SHOP.replace("{env: SHOP_SECRET}", `{file: ${path}}`))).toMatchObject({ exitCode: 0 });
    expect(await hashOf()).toEqual([first]);
    expect(await plan(SHOP)).toMatchObject({ exitCode: 0 });
  });

  it("is generated once, shown once, and kept from then on", async () => {
    const generating = SHOP.replace("{env: SHOP_SECRET}", "{generate: true}");
    const made = await apply(generating);
    const [, secret = ""] = /^The secret of the client shop: (\S{43})$/m.exec(made.stdout) ?? [];
    expect(secret).not.toBe("");
    expect(await plan(generating)).toMatchObject({ exitCode: 0 });
    const again = await apply(generating);
    expect(again.stdout).not.toContain("The secret of");
    expect(JSON.stringify(await cli.audited())).not.toContain(secret);
  });

  it("is another one when its use changes, and none for a public client", async () => {
    await apply(SHOP);
    const hmac = `${SHOP}    token_endpoint_auth_method: client_secret_jwt\n`;
    const shown = await plan(hmac.replace("{env: SHOP_SECRET}", "{generate: true}"));
    expect(shown.stdout).toContain('client_secret: "a secret" -> {"generate":true}');
    expect((await plan(hmac)).stderr).toContain("is too short for the key of an HMAC");
    expect(await run("apply", hmac, [], { SHOP_SECRET: SECRET.repeat(3) })).toMatchObject({ exitCode: 0, stderr: "" });
    const sealed = "SELECT sealed_secret IS NOT NULL AS sealed FROM client";
    expect((await cli.database.pool.query(sealed)).rows).toEqual([{ sealed: true }]);
    const open = `${SHOP.replace("    client_secret: {env: SHOP_SECRET}\n", "")}    token_endpoint_auth_method: none\n`;
    expect((await plan(open)).stdout).toContain('client_secret: "a secret"');
    expect(await apply(open)).toMatchObject({ exitCode: 0 });
    expect(await hashOf()).toEqual([null]);
    expect(await plan(open)).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ["an unknown variable", "{env: NOWHERE}", "the environment has no NOWHERE"],
    ["an unknown file", "{file: /nowhere/secret}", "cannot read /nowhere/secret: there is no such file"],
    [
      "a variable of the service",
      "{env: KEY_ENCRYPTION_KEYS}",
      "KEY_ENCRYPTION_KEYS is a variable of the service itself",
    ],
    [
      "the address of the database",
      "{env: OWNER_DATABASE_URL}",
      "OWNER_DATABASE_URL is a variable of the service itself",
    ],
    ["a short secret", "{env: SHORT}", "must be of 32 to 1024 visible ASCII characters"],
    ["the secret itself", SECRET, "must be {env: NAME}, {file: PATH} or {generate: true}"],
    ["two places", "{env: SHOP_SECRET, generate: true}", "must be {env: NAME}, {file: PATH} or {generate: true}"],
  ])("%s fails before anything, and is not repeated", async (_, reference, says) => {
    const server = "resource_servers:\n  - {resource: https://a.example, name: A, scopes: [read]}\n";
    const text = SHOP.replace("{env: SHOP_SECRET}", reference) + server;
    const refused = await run("apply", text, [], { SHORT: "short", OWNER_DATABASE_URL: "postgres://x" });
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(`shop.yaml:8: clients[0].client_secret: ${says}`);
    expect(refused.stderr).not.toMatch(/a-secret-of/);
    expect(await cli.json("resources", "list")).toEqual([]);
  });

  it("no export and no saved plan has one", async () => {
    await apply(SHOP);
    const saved = join(folder, "plan.json");
    await run("plan", SHOP, ["--out", saved], { SHOP_SECRET: OTHER });
    const { readFile } = await import("node:fs/promises");
    const { stdout } = await cli.run(["export", "shop"]);
    expect(stdout).toContain("client_secret:\n      generate: true\n");
    expect(stdout + (await readFile(saved, "utf8"))).not.toMatch(/secret-of-the-shop|[0-9a-f]{64}/);
    expect(await cli.run(["apply", "--plan", saved], { environment: { SHOP_SECRET: OTHER } })).toMatchObject({
      exitCode: 0,
    });
  });
});

describe("cf.6: errors and exports of clients", () => {
  it.each([
    ["an unknown member", "    client_nam: x\n", "shop.yaml:9: clients[0].client_nam: is not known here"],
    ["the inner form of names", "    localized: {}\n", "shop.yaml:9: clients[0].localized: is not known here"],
    ["a name in no language", '    "client_name#1x!": x\n', "clients[0].client_name#1x!: "],
    ["a redirect URI of ours", "    post_logout_redirect_uris: [http://localhost:4000/x]\n", "shop.yaml:9: clients[0]"],
    ["a method without its keys", "    token_endpoint_auth_method: private_key_jwt\n", "needs jwks or jwks_uri"],
    ["a secret that is not needed", "    token_endpoint_auth_method: none\n", "is for a client without one"],
    ["no resource server", "    resource_server: https://a.example\n", "there is no resource server https://a.example"],
  ])("names file, line and path of %s", async (_, line, says) => {
    const refused = await plan(SHOP + line);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(says);
  });

  it("asks for the secret that a client needs", async () => {
    const refused = await plan(SHOP.replace("    client_secret: {env: SHOP_SECRET}\n", ""));
    expect(refused.stderr).toContain("clients[0].client_secret: is missing: write {env: NAME}");
  });

  it("an export that is applied changes nothing", async () => {
    const client = fc.record({
      client_id: fc.constantFrom("a", "b-2", "c.3"),
      client_name: fc.constantFrom("Shop", "é: #1", "'x'"),
      "client_name#de": fc.option(fc.constantFrom("Laden", "Ü"), { nil: undefined }),
      redirect_uris: fc.subarray(["https://b.example/x", "https://a.example/y"], { minLength: 1 }),
      scope: fc.subarray(["openid", "profile", "email"], { minLength: 1 }).map((scopes) => scopes.join(" ")),
      contacts: fc.option(fc.constant(["ops@shop.example"]), { nil: undefined }),
      default_max_age: fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined }),
      subject_type: fc.constantFrom("public", "public"),
      enabled: fc.boolean(),
      method: fc.constantFrom("none", "client_secret_basic", "client_secret_jwt"),
    });
    const check = async (declared: readonly { method: string }[]) => {
      const clients = declared.map(({ method, ...rest }) => ({
        ...rest,
        token_endpoint_auth_method: method,
        ...(method !== "none" && { client_secret: { generate: true } }),
      }));
      const file = JSON.stringify({ managed_by: "shop", clients });
      expect(await apply(file, "--prune")).toMatchObject({ exitCode: 0, stderr: "" });
      const { stdout } = await cli.run(["export", "shop"]);
      expect(await plan(stdout, "--check")).toMatchObject({ exitCode: 0, stderr: "" });
      expect(await plan(file, "--check")).toMatchObject({ exitCode: 0, stderr: "" });
    };
    const lists = fc.uniqueArray(client, { selector: ({ client_id }) => client_id, maxLength: 3 });
    await fc.assert(fc.asyncProperty(lists, check), { numRuns: 20 });
  });
});
