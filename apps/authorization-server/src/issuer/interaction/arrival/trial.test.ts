import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { agree, signIn } from "../../../../testing/flows.ts";
import { type Api, startApi } from "../../../administration/api/testing/api.ts";

let api: Api;
let token: string;
let browser: Browser;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  token = await api.tokenOf("clients:read", "clients:write");
  browser = openBrowser(api.origin);
});

const begin = (body: object = {}, client = "webClient") =>
  api.call(`/clients/${client}/try-sign-in`, { method: "POST", token, body });
async function open(body: object = {}, client = "webClient", headers: Record<string, string> = {}): Promise<Answer> {
  const begun = await begin(body, client);
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const { pathname, search } = new URL(begun.body.trial_url);
  return browser.get(`${pathname}${search}`, headers);
}
/** Goes through the trial as a person who signs in and agrees. */
async function tried(body: object = {}, client = "webClient"): Promise<Answer> {
  const at = await signIn(browser, await open(body, client));
  return at.body.includes('action="/consent"') ? agree(browser, at) : at;
}
const pageOf = ({ body }: { body: string }) => /<main id="([^"]*)"/.exec(body)?.[1];
const textOf = ({ body }: { body: string }, id: string) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(body)?.[1];
const claimsOf = ({ body }: { body: string }) =>
  Object.fromEntries(
    [...body.matchAll(/<dt><code>([^<]*)<\/code><\/dt><dd><code>([^<]*)<\/code>/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
const codes = () => api.rows('SELECT id FROM "authorization" WHERE code_hash IS NOT NULL');
const tokens = () => api.rows("SELECT token_hash FROM refresh_token");

describe("decision 217: an administrator tries the sign-in of a client", () => {
  it("says what is sent, records who began it, and shows the claims to the person who signed in", async () => {
    const begun = await begin({ scope: "openid email" });
    expect(begun.body.parameters).toContainEqual({ name: "code_challenge_method", value: "S256" });
    expect(new URL(begun.body.request_url).searchParams.get("scope")).toBe("openid email");
    expect(await api.rows("SELECT client_id, detail FROM audit_event WHERE type = 'client_sign_in_tried'")).toEqual([
      { client_id: "webClient", detail: { redirectUri: "https://rp.example/cb", scope: "openid email" } },
    ]);
    const done = await tried({ scope: "openid email" });
    expect([done.status, pageOf(done), textOf(done, "trial-scopes")]).toEqual([200, "trial", "openid email"]);
    expect(claimsOf(done)).toMatchObject({ iss: api.deps.issuer, aud: "webClient", acr: expect.any(String) });
    expect(done.body).toContain('id="trial-userinfo"');
  });

  it("gives no code, no token and no answer to the client, and its authorization is over in a second", async () => {
    const before = [await codes(), await tokens()];
    const done = await tried();
    expect([done.status, done.location]).toEqual([200, undefined]);
    expect(done.body).not.toMatch(/eyJ[\w-]+\./);
    expect([await codes(), await tokens()]).toEqual(before);
    api.pass(2);
    const live = 'SELECT id FROM "authorization" WHERE user_id IS NOT NULL AND expires_at > $1';
    expect(await api.rows(live, [api.clock.now])).toEqual([]);
  });

  it("a redirect URI that is not registered is said, with what to change, and no person signs in", async () => {
    const failed = await open({ redirect_uri: "https://rp.example/other" });
    expect([failed.status, pageOf(failed), textOf(failed, "error-code")]).toEqual([400, "trial", "invalid_request"]);
    expect(textOf(failed, "remedy")).toContain("redirect_uris");
  });

  it("what to change is said in the language of the person", async () => {
    const body = { redirect_uri: "https://rp.example/other" };
    const failed = await open(body, "webClient", { "accept-language": "de" });
    expect(textOf(failed, "remedy")).toContain("Redirect-URIs (redirect_uris)");
    expect(failed.body).not.toMatch(/id="remedy"[^>]*lang="en"/);
  });

  it("what the client would be told is said: a scope that it may not have, and that the person cancels", async () => {
    expect(textOf(await open({ scope: "openid profile" }, "emailClient"), "error-code")).toBe("invalid_scope");
    const login = await browser.follow(await open());
    const cancelled = await browser.follow(await browser.submit(login, "/login", { action: "cancel" }));
    expect([pageOf(cancelled), textOf(cancelled, "error-code")]).toEqual(["trial", "access_denied"]);
    expect(textOf(await openBrowser(api.origin).get(await silent()), "error-code")).toBe("login_required");
  });

  it("is begun once its link is known, and only for ten minutes", async () => {
    const { body } = await begin();
    const { pathname, search } = new URL(body.trial_url);
    api.pass(601);
    const late = await browser.get(`${pathname}${search}`);
    expect([late.status, pageOf(late)]).toEqual([400, "error"]);
    expect((await browser.get(`${pathname}?request_uri=urn:ietf:params:oauth:request_uri:guess`)).status).toBe(400);
    expect((await browser.get(`/authorization?client_id=webClient&${search.slice(1)}`)).status).toBe(400);
  });

  it("needs clients:write and a client that people sign in to", async () => {
    const reading = await api.tokenOf("clients:read");
    const call = { method: "POST", body: {} };
    expect((await api.call("/clients/webClient/try-sign-in", { ...call, token: reading })).status).toBe(403);
    expect((await begin({}, (await api.programOf("clients:read")).id)).status).toBe(409);
    expect((await begin({}, "unknown")).status).toBe(404);
    expect((await begin({ redirect_uri: "x".repeat(2001) })).status).toBe(400);
  });
});

async function silent(): Promise<string> {
  const { pathname, search } = new URL((await begin({ prompt: "none" })).body.trial_url);
  return `${pathname}${search}`;
}
