/** Invalid authorization requests, and their error responses: RFC 6749 §4.1.2.1, OIDC Core §3.1.2.6. */

import { authorize, scriptedBrowser, signInFields } from "../../support/browser/scripted-browser.ts";
import { type Answer, send, sendForm } from "../../support/http.ts";
import type { RelyingParty } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import type { World } from "../../support/worlds/world.ts";

type Parameters = Readonly<Record<string, string>>;

/** RFC 6749 Appendix A.8. */
const DESCRIPTION = /^[\x20\x21\x23-\x5B\x5D-\x7E]*$/;

function expectRedirected(
  world: World,
  rp: RelyingParty,
  answer: Answer,
  error: string | RegExp,
  state: string | null,
): void {
  expect([302, 303]).toContain(answer.status);
  const location = answer.headers.location ?? "";
  expect(location.startsWith(rp.redirectUri), location).toBe(true);
  // OAuth Multiple Response Types §5: the error is where the response would have been, in the query or in the
  // fragment.
  expect(location.slice(rp.redirectUri.length)).toMatch(/^[?#][^?#]*$/);
  const searchParams = new URLSearchParams(location.slice(rp.redirectUri.length + 1));
  expect(searchParams.get("error")).toMatch(error);
  expect(searchParams.get("state")).toBe(state);
  expect(searchParams.get("iss")).toBe(world.issuer);
  expect(searchParams.get("error_description")).toMatch(DESCRIPTION);
  for (const name of ["code", "access_token", "id_token"]) expect(searchParams.has(name)).toBe(false);
}

function expectShown(answer: Answer): void {
  expect(answer.status).toBe(400);
  expect(answer.headers).not.toHaveProperty("location");
  expect(answer.body).toContain('id="error-code"');
}

// Unknown to us, or not registered by this client: both are refused.
const NOT_FOR_THIS_CLIENT = /^(unsupported_response_type|unauthorized_client)$/;

const REFUSED: readonly (readonly [id: string, error: string | RegExp, changes: Parameters])[] = [
  ["authz-04", NOT_FOR_THIS_CLIENT, { response_type: "token" }],
  ["authz-04", NOT_FOR_THIS_CLIENT, { response_type: "id_token" }],
  ["authz-04", NOT_FOR_THIS_CLIENT, { response_type: "code token" }],
  ["authz-04", NOT_FOR_THIS_CLIENT, { response_type: "code id_token token" }],
  ["authz-04", NOT_FOR_THIS_CLIENT, { response_type: "none" }],
  ["authz-10", "invalid_scope", { scope: 'openid "x"' }],
  ["authz-10", "invalid_scope", { scope: "openid\\email" }],
  ["authz-10", "invalid_scope", { scope: "openid\temail" }],
  ["authz-10", "invalid_scope", { scope: "openid  email" }],
  ["authz-10", "invalid_scope", { scope: "openid\u00a0email" }],
  ["authz-15", "invalid_request", { prompt: "none login" }],
  ["authz-17", "invalid_request", { max_age: "-1" }],
  ["authz-17", "invalid_request", { max_age: "1e9" }],
  ["authz-17", "invalid_request", { max_age: "0x10" }],
  ["authz-17", "invalid_request", { max_age: "99999999999999999999" }],
  ["authz-24", "registration_not_supported", { registration: "{}" }],
  ["authz-25", "invalid_target", { resource: "https://api.example/#x" }],
  ["authz-30", "invalid_authorization_details", { authorization_details: '[{"type":"unknown"}]' }],
  ["authz-30", "invalid_authorization_details", { authorization_details: '{"type":"x"}' }],
  ["authz-30", "invalid_authorization_details", { authorization_details: "[null]" }],
  ["authz-30", "invalid_authorization_details", { authorization_details: '[{"type":["a"]}]' }],
  ["authz-30", "invalid_authorization_details", { authorization_details: "[" }],
  ["authz-25", "invalid_target", { resource: "not a uri" }],
  ["authz-25", "invalid_target", { resource: "https://other.example/" }],
  ["resp-05", "invalid_request", { response_mode: "bogus" }],
  ["resp-06", NOT_FOR_THIS_CLIENT, { response_type: "code id_token", response_mode: "query" }],
  ["resp-08", "invalid_request", { response_mode: "JWT" }],
  ["resp-08", "invalid_request", { response_mode: "query.jws" }],
  ["resp-08", "invalid_request", { response_mode: "form_post.jwt " }],
  ["resp-11", "invalid_scope", { scope: 'é"\\' }],
  ["resp-11", "invalid_request", { prompt: 'x"y' }],
  ["resp-15", "invalid_request", { response_mode: "web_message" }],
  ["pkce-05", "invalid_request", { code_challenge_method: "" }],
  ["pkce-06", "invalid_request", { code_challenge_method: "plain" }],
  ["pkce-06", "invalid_request", { code_challenge_method: "s256" }],
  ["pkce-06", "invalid_request", { code_challenge_method: "S512" }],
  ["pkce-06", "invalid_request", { code_challenge_method: "S256 " }],
  ["pkce-07", "invalid_request", { code_challenge: "a".repeat(42) }],
  ["pkce-07", "invalid_request", { code_challenge: "a".repeat(129) }],
  ["pkce-07", "invalid_request", { code_challenge: `${"a".repeat(42)}=` }],
  ["pkce-07", "invalid_request", { code_challenge: `${"a".repeat(42)}+` }],
  ["pkce-07", "invalid_request", { code_challenge: `${"a".repeat(42)}/` }],
  ["pkce-07", "invalid_request", { code_challenge: `${"a".repeat(42)} ` }],
  ["pkce-01, pkce-02", "invalid_request", { code_challenge: "", code_challenge_method: "" }],
  ["authz-03", "invalid_request", { response_type: "" }],
  ["authz-13", "login_required", { prompt: "none" }],
];

test.describe("an error is sent to a known client, with state and issuer, and without a code", () => {
  for (const [id, error, changes] of REFUSED) {
    test(`${id}: ${JSON.stringify(changes)} is ${error}`, async ({ world, rp }) => {
      const { url, parameters } = await rp.begin({ ...changes, state: "st1" });
      expectRedirected(world, rp, await send(world, url), error, "st1");
      // A valid POST is stored, and answered when it comes back as a GET.
      if (error === "login_required") return;
      expectRedirected(world, rp, await sendForm(world, `${world.issuer}/authorization`, parameters), error, "st1");
    });
  }

  for (const changes of [{ request_uri: "https://evil.test/request" }, { request: "eyJhbGciOiJub25lIn0.e30." }]) {
    test(`authz-24: ${Object.keys(changes)[0]} that the client did not register is refused`, async ({ world, rp }) => {
      const { status, headers } = await send(world, (await rp.begin(changes)).url);
      if (status === 400) expect(headers).not.toHaveProperty("location");
      else expect(new URL(headers.location ?? "").searchParams.get("error")).toMatch(/^(invalid_)?request/);
    });
  }

  test("authz-06: scope twice is invalid_request", async ({ world, rp }) => {
    const { url } = await rp.begin({ state: "st1" });
    expectRedirected(world, rp, await send(world, `${url}&scope=openid`), "invalid_request", "st1");
  });

  test("authz-08: state twice is invalid_request, and neither value is returned", async ({ world, rp }) => {
    const { url } = await rp.begin({ state: "st1" });
    expectRedirected(world, rp, await send(world, `${url}&state=st2`), "invalid_request", null);
  });

  test("authz-11: a scope that the client is not allowed is invalid_scope", async ({ world, rp, operator }) => {
    const { redirectUri } = rp;
    const narrow = await operator.addClient(
      "--name",
      "Narrow",
      "--redirect-uri",
      redirectUri,
      "--scope",
      "openid email",
    );
    const { url } = await rp.begin({ client_id: narrow.clientId, scope: "openid phone", state: "st1" });
    expectRedirected(world, rp, await send(world, url), "invalid_scope", "st1");
  });
});

test.describe("an error is shown until client and redirect URI are known", () => {
  test("authz-01: an unknown client", async ({ world, rp }) => {
    const { url } = await rp.begin({ client_id: "does-not-exist", redirect_uri: "https://evil.test/cb" });
    expectShown(await send(world, url));
  });

  test("authz-02: also if something else is wrong with the request", async ({ world, rp }) => {
    const { url } = await rp.begin({ response_type: "bogus", redirect_uri: "https://evil.test/cb" });
    expectShown(await send(world, url));
  });

  test("authz-07: two clients, in either order", async ({ world, rp }) => {
    const { url } = await rp.begin();
    expectShown(await send(world, `${url}&client_id=sample-client`));
    expectShown(await send(world, url.replace("?", "?client_id=sample-client&")));
  });

  test("resp-10: the page does not repeat what was sent", async ({ world, rp }) => {
    const markup = "<svg onload=1>";
    const answer = await send(
      world,
      (await rp.begin({ client_id: markup, redirect_uri: `https://evil.test/${markup}` })).url,
    );
    expectShown(answer);
    expect(answer.body).not.toContain("onload");
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["content-security-policy"]).toMatch(/default-src 'none'/);
  });
});

test.describe("other methods and formats", () => {
  test("authz-26: a JSON body starts no request", async ({ world, rp }) => {
    const body = JSON.stringify((await rp.begin()).parameters);
    const answer = await send(world, `${world.issuer}/authorization`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect([400, 415]).toContain(answer.status);
    expect(answer.headers).not.toHaveProperty("location");
  });

  for (const method of ["PUT", "DELETE", "PATCH"]) {
    test(`authz-27: ${method} is 405`, async ({ world, rp }) => {
      expect((await send(world, (await rp.begin()).url, { method })).status).toBe(405);
    });
  }

  test("authz-27: a header cannot change the method of a GET", async ({ world, rp }) => {
    const answer = await send(world, (await rp.begin()).url, { headers: { "x-http-method-override": "POST" } });
    expect(answer.headers.location).toMatch(/^\/login\?request=/);
  });

  test("authz-12: OPENID is not openid: no ID token, and nothing at /userinfo", async ({ world, rp, person }) => {
    const begun = await rp.begin({ scope: "OPENID" });
    const tokens = await rp
      .redeem({ ...begun, nonce: "" }, await authorize(scriptedBrowser(world), begun.url, person))
      .catch((error: unknown) => error);
    expect(tokens).not.toHaveProperty("id_token");
  });

  test("authz-20: markup in hints is text on the sign-in page", async ({ world, rp }) => {
    const markup = '"><img src=x onerror=alert(1)>';
    const { url } = await rp.begin({
      login_hint: markup,
      ui_locales: 'en"><script>',
      acr_values: markup,
      display: markup,
    });
    const page = await scriptedBrowser(world).open(url);
    expect(page.status).toBe(200);
    expect(page.body).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(page.body).not.toMatch(/<img src=x|<script(?! src="\/assets\/)/);
    expect(page.headers["content-security-policy"]).not.toContain("unsafe-inline");
  });
});

test.describe("the parameters of a request stay at the issuer until it is answered", () => {
  test("par-08: personal parameters are in no cookie and no address", async ({ world, rp, demo }) => {
    const hint = "someone.private@example.com";
    const personal = { login_hint: hint, claims: JSON.stringify({ userinfo: { email: { value: hint } } }) };
    const { url, parameters } = await rp.begin(personal);
    const browser = scriptedBrowser(world);
    const parked = await browser.once(url);
    const held = await sendForm(world, `${world.issuer}/authorization`, parameters);
    const page = await browser.open(new URL(parked.headers.location ?? "", world.issuer).href);
    const next = await browser.submit(page, signInFields(demo));

    for (const { status, headers } of [parked, held, page, next]) {
      expect([200, 303]).toContain(status);
      expect(JSON.stringify([headers.location, headers["set-cookie"]])).not.toMatch(/private|claims|login_hint/);
    }
    expect(`${page.url} ${next.url}`).not.toMatch(/private|claims|login_hint/);
  });

  test("par-10: the address of a parked request cannot be guessed", async ({ world, rp }) => {
    const { parameters } = await rp.begin();
    const pushed = await Promise.all(
      Array.from({ length: 20 }, () => sendForm(world, `${world.issuer}/authorization`, parameters)),
    );
    const uris = pushed.map(({ headers }) =>
      new URL(headers.location ?? "", world.issuer).searchParams.get("request_uri"),
    );
    expect(new Set(uris).size).toBe(20);
    for (const uri of uris) expect(uri).toMatch(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/);

    for (const guess of ["guess", "a".repeat(43), `${uris[0]?.split(":").at(-1)?.slice(0, -1)}_`, ""]) {
      const guessed = { client_id: rp.clientId, request_uri: `urn:ietf:params:oauth:request_uri:${guess}` };
      expectShown(await send(world, `${world.issuer}/authorization?${new URLSearchParams(guessed)}`));
    }
  });
});
