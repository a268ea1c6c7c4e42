import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEnvironment } from "../config.ts";
import { type FakeProvider, runFakeProvider } from "../testing/fake-provider.ts";
import { findCredentials } from "./credentials.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const created = {
  client_id: "made-1",
  client_secret: "secret-1",
  client_secret_expires_at: 0,
  registration_client_uri: "https://op.example/register/made-1",
  registration_access_token: "manage-1",
};

let provider: FakeProvider;
let folder: string;
let file: string;
let log: string[];
beforeEach(async () => {
  provider = await runFakeProvider();
  provider.lies = { discovery: withRegistration(), registration: [201, created] };
  folder = mkdtempSync(join(tmpdir(), "sample-client-"));
  file = join(folder, "client.json");
  log = [];
});
afterEach(async () => {
  await provider.close();
  rmSync(folder, { recursive: true });
});

const withRegistration = (more: Record<string, unknown> = {}) => ({
  registration_endpoint: `${provider.origin}/register`,
  grant_types_supported: ["authorization_code", "implicit", "refresh_token"],
  ...more,
});

function find(env: Record<string, string> = {}, { now = noon, send = fetch } = {}) {
  const given = { ISSUER: provider.origin, INITIAL_ACCESS_TOKEN: "iat-1", REGISTRATION_FILE: file, ...env };
  return findCredentials(readEnvironment(given), { log: (event) => log.push(event), now: () => now, send, pauseMs: 1 });
}

const registrations = () => provider.posts.filter(({ path }) => path === "/register");
const keptFile = () => JSON.parse(readFileSync(file, "utf8"));

describe("a configured client is used as it is", () => {
  it("sends no request and stores nothing", async () => {
    const configured = { CLIENT_ID: "web", CLIENT_SECRET: "s" };
    expect(await find(configured)).toEqual({ clientId: "web", clientSecret: "s" });
    expect([provider.requests, readdirSync(folder)]).toEqual([[], []]);
  });

  it("otherwise an initial access token is required, or the start fails with a message", async () => {
    await expect(find({ INITIAL_ACCESS_TOKEN: "" })).rejects.toThrow(/CLIENT_ID is required.*INITIAL_ACCESS_TOKEN/);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the first start registers this client (RFC 7591 §3.1)", () => {
  it("sends its metadata for both flows with the initial access token", async () => {
    await find({ LOGO_URI: "https://app.example/logo.png", CLIENT_NAME: "Books" });
    const [{ authorization, body } = { authorization: "", body: "" }] = registrations();
    expect(authorization).toBe("Bearer iat-1");
    expect(JSON.parse(body)).toEqual({
      application_type: "web",
      client_name: "Books",
      logo_uri: "https://app.example/logo.png",
      redirect_uris: ["http://localhost:4002/callback"],
      post_logout_redirect_uris: ["http://localhost:4002/signed-out"],
      response_types: ["code", "token id_token"],
      grant_types: ["authorization_code", "refresh_token", "implicit"],
      token_endpoint_auth_method: "client_secret_basic",
    });
  });

  it("requests only what the provider supports", async () => {
    const discovery = { response_types_supported: ["code"], grant_types_supported: undefined };
    provider.lies = { ...provider.lies, discovery: withRegistration(discovery) };
    await find();
    const { response_types, grant_types, logo_uri } = JSON.parse(registrations()[0]?.body ?? "");
    expect([response_types, grant_types, logo_uri]).toEqual([["code"], ["authorization_code"], undefined]);
  });

  it.each<[string, Record<string, string>, string | undefined]>([
    ["at its https address", { BASE_URL: "https://app.example" }, "https://app.example/backchannel-logout"],
    ["not on plain http, because localhost is another machine for the provider", {}, undefined],
    ["at the configured address", { BACKCHANNEL_LOGOUT_URI: "http://app:4002/out" }, "http://app:4002/out"],
    ["nowhere, if configured so", { BASE_URL: "https://app.example", BACKCHANNEL_LOGOUT_URI: "none" }, undefined],
  ])("registers for logout tokens %s (Back-Channel Logout §2.2)", async (_, env, uri) => {
    provider.lies = { ...provider.lies, discovery: withRegistration({ backchannel_logout_supported: true }) };
    await find(env);
    const { backchannel_logout_uri, backchannel_logout_session_required } = JSON.parse(registrations()[0]?.body ?? "");
    expect([backchannel_logout_uri, backchannel_logout_session_required]).toEqual([
      uri,
      uri === undefined ? uri : true,
    ]);
  });

  it("does not register for them if the provider does not support them", async () => {
    await find({ BASE_URL: "https://app.example" });
    expect(registrations()[0]?.body).not.toContain("backchannel");
  });

  it("stores the response where only its owner can read it", async () => {
    expect(await find()).toEqual({ clientId: "made-1", clientSecret: "secret-1" });
    expect(keptFile()).toEqual({
      issuer: provider.origin,
      redirect_uri: "http://localhost:4002/callback",
      ...created,
    });
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect(readdirSync(folder)).toEqual(["client.json"]);
  });

  it("waits for a provider that starts later, and registers once", async () => {
    let attempts = 0;
    const send: typeof fetch = async (...request) => {
      attempts += 1;
      if (attempts <= 2) throw new TypeError("fetch failed");
      return fetch(...request);
    };
    expect((await find({}, { send })).clientId).toBe("made-1");
    expect(log).toEqual(["provider_not_found_yet", "provider_not_found_yet", "client_registered"]);
    expect(registrations()).toHaveLength(1);
  });

  it("fails if a provider never answers", async () => {
    const send: typeof fetch = async () => Promise.reject(new TypeError("fetch failed"));
    await expect(find({}, { send })).rejects.toThrow("Start it, or check ISSUER");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a later start uses the stored registration", () => {
  it("does not register again, and no longer needs the initial access token", async () => {
    await find();
    const before = provider.requests.length;
    expect(await find({ INITIAL_ACCESS_TOKEN: "" })).toEqual({ clientId: "made-1", clientSecret: "secret-1" });
    expect(provider.requests).toHaveLength(before);
  });

  it.each([
    ["another provider", { ISSUER: "https://other.example" }, "not ISSUER"],
    ["another callback", { BASE_URL: "http://localhost:5000" }, "not BASE_URL"],
  ])("does not send the credentials to %s", async (_, env, reason) => {
    await find();
    await expect(find(env)).rejects.toThrow(reason);
    expect(keptFile().client_id).toBe("made-1");
  });

  it("registers again when the secret expired (RFC 7591 §3.2.1)", async () => {
    const expiresAt = noon.getTime() / 1000;
    provider.lies = { ...provider.lies, registration: [201, { ...created, client_secret_expires_at: expiresAt }] };
    await find();
    provider.lies = { ...provider.lies, registration: [201, { ...created, client_id: "made-2" }] };
    expect((await find({}, { now: new Date(noon.getTime() - 1) })).clientId).toBe("made-1");
    await expect(find({ INITIAL_ACCESS_TOKEN: "" })).rejects.toThrow("has expired");
    expect((await find()).clientId).toBe("made-2");
    expect(keptFile().client_id).toBe("made-2");
  });

  it.each(["", "{}", "no JSON", '{"issuer":"x","redirect_uri":"x","client_id":""}'])(
    "does not use %j as a registration, nor overwrite it",
    async (content) => {
      writeFileSync(file, content);
      await expect(find()).rejects.toThrow("is not a registration of this client");
      expect(readFileSync(file, "utf8")).toBe(content);
      expect(registrations()).toEqual([]);
    },
  );
});

describe("a failed registration is reported, and leaves no file behind", () => {
  const refusal = (error: string, description?: string) => ({ error, error_description: description });

  it.each<[string, [number, Record<string, unknown>], RegExp]>([
    ["a refused token", [401, { error: "invalid_token" }], /refused INITIAL_ACCESS_TOKEN \(401\)/],
    ["an exhausted token", [403, {}], /refused INITIAL_ACCESS_TOKEN \(403\)/],
    ["refused metadata", [400, refusal("invalid_client_metadata", "no logo")], /invalid_client_metadata: no logo/],
    [
      "a refused address for logout tokens",
      [400, refusal("invalid_client_metadata", "backchannel_logout_uri is out of reach")],
      /BACKCHANNEL_LOGOUT_URI=none/,
    ],
    ["refused addresses", [400, refusal("invalid_redirect_uri", "https only")], /APPLICATION_TYPE=native/],
    ["a reason with control characters", [400, refusal("e", "a\u001b[31m\nb")], /e: a\?\[31m\?b/],
    ["a response without a reason", [404, {}], /it answered 404/],
    ["a redirect", [302, {}], /it answered 302/],
    ["no client_id", [201, { ...created, client_id: "" }], /cannot be understood/],
    ["no secret", [201, { ...created, client_secret: undefined }], /another token_endpoint_auth_method/],
    ["another callback", [201, { ...created, redirect_uris: ["https://evil.example"] }], /another redirect_uris/],
    [
      "another authentication method",
      [201, { ...created, token_endpoint_auth_method: "private_key_jwt" }],
      /another token_endpoint_auth_method/,
    ],
  ])("%s", async (_, answer, reason) => {
    provider.lies = { ...provider.lies, registration: answer };
    await expect(find()).rejects.toThrow(reason);
    expect(readdirSync(folder)).toEqual([]);
    expect(registrations()).toHaveLength(1);
  });

  it("a provider without registration", async () => {
    provider.lies = {};
    await expect(find()).rejects.toThrow("offers no dynamic registration");
  });

  it("a registration endpoint without https: the token is not sent", async () => {
    const discovery = withRegistration({ registration_endpoint: "http://other.example/register" });
    provider.lies = { ...provider.lies, discovery };
    await expect(find()).rejects.toMatchObject({ code: "provider_misconfigured" });
    expect(registrations()).toEqual([]);
  });

  it("an unwritable file: this is reported before the registration", async () => {
    await expect(find({ REGISTRATION_FILE: join(folder, "missing", "client.json") })).rejects.toThrow(
      "cannot be used (ENOENT)",
    );
    expect(registrations()).toEqual([]);
  });
});
