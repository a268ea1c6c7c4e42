import { RESPONSE_TYPES } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, type Fields, hiddenFields, openBrowser } from "../../../../testing/browser.ts";
import { agree, authorizationOf, basic, redeem, signIn, standard } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";

const redirectUri = "https://rph.example/cb";

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM consent");
  browser = openBrowser(service.origin);
});

const requestOf = (changes: Fields) => authorizationOf("hybridClient", { response_mode: "form_post", ...changes });

/** The fields that a page posts to the client. Checks that nothing of the response is anywhere else. */
function posted(page: Answer, action = redirectUri): Record<string, string> {
  expect([page.status, page.location]).toEqual([200, undefined]);
  expect(page.body.match(/<form/g)).toHaveLength(1);
  expect(page.body).toContain('<form method="post"');
  return hiddenFields(page.body, action);
}

describe("Form Post Response Mode §2: the response is a form that posts itself to the client", () => {
  it.each(RESPONSE_TYPES.map((type) => [type]))("for response type %s", async (type) => {
    const signedIn = await signIn(browser, await browser.get(requestOf({ response_type: type })));
    const fields = posted(await agree(browser, signedIn));
    const withToken = type.split(" ").includes("token");
    expect(Object.keys(fields).sort()).toEqual(
      [
        ...(withToken ? ["access_token", "expires_in", "scope", "token_type"] : []),
        ...type.split(" ").filter((name) => name === "code" || name === "id_token"),
        "iss",
        "session_state",
        "state",
      ].sort(),
    );
    expect([fields.state, fields.iss]).toEqual(["st1", issuer]);
  });

  it("with a code that the client can redeem", async () => {
    const signedIn = await signIn(browser, await browser.get(requestOf({})));
    const { code = "" } = posted(await agree(browser, signedIn));
    const { status } = await redeem(service.origin, code, { redirect_uri: redirectUri }, basic("hybridClient"));
    expect(status).toBe(200);
  });

  it("for a request that was sent by POST", async () => {
    const begun = await browser.post(
      "/authorization",
      Object.fromEntries(standard("hybridClient", { response_mode: "form_post" })),
    );
    expect(posted(await agree(browser, await signIn(browser, begun)))).toHaveProperty("code");
  });

  it("at once, if no page is needed", async () => {
    await agree(browser, await signIn(browser, await browser.get(requestOf({}))));
    expect(posted(await browser.get(requestOf({ prompt: "none" })))).toHaveProperty("code");
  });

  it("once: after the back button the page shows no second response", async () => {
    const consent = await signIn(browser, await browser.get(requestOf({})));
    posted(await agree(browser, consent));
    expect((await agree(browser, consent)).status).toBe(400);
  });

  it("resp-12: on a page that is not framed, not stored, and runs only our script", async () => {
    const { headers, body } = await browser.get(requestOf({ prompt: "none" }));
    const policy = headers.get("content-security-policy")?.split("; ") ?? [];
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"]),
    );
    expect(policy.join()).not.toMatch(/unsafe|form-action|https?:/);
    expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual(["no-store", "no-referrer"]);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(body.match(/<script[^>]*>/g)).toEqual([expect.stringContaining('<script src="/assets/form-post.js?v=')]);
    expect(body).toContain('<button id="continue"');
  });

  it("no other page runs a script, except our own two on the sign-in page", async () => {
    const login = await browser.follow(await browser.get(requestOf({})));
    expect(login.body.match(/<script.*/g)).toEqual([
      expect.stringContaining('src="/assets/passkeys.js?v='),
      expect.stringContaining('src="/assets/ui.js?v='),
    ]);
    const { headers, body } = await signIn(browser, login);
    expect(body).toContain('id="consent"');
    expect(body).not.toContain("<script");
    expect(headers.get("content-security-policy")).not.toContain("script-src");
  });
});

describe("Form Post Response Mode §2: an error is sent as the response would be", () => {
  it.each([
    ["a contradictory request", { prompt: "none login" }, "invalid_request"],
    ["prompt=none without a session", { prompt: "none" }, "login_required"],
    ["a missing nonce", { response_type: "code id_token", nonce: undefined }, "invalid_request"],
    ["an unknown response type", { response_type: "bogus" }, "unsupported_response_type"],
    ["no response type", { response_type: undefined }, "invalid_request"],
    ["a state that no form can carry", { state: "a\nb" }, "invalid_request"],
  ])("%s, asked for by GET and by POST", async (_, changes, error) => {
    const answers = [
      await browser.get(requestOf(changes)),
      await browser.follow(
        await browser.post(
          "/authorization",
          Object.fromEntries(standard("hybridClient", { response_mode: "form_post", ...changes })),
        ),
      ),
    ];
    for (const answer of answers) {
      const fields = posted(answer);
      expect(fields).toMatchObject({ error, error_description: expect.any(String), iss: issuer });
      expect(Object.keys(fields)).toEqual(["error", "error_description", "state", "iss"]);
    }
  });

  it.each(["login", "consent"])("consent-09: a refusal on the page %s", async (page) => {
    const login = await browser.follow(await browser.get(requestOf({})));
    const answer =
      page === "login"
        ? await browser.follow(await browser.submit(login, "/login", { action: "cancel" }))
        : await agree(browser, await signIn(browser, login), { action: "deny" });
    expect(posted(answer)).toMatchObject({ error: "access_denied", state: "st1", iss: issuer });
  });

  it("another person than the hint names, after sign-in", async () => {
    const mine = openBrowser(service.origin);
    const first = posted(
      await agree(mine, await signIn(mine, await mine.get(requestOf({ response_type: "id_token" })))),
    );
    const other = await browser.get(requestOf({ id_token_hint: first.id_token }));
    expect(posted(await signIn(browser, other, "mallory"))).toMatchObject({ error: "login_required", state: "st1" });
  });

  it.each([
    ["resp-08: an unknown client", { client_id: "nobody" }],
    ["resp-08: a redirect URI that is not registered", { redirect_uri: 'https://rph.example/cb"onmouseover="x' }],
  ])("%s is shown, and not posted", async (_, changes) => {
    const { status, body } = await browser.get(requestOf(changes));
    expect(status).toBe(400);
    expect(body).not.toMatch(/<form|<script|onmouseover|rph\.example/);
  });

  it.each(["form_post.jws", "FORM_POST", "form_post fragment"])("resp-05: %s is an unknown mode", async (mode) => {
    const { location } = await browser.get(requestOf({ response_mode: mode }));
    expect([location?.searchParams.get("error"), location?.searchParams.get("state")]).toEqual([
      "invalid_request",
      "st1",
    ]);
  });
});

describe("resp-03: the client's values are text in the form, never markup", () => {
  it.each([
    '"><script>alert(1)</script>',
    "' onfocus=x",
    "</form><form action=https://evil.example>",
    "&quot;&#39;<!--",
  ])("the state %s", async (state) => {
    const page = await browser.get(requestOf({ state, prompt: "none" }));
    expect(posted(page).state).toBe(state);
    expect(page.body).not.toMatch(/alert\(1\)<\/script>|' onfocus|<form action=https/);
  });

  it.each(["s".repeat(128), "\u2028", "a b+c%20&error=none", "é😀"])(
    "specification §4.8 rule 5: the state %j is returned as it was sent",
    async (state) => {
      expect(posted(await browser.get(requestOf({ state, prompt: "none" }))).state).toBe(state);
    },
  );

  it("resp-09: the action is the registered URI, with its query unchanged", async () => {
    const registered = "https://rph.example/cb?env='1'&a";
    const page = await browser.get(requestOf({ redirect_uri: registered, prompt: "none" }));
    expect(posted(page, "https://rph.example/cb?env=&#39;1&#39;&amp;a")).toHaveProperty("error");
  });
});
