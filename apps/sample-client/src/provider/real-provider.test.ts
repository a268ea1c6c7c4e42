import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Response as ExpressResponse, Request } from "express";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEnvironment } from "../config.ts";
import { type Browser, locationOf, openBrowser } from "../testing/browser.ts";
import type { Listening } from "../testing/listen.ts";
import { FAPI_CLIENT, INITIAL_ACCESS_TOKEN, runRealProvider } from "../testing/real-provider.ts";
import { type RunningClient, runClient } from "../testing/run-client.ts";
import { findCredentials } from "./credentials.ts";

let provider: Listening;
let client: RunningClient;
let browser: Browser;
/** The address that the browser was last redirected to, with its fragment. */
let address: string;

/**
 * The provider has to know the addresses of the client before the client listens. The port is below 32768, so that no
 * outgoing connection takes it in the meantime.
 */
const freePort = () => String(randomInt(10_000, 30_000));

async function start(secret: string | undefined, env: Record<string, string> = {}): Promise<void> {
  const port = freePort();
  const authentication = secret === undefined ? { token_endpoint_auth_method: "none" } : { client_secret: secret };
  provider = await runRealProvider([
    {
      client_id: "web",
      application_type: "native", // oidc-provider accepts http on localhost from native clients only.
      redirect_uris: [`http://localhost:${port}/callback`],
      post_logout_redirect_uris: [`http://localhost:${port}/signed-out`],
      backchannel_logout_uri: `http://localhost:${port}/backchannel-logout`,
      backchannel_logout_session_required: true,
      response_types: ["code", "id_token token"],
      grant_types: ["authorization_code", "implicit", "refresh_token"],
      ...authentication,
    },
  ]);
  const credentials = secret === undefined ? env : { ...env, CLIENT_SECRET: secret };
  client = await runClient(provider.origin, credentials, Number(port));
}

beforeEach(() => {
  browser = openBrowser();
});
afterEach(async () => {
  await client.close();
  await provider.close();
});

/** Follows redirects and fills in the provider's forms until the browser is back at the client. */
async function walk(url: string, answer: (page: string) => Record<string, string>): Promise<Response> {
  let response = await browser.visit(url);
  for (let step = 0; step < 15; step++) {
    const isRedirect = response.status >= 300 && response.status < 400;
    if (isRedirect) {
      const next = locationOf(response);
      address = next;
      response = await browser.visit(next);
      if (next.startsWith(`${client.origin}/`) && response.status === 200) return response;
      continue;
    }
    if (response.url.startsWith(client.origin)) return response;

    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? "";
    const hidden = [...page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(hidden.map(([, name = "", value = ""]): [string, string] => [name, value]));
    for (const [name, value] of Object.entries(answer(page))) body.set(name, value);
    response = await browser.visit(new URL(action, response.url).href, { method: "POST", body });
  }
  throw new Error("the browser did not come back");
}

const postSession = (form: URLSearchParams) =>
  browser.visit(`${client.origin}/session`, { method: "POST", body: form, headers: { origin: client.origin } });

const press = (path: string) =>
  browser.visit(client.origin + path, { method: "POST", headers: { origin: client.origin } });

const requestWith = (id: string | undefined) =>
  ({ headers: { cookie: id === undefined ? undefined : `sample_client_session=${id}` } }) as Request;

const responseInto = (lines: string[]) =>
  ({ append: (_: string, line: string) => lines.push(line) }) as unknown as ExpressResponse;

function never(): never {
  throw new Error("it is there");
}

const signInAs = (login: string) => (page: string) =>
  page.includes('value="login"') ? { login, password: "any" } : ({} as Record<string, string>);

describe("against oidc-provider, a provider that other people wrote", () => {
  it.each([
    ["public client", undefined],
    ["confidential client", "a secret with : and % in it"],
  ])("signs in and out as a %s", async (_, secret) => {
    await start(secret);
    const home = await (await walk(`${client.origin}/login`, signInAs("alice"))).text();
    expect(home).toContain('<dd id="sub">alice</dd>');
    expect(home).toContain("You are signed in as Alice Adams");
    for (const value of ["alice@example.com", "Ghent", "+32 9 000 00 00"]) expect(home).toContain(value);

    const leave = await browser.visit(`${client.origin}/logout`, {
      method: "POST",
      headers: { origin: client.origin },
    });
    const page = await walk(locationOf(leave), () => ({ logout: "yes" }));
    expect(new URL(page.url).pathname).toBe("/signed-out");
    expect(await page.text()).toContain("was asked to end your session there");
    expect(await (await browser.visit(client.origin)).text()).toContain('id="sign-in"');
  });

  it("RFC 9126 §4: pushes its request, and the browser has only a name for it", async () => {
    await start("a secret", { PUSH_REQUESTS: "yes" });
    const away = new URL(locationOf(await browser.visit(`${client.origin}/login`)));
    expect([...away.searchParams.keys()].toSorted()).toEqual(["client_id", "request_uri"]);

    const home = await (await walk(`${client.origin}/login`, signInAs("alice"))).text();
    expect(home).toContain('<dd id="sub">alice</dd>');
    expect(home.replaceAll("<wbr>", "")).toContain(`POST ${provider.origin}/request`);
  });

  it("FAPI 2.0 Security Profile §5.3.3: signs in, reads claims and refreshes, with keys and nonces", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fapi-client-"));
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    const publicJwk = await exportJWK(publicKey);
    const names = { alg: "ES256", kid: await calculateJwkThumbprint(publicJwk) };
    const CLIENT_KEY_FILE = join(folder, "key.json");
    writeFileSync(CLIENT_KEY_FILE, JSON.stringify({ ...(await exportJWK(privateKey)), ...names }));

    const port = freePort();
    provider = await runRealProvider([
      {
        client_id: FAPI_CLIENT,
        application_type: "native",
        redirect_uris: [`http://localhost:${port}/callback`],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "private_key_jwt",
        jwks: { keys: [{ ...publicJwk, ...names, use: "sig" }] },
        dpop_bound_access_tokens: true,
        require_pushed_authorization_requests: true,
      },
    ]);
    const fapi = { CLIENT_ID: FAPI_CLIENT, CLIENT_KEY_FILE, PUSH_REQUESTS: "yes", BIND_TOKENS: "yes" };
    const scope = { SCOPE: "openid profile email offline_access" };
    client = await runClient(provider.origin, { ...fapi, ...scope }, Number(port));
    rmSync(folder, { recursive: true });

    const home = await (await walk(`${client.origin}/login`, signInAs("alice"))).text();
    expect(home).toContain("You are signed in as Alice Adams");
    expect(home).toContain("client_assertion");
    expect([(await press("/claims")).status, (await press("/refresh")).status]).toEqual([303, 303]);
  });

  it("is notified by back-channel logout when the person signs out at the provider", async () => {
    await start("a secret");
    const home = await (await walk(`${client.origin}/login`, signInAs("alice"))).text();
    expect(home).toContain("<code>sid</code>");

    const ask = await browser.visit(`${provider.origin}/session/end`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await ask.text())?.[1] ?? never();
    const body = new URLSearchParams({ xsrf, logout: "yes" });
    await browser.visit(`${provider.origin}/session/end/confirm`, { method: "POST", body });
    expect(client.log).toContainEqual(expect.stringContaining("signed_out_at_provider"));
    expect(await (await browser.visit(client.origin)).text()).toContain('id="sign-in"');
  });

  it("signs in by the implicit flow, as the script on /callback does", async () => {
    await start(undefined);
    const back = await walk(`${client.origin}/login?flow=implicit`, signInAs("alice"));
    expect(await back.text()).toContain('src="/callback.js"');
    const form = new URLSearchParams(new URL(address).hash.slice(1));
    expect([...form.keys()].sort()).toEqual(expect.arrayContaining(["access_token", "id_token", "state"]));
    form.set("user_id", "alice");

    const response = await postSession(form);
    expect(response.status).toBe(303);
    const home = await (await browser.visit(client.origin)).text();
    expect(home).toContain("You are signed in as Alice Adams");
    expect(home).toContain("at_hash");
  });

  it("specification §4.8 rule 6: refuses bob's token in the response for alice", async () => {
    await start(undefined);
    await walk(`${client.origin}/login?flow=implicit`, signInAs("alice"));
    const form = new URLSearchParams(new URL(address).hash.slice(1));
    form.set("user_id", "alice");

    const alice = browser;
    browser = openBrowser();
    await walk(`${client.origin}/login?flow=implicit`, signInAs("bob"));
    const bobs = new URLSearchParams(new URL(address).hash.slice(1));
    browser = alice;
    form.set("access_token", bobs.get("access_token") ?? "");
    expect((await postSession(form)).status).toBe(403);
    expect(await (await browser.visit(client.origin)).text()).toContain('id="sign-in"');
  });

  it("refreshes with rotated tokens, and ends the session when the refresh token is refused", async () => {
    await start("a secret", { SCOPE: "openid profile email offline_access" });
    const home = await (await walk(`${client.origin}/login`, signInAs("alice"))).text();
    expect(home).toContain('id="refresh"');

    expect((await press("/refresh")).status).toBe(303);
    await pause(1_000); // Within one second, the provider signs the same ID token twice.
    expect((await press("/refresh")).status).toBe(303);
    const page = await (await browser.visit(client.origin)).text();
    expect(page).toContain("Rotated: the old one is worthless now");
    expect(page).toContain("Checked like the first one");

    // Signing out revokes the token at the provider: a session that still uses it ends.
    const { host } = new URL(client.origin);
    const kept = client.deps.sessions.read(requestWith(browser.cookie(host, "sample_client_session")));
    await press("/logout");
    const thief = client.deps.sessions;
    const lines: string[] = [];
    thief.start(requestWith(undefined), responseInto(lines), kept ?? never());
    browser.setCookie(host, "sample_client_session", /=([^;]+)/.exec(lines[0] ?? "")?.[1] ?? "");
    const refused = await press("/refresh");
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("Your access has ended")]);
  });

  it("registers itself at its first start, then signs people in", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sample-client-"));
    const port = freePort();
    provider = await runRealProvider([]);
    const environment = readEnvironment({
      ISSUER: provider.origin,
      BASE_URL: `http://localhost:${port}`,
      INITIAL_ACCESS_TOKEN,
      REGISTRATION_FILE: join(folder, "client.json"),
      APPLICATION_TYPE: "native",
    });
    const circumstances = { log: () => undefined, now: () => new Date() };
    const { clientId, clientSecret = never() } = await findCredentials(environment, circumstances);
    expect(await findCredentials(environment, circumstances)).toEqual({ clientId, clientSecret });

    client = await runClient(provider.origin, { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }, Number(port));
    const home = await (await walk(`${client.origin}/login`, signInAs("alice"))).text();
    expect(home).toContain("You are signed in as Alice Adams");
    rmSync(folder, { recursive: true });
  });

  it("explains why a registration is refused", async () => {
    await start(undefined);
    const refusal = (env: Record<string, string>) => {
      const given = { ISSUER: provider.origin, REGISTRATION_FILE: join(tmpdir(), "never-written.json"), ...env };
      return findCredentials(readEnvironment(given), { log: () => undefined, now: () => new Date() });
    };
    await expect(refusal({ INITIAL_ACCESS_TOKEN: "wrong" })).rejects.toThrow("refused INITIAL_ACCESS_TOKEN (401)");
    await expect(refusal({ INITIAL_ACCESS_TOKEN })).rejects.toThrow("APPLICATION_TYPE=native");
  });

  it("shows access_denied when the person cancels", async () => {
    await start(undefined);
    const away = locationOf(await browser.visit(`${client.origin}/login`));
    const pageUrl = locationOf(await browser.visit(away));
    const abort = await browser.visit(`${pageUrl}/abort`);
    const back = locationOf(await browser.visit(locationOf(abort)));
    const response = await browser.visit(back);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("access_denied")]);
  });
});
