/** Codes and their binding: RFC 6749 §4.1.2 and §4.1.3, RFC 7636 §4.6. */

import { authorize, scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import { json } from "../../support/http.ts";
import { relyingParty, userinfo } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import { basic, expectTokenError, type Form, freshCode, tokenRequest } from "../../support/token-endpoint.ts";

const OTHER_VERIFIER = "w".repeat(43);

const MISFITS: readonly (readonly [id: string, name: string, errors: readonly string[], changes: Form])[] = [
  ["pkce-03", "no verifier", ["invalid_grant"], { code_verifier: "" }],
  ["pkce-08", "a verifier of 42 characters", ["invalid_grant", "invalid_request"], { code_verifier: "v".repeat(42) }],
  ["pkce-08", "a verifier of 129 characters", ["invalid_grant", "invalid_request"], { code_verifier: "v".repeat(129) }],
  ["pkce-08", "a verifier with a plus", ["invalid_grant", "invalid_request"], { code_verifier: `${"v".repeat(42)}+` }],
  ["pkce-08", "another verifier", ["invalid_grant"], { code_verifier: OTHER_VERIFIER }],
  [
    "pkce-10",
    "a challenge of its own",
    ["invalid_grant"],
    { code_challenge_method: "plain", code_challenge: OTHER_VERIFIER, code_verifier: OTHER_VERIFIER },
  ],
  ["code-07", "no redirect URI", ["invalid_grant"], { redirect_uri: "" }],
  ["code-07", "another redirect URI", ["invalid_grant"], { redirect_uri: "https://rp2.test/cb" }],
  ["code-07", "capitals in the redirect URI", ["invalid_grant"], { redirect_uri: "https://RP.test/cb" }],
  ["code-09", "SQL for a code", ["invalid_grant"], { code: "' OR 1=1--" }],
  ["code-09", "a path for a code", ["invalid_grant"], { code: "../../x" }],
  ["code-09", "a code with a NUL", ["invalid_grant", "invalid_request"], { code: "a\0b" }],
  ["tok-10", "a scope beyond what was approved", ["invalid_scope"], { scope: "openid phone" }],
  ["tok-10", "an unknown scope", ["invalid_scope"], { scope: "openid admin" }],
];

test.describe("a code with a wrong binding is not redeemed, and not used up", () => {
  for (const [id, name, errors, changes] of MISFITS) {
    test(`${id}: ${name}`, async ({ world, rp, demo }) => {
      const { form } = await freshCode(world, rp, demo);
      expectTokenError(await tokenRequest(world, { ...form, ...changes }, basic(rp)), 400, ...errors);
      expect((await tokenRequest(world, form, basic(rp))).status).toBe(200);
    });
  }

  test("pkce-11: two verifiers, or one in brackets", async ({ world, rp, demo }) => {
    const { form } = await freshCode(world, rp, demo);
    const pairs = Object.entries(form);
    const twice = await tokenRequest(world, [...pairs, ["code_verifier", OTHER_VERIFIER]], basic(rp));
    expectTokenError(twice, 400, "invalid_request");
    const { code_verifier: verifier = "", ...rest } = form;
    const bracketed = await tokenRequest(world, { ...rest, "code_verifier[]": verifier }, basic(rp));
    expectTokenError(bracketed, 400, "invalid_grant", "invalid_request");
  });

  test("code-04, code-05: another client's code, sent by a confidential and by a public client", async ({
    world,
    rp,
    operator,
    demo,
  }) => {
    const { form } = await freshCode(world, rp, demo);
    const other = await operator.addClient("--name", "Other", "--redirect-uri", rp.redirectUri);
    expectTokenError(await tokenRequest(world, form, basic(other)), 400, "invalid_grant");
    expectTokenError(await tokenRequest(world, { ...form, client_id: "demo-spa" }), 400, "invalid_grant");
    expect((await tokenRequest(world, form, basic(rp))).status).toBe(200);
  });
});

test.describe("RFC 6749 §4.1.2: a code is used once", () => {
  test("code-02: of 20 concurrent requests one gets tokens", async ({ world, rp, demo }) => {
    const { form } = await freshCode(world, rp, demo);
    const answers = await Promise.all(Array.from({ length: 20 }, () => tokenRequest(world, form, basic(rp))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectTokenError(answer, 400, "invalid_grant");
  });

  test("code-01: a replay by another client revokes nothing", async ({ world, rp, demo }) => {
    const { form } = await freshCode(world, rp, demo);
    const tokens = json(await tokenRequest(world, form, basic(rp)));
    expectTokenError(await tokenRequest(world, { ...form, client_id: "demo-spa" }), 400, "invalid_grant");
    expect((await userinfo(world, String(tokens.access_token))).status).toBe(200);
  });
});

test.describe("specification §4.8 rule 7: scope after consent", () => {
  test("may be narrowed at the token endpoint, and the response says so", async ({ world, rp, demo }) => {
    const { form } = await freshCode(world, rp, demo);
    const answer = await tokenRequest(world, { ...form, scope: "openid" }, basic(rp));
    expect(json(answer).scope).toBe("openid");
    expect(Object.keys(json(await userinfo(world, String(json(answer).access_token))))).toEqual(["sub"]);
  });
});

test.describe("resp: the authorization response", () => {
  test("resp-01, resp-02: 303 to the registered address, with code, state, session state, issuer, no more", async ({
    world,
    rp,
    demo,
  }) => {
    const { callback } = await freshCode(world, rp, demo, { state: 'x"y z&<>' });
    expect([...callback.searchParams.keys()].sort()).toEqual(["code", "iss", "session_state", "state"]);
    expect(callback.searchParams.get("state")).toBe('x"y z&<>');
    expect(callback.searchParams.get("iss")).toBe(world.issuer);
    expect(callback.hash).toBe("");
  });

  test("resp-04: a state of any characters is returned, and splits no header", async ({ world, rp, demo }) => {
    const state = "a\r\nSet-Cookie: a=b\u2028é";
    expect((await freshCode(world, rp, demo, { state })).callback.searchParams.get("state")).toBe(state);
  });

  test("resp-04: a state with a NUL, or of more than 4 KiB, is refused", async ({ world, rp }) => {
    const answers = [
      await scriptedBrowser(world).once((await rp.begin({ state: "a\0b" })).url),
      await scriptedBrowser(world).once((await rp.begin({ state: "s".repeat(5_000) })).url),
      await scriptedBrowser(world).once((await rp.begin({ state: "s".repeat(12 * 1024) })).url),
    ];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 400]);
    for (const { headers } of answers.slice(0, 2)) expect(headers.location).toContain("error=invalid_request");
  });

  test("resp-09: a registered query stays, and the response is added to it", async ({ world, rp, operator, demo }) => {
    const redirectUri = `${rp.redirectUri}?env=1`;
    const client = await operator.addClient("--name", "With a query", "--redirect-uri", redirectUri);
    const party = await relyingParty(world, { ...client, redirectUri });
    const callback = await authorize(scriptedBrowser(world), (await party.begin()).url, demo);
    expect(callback.href).toMatch(/\/cb\?env=1&/);
    expect(callback.searchParams.get("code")).toMatch(/^[\w-]{43}$/);
  });

  test("code-13: codes have 256 bits, and no two have the same beginning", async ({ world, rp, demo }) => {
    const browser = scriptedBrowser(world);
    const codes = new Set<string>();
    for (let count = 0; count < 40; count += 1) {
      const callback = await authorize(browser, (await rp.begin()).url, demo);
      codes.add((callback.searchParams.get("code") ?? "").slice(0, 8));
    }
    expect(codes.size).toBe(40);
  });
});
