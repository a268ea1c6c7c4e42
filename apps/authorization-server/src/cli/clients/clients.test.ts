import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashSecret } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientStore } from "../../platform/stores/client/clients.ts";
import { type CommandLine, openCommandLine } from "../testing/command-line.ts";
import { issue } from "../testing/issued.ts";

const CALLBACK = "https://app.example/callback";
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

let cli: CommandLine;
let folder: string;
beforeAll(async () => {
  cli = await openCommandLine();
  folder = await mkdtemp(join(tmpdir(), "countersign-clients-"));
});
afterAll(async () => {
  await cli.close();
  await rm(folder, { recursive: true });
});

const add = (...argv: string[]) => cli.json("clients", "add", "--name", "App", "--redirect-uri", CALLBACK, ...argv);
// The store is opened again each time, because it caches a client for two seconds.
const found = (id: string) => clientStore(cli.database).find(id);
const auditedOf = async (id: string) => (await cli.audited()).filter((row) => row.client_id === id);

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe("clients add", () => {
  it("prints a secret, and stores only its SHA-256 hash (OWASP ASVS 11.4)", async () => {
    const { client_id, client_secret } = await add();
    expect(client_secret).toMatch(/^[\w-]{43}$/);
    expect((await found(client_id))?.secretHash).toEqual(hashSecret(client_secret));

    const everything = await cli.database.pool.query("SELECT client::text, a.detail::text FROM client, audit_event a");
    expect(JSON.stringify(everything.rows)).not.toContain(client_secret);
  });

  it("RFC 7662 §2: makes a client the account of a resource server, and of none that does not exist", async () => {
    const identifier = "https://orders.example.com";
    await cli.json("resources", "add", identifier, "--name", "Orders", "--scope", "orders:read");
    const { client_id } = await cli.json(
      ...["clients", "add", "--name", "Orders API"],
      ...["--resource-server", identifier, "--introspection-signed-response-alg", "ES256"],
    );
    // I11: it only introspects, so it needs no grant type.
    expect(await found(client_id)).toMatchObject({ resourceServer: identifier, grantTypes: [], responseTypes: [] });
    expect(await cli.json("clients", "show", client_id)).toMatchObject({ resource_server: identifier });

    const argv = ["clients", "add", "--name", "App", "--redirect-uri", CALLBACK, "--resource-server", "x"];
    const { exitCode, stderr } = await cli.run(argv);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining("no resource server x") });
  });

  it("gives a public client no secret (RFC 6749 §2.1)", async () => {
    const added = await add("--token-endpoint-auth-method", "none");
    expect(Object.keys(added)).toEqual(["client_id"]);
    expect((await found(added.client_id))?.secretHash).toBeUndefined();
  });

  it("uses the defaults of the standards, and those of the strict profile", async () => {
    const { client_id } = await add();
    expect(await cli.json("clients", "show", client_id)).toMatchObject({
      client_name: "App",
      profile: "oauth21",
      application_type: "web",
      redirect_uris: [CALLBACK],
      post_logout_redirect_uris: [],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code"],
      response_types: ["code"],
      scope: "openid profile email address phone",
      id_token_signed_response_alg: "RS256",
      has_logo: false,
      disabled_at: null,
    });
  });

  it("reads every member of the metadata from its option", async () => {
    const metadata = {
      client_name: "Everything",
      profile: "oidc",
      application_type: "native",
      redirect_uris: [CALLBACK, "com.example.app:/cb"],
      post_logout_redirect_uris: ["https://app.example/bye"],
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["authorization_code"],
      response_types: ["code"],
      scope: "openid email",
      id_token_signed_response_alg: "ES256",
      client_uri: "https://app.example/",
      policy_uri: "https://app.example/policy",
      tos_uri: "https://app.example/terms",
    };
    const flags: Record<string, string> = {
      client_name: "--name",
      redirect_uris: "--redirect-uri",
      post_logout_redirect_uris: "--post-logout-redirect-uri",
      grant_types: "--grant-type",
      response_types: "--response-type",
    };
    const argv = Object.entries(metadata).flatMap(([member, value]) =>
      [value].flat().flatMap((one) => [flags[member] ?? `--${member.replaceAll("_", "-")}`, one]),
    );
    const { client_id } = await cli.json("clients", "add", ...argv);
    expect(await cli.json("clients", "show", client_id)).toMatchObject(metadata);
  });

  it("reads metadata from a file, and options replace its members", async () => {
    const path = await file("metadata.json", JSON.stringify({ client_name: "From file", redirect_uris: [CALLBACK] }));
    const { client_id } = await cli.json("clients", "add", "--file", path, "--name", "From option");
    expect(await found(client_id)).toMatchObject({ name: "From option", redirectUris: [CALLBACK] });
  });

  it("writes an audit event", async () => {
    const { client_id } = await add();
    expect(await auditedOf(client_id)).toMatchObject([
      { type: "client_added", actor: "operator", detail: { name: "App" } },
    ]);
  });

  it.each([
    ["no name", ["--redirect-uri", CALLBACK], ["client_name"]],
    ["no redirect URI", ["--name", "App"], ["redirect_uris"]],
    [
      "redirect URIs that are not allowed, each with its reason",
      ["--name", "App", "--redirect-uri", "http://evil.example/cb", "--redirect-uri", `${CALLBACK}#f`],
      ["redirect_uris[0]: must be https", "redirect_uris[1]: must not have a fragment"],
    ],
    [
      "several members at once",
      ["--name", "A\u202eB", "--redirect-uri", CALLBACK, "--profile", "lax", "--client-uri", "javascript:alert(1)"],
      ["client_name", "profile", "client_uri"],
    ],
  ])("refuses %s, and registers nothing", async (_, argv, words) => {
    const before = await cli.json("clients", "list");
    const refused = await cli.run(["clients", "add", ...argv]);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    for (const word of words) expect(refused.stderr).toContain(word);
    expect(await cli.json("clients", "list")).toEqual(before);
  });

  it("refuses plain http on this machine if the issuer is https", async () => {
    const argv = ["clients", "add", "--name", "App", "--redirect-uri", "http://localhost:4002/callback"];
    const refused = await cli.run(argv, { environment: { ISSUER: "https://id.example" } });
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect((await cli.run(argv)).exitCode).toBe(0);
  });

  it.each([
    ["dcr-21: with a code in its query", "https://shop.example/cb?code=x"],
    ["dcr-22: on the issuer's origin", "http://localhost:4000/authorization"],
    ["dcr-22: on the origin of the resource server", "https://api.example/userinfo"],
  ])("refuses a redirect URI %s", async (_, uri) => {
    const environment = { USERINFO_RESOURCE: "https://api.example" };
    for (const option of ["--redirect-uri", "--post-logout-redirect-uri"]) {
      const refused = await cli.run(["clients", "add", "--name", "App", "--redirect-uri", CALLBACK, option, uri], {
        environment,
      });
      expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    }
  });

  it.each([
    ["an unknown member", '{"client_name":"App","redirect_uris":["https://a.example/"],"admin":true}', "admin"],
    ["a list", "[]", "JSON object"],
    ["text that is not JSON", "{", "JSON object"],
    ["more than 64 KB", `{"client_name":"${"x".repeat(65_536)}"}`, "64 KB"],
  ])("refuses a file with %s", async (_, content, word) => {
    const refused = await cli.run(["clients", "add", "--file", await file("bad.json", content)]);
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain(word);
  });
});

describe("clients add --logo", () => {
  it.each([
    ["image/png", PNG],
    ["image/jpeg", Buffer.from("ffd8ffe000104a46", "hex")],
    ["image/webp", Buffer.from("RIFF\x10\x00\x00\x00WEBPVP8 ", "latin1")],
  ])("stores a picture of type %s, recognized by its first bytes", async (mediaType, image) => {
    const { client_id } = await add("--logo", await file("logo.svg", image));
    expect(await clientStore(cli.database).logo(client_id)).toEqual({ mediaType, image });
    expect((await found(client_id))?.hasLogo).toBe(true);
  });

  it.each([
    ["an SVG", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"],
    ["an SVG with the media type of a PNG", "<svg/>"],
    ["a RIFF file that is no picture", "RIFF0000WAVEfmt "],
    ["nothing", ""],
    ["a picture of more than 256 KB", Buffer.concat([PNG, Buffer.alloc(262_144)])],
  ])("refuses %s, and registers nothing", async (_, content) => {
    const before = await cli.json("clients", "list");
    const argv = [
      "clients",
      "add",
      "--name",
      "App",
      "--redirect-uri",
      CALLBACK,
      "--logo",
      await file("logo.png", content),
    ];
    expect(await cli.run(argv)).toMatchObject({ exitCode: 1, stdout: "" });
    expect(await cli.json("clients", "list")).toEqual(before);
  });
});

describe("clients disable and enable", () => {
  const given = async (username: string) => {
    const { id } = await cli.json("users", "add", username, "--generate-password");
    const { client_id } = await add();
    return { client_id, issued: await issue(cli.database, id, client_id, cli.clock.now) };
  };

  it("disables a client and revokes everything that was issued to it, and to no other client", async () => {
    const { client_id, issued } = await given("one");
    const other = await given("two");
    await cli.json("clients", "disable", client_id);

    expect(await found(client_id)).toBeUndefined();
    expect(await issued.state()).toEqual({ session: true, authorization: false });
    expect(await other.issued.state()).toEqual({ session: true, authorization: true });
    expect((await auditedOf(client_id)).at(-1)).toMatchObject({ type: "client_disabled", actor: "operator" });
  });

  it("enables a client again, and restores nothing that was revoked", async () => {
    const { client_id, issued } = await given("three");
    await cli.json("clients", "disable", client_id);
    await cli.json("clients", "enable", client_id);

    expect(await found(client_id)).toMatchObject({ id: client_id });
    expect(await issued.state()).toEqual({ session: true, authorization: false });
    expect((await auditedOf(client_id)).at(-1)).toMatchObject({ type: "client_enabled" });
  });

  it("refuses a change that was already made, and does not audit it", async () => {
    const { client_id } = await add();
    expect((await cli.run(["clients", "enable", client_id])).exitCode).toBe(1);
    expect(await auditedOf(client_id)).toHaveLength(1);
  });

  it.each(["show", "disable", "enable", "rotate-secret"])("refuses an unknown client: %s", async (verb) => {
    expect(await cli.run(["clients", verb, "nobody"])).toMatchObject({ exitCode: 1, stdout: "" });
  });
});

describe("clients rotate-secret", () => {
  it("replaces the secret, and audits it", async () => {
    const before = await add();
    const after = await cli.json("clients", "rotate-secret", before.client_id);

    expect(after.client_secret).not.toBe(before.client_secret);
    expect((await found(before.client_id))?.secretHash).toEqual(hashSecret(after.client_secret));
    expect((await auditedOf(before.client_id)).at(-1)).toMatchObject({ type: "client_secret_rotated" });
  });

  it("refuses a public client, which stays public", async () => {
    const { client_id } = await add("--token-endpoint-auth-method", "none");
    expect(await cli.run(["clients", "rotate-secret", client_id])).toMatchObject({ exitCode: 1, stdout: "" });
    expect((await found(client_id))?.secretHash).toBeUndefined();
  });
});
