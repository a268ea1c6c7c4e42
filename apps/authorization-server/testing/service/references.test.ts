/** Decision 214: the reference of an answer finds the events of its request, and the lines of the log. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../browser.ts";
import { initialAccessToken, metadata, send } from "../clients/registration.ts";
import { post, refresh } from "../clients/tokens.ts";
import { authorizationOf, basic, codeFor, redeem } from "../flows.ts";
import { type Service, startService } from "../service.ts";
import { password } from "../world.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** The types of the events that an answer's reference finds. */
async function eventsOf({ headers }: { readonly headers: Headers }): Promise<string[]> {
  const reference = headers.get("x-request-id");
  expect(reference).toMatch(/^[\w-]{12}$/);
  const text = "SELECT type FROM audit_event WHERE reference = $1 ORDER BY id";
  const { rows } = await service.database.pool.query<{ type: string }>(text, [reference]);
  return rows.map(({ type }) => type);
}

it("signing in, and failing to; consent", async () => {
  const browser = openBrowser(service.origin);
  const page = await browser.follow(await browser.get(authorizationOf("webClient")));
  const form = { username: "alice", action: "sign-in" };
  expect(await eventsOf(await browser.submit(page, "/login", { ...form, password: "wrong" }))).toEqual([
    "sign_in_failed",
  ]);
  const signedIn = await browser.submit(page, "/login", { ...form, password });
  expect(await eventsOf(signedIn)).toEqual(["sign_in"]);

  const consent = await browser.follow(signedIn);
  expect(await eventsOf(await browser.submit(consent, "/consent", { action: "allow", scope: "openid" }))).toEqual([
    "consent",
  ]);
});

it("signing out", async () => {
  const browser = openBrowser(service.origin);
  await codeFor(browser, "webClient");
  const page = await browser.get("/end_session");
  expect(await eventsOf(await browser.submit(page, "/end_session", {}))).toEqual(["sign_out"]);
});

it("a code that is presented again", async () => {
  const code = await codeFor(openBrowser(service.origin), "webClient");
  expect(await eventsOf(await redeem(service.origin, code))).toEqual([]);
  expect(await eventsOf(await redeem(service.origin, code))).toEqual(["code_replayed"]);
});

it("tokens that a client revokes", async () => {
  const scope = "openid offline_access";
  const at = { redirect_uri: "https://rp8.example/cb" };
  const code = await codeFor(openBrowser(service.origin), "offlineClient", { scope, prompt: "consent" });
  const { body } = await redeem(service.origin, code, at, basic("offlineClient"));
  const { refresh_token, access_token } = body as Record<string, string>;
  for (const token of [access_token, refresh_token]) {
    const answer = await post(service.origin, "/revoke", { token }, basic("offlineClient"));
    expect(await eventsOf(answer)).toEqual(["token_revoked"]);
  }
  expect(await eventsOf(await refresh(service.origin, "offlineClient", refresh_token ?? ""))).toEqual([]);
});

it("a client that registers", async () => {
  const token = await initialAccessToken(service, { expiresAt: new Date("2031-01-01T00:00:00Z") });
  expect(await eventsOf(await send(service, { token, body: metadata }))).toEqual(["client_registered"]);
});
