import type { Request } from "express";
import { describe, expect, it } from "vitest";
import { locationOf, openBrowser } from "../testing/browser.ts";
import { clientAndProvider } from "../testing/client-and-provider.ts";
import { es256Hash, type Lies } from "../testing/fake-provider.ts";
import { runClient } from "../testing/run-client.ts";

const parties = clientAndProvider();

/** Presses "Sign in". Returns the authorization request that the browser is redirected to. */
async function pressSignIn(as = parties.browser, query = ""): Promise<string> {
  return locationOf(await as.visit(`${parties.client.origin}/login${query}`, { method: "POST" }));
}

async function signIn(as = parties.browser, query = ""): Promise<Response> {
  return as.visit(parties.provider.approve(await pressSignIn(as, query)).href);
}

async function isSignedIn(as = parties.browser): Promise<boolean> {
  const page = await (await as.visit(parties.client.origin)).text();
  return page.includes('id="sign-out"');
}

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await isSignedIn()).toBe(false);
}

describe("the code flow: OIDC Core §3.1", () => {
  it("signs a person in and shows the provider's claims", async () => {
    parties.provider.lies = {
      userinfo: { name: "Alice <b>A</b>", email: "alice@example.com", address: { locality: "Ghent" } },
    };
    const back = await signIn();
    expect([back.status, locationOf(back)]).toEqual([303, `${parties.client.origin}/`]);

    const page = await (await parties.browser.visit(parties.client.origin)).text();
    expect(page).toContain('<dd id="sub">alice</dd>');
    expect(page).toContain("alice@example.com");
    expect(page).toContain("Ghent");
    expect(page).toContain("Alice &lt;b&gt;A&lt;/b&gt;");
    expect(page).not.toMatch(/<b>|undefined/);
  });

  it("keeps code, verifier and tokens out of the page", async () => {
    const callbackUrl = parties.provider.approve(await pressSignIn());
    await parties.browser.visit(callbackUrl.href);
    const page = await (await parties.browser.visit(parties.client.origin)).text();
    const verifier = parties.provider.tokenRequests[0]?.get("code_verifier") ?? "";
    expect(verifier).toHaveLength(43);
    for (const secret of [callbackUrl.searchParams.get("code") ?? "", verifier, "at-secret"]) {
      expect(page).not.toContain(secret);
    }
  });

  it("sends state, nonce and an S256 challenge that differ at every sign-in", async () => {
    const names = ["state", "nonce", "code_challenge"];
    const first = new URL(await pressSignIn()).searchParams;
    const second = new URL(await pressSignIn()).searchParams;
    expect(first.get("code_challenge_method")).toBe("S256");
    for (const name of names) {
      expect(first.get(name)?.length).toBeGreaterThanOrEqual(43);
      expect(first.get(name)).not.toBe(second.get(name));
    }
  });

  it("works without a userinfo endpoint", async () => {
    parties.provider.lies = { discovery: { userinfo_endpoint: undefined } };
    expect((await signIn()).status).toBe(303);
    expect(await isSignedIn()).toBe(true);
  });

  it("starts with a GET as well as with the button", async () => {
    const response = await parties.browser.visit(`${parties.client.origin}/login`);
    expect(new URL(locationOf(response)).origin).toBe(parties.provider.origin);
  });

  it("authenticates with its secret in the header if it has one", async () => {
    const seen: (string | null)[] = [];
    const confidential = await runClient(parties.provider.origin, { CLIENT_SECRET: "s3cret" });
    try {
      const away = await parties.browser.visit(`${confidential.origin}/login`);
      await parties.browser.visit(parties.provider.approve(locationOf(away)).href);
      seen.push(...parties.provider.tokenRequests.map((form) => form.get("client_secret")));
      expect(await (await parties.browser.visit(confidential.origin)).text()).toContain("client_secret");
    } finally {
      await confidential.close();
    }
    expect(seen).toEqual([null]); // The secret is not in the body.
  });
});

describe("rp-01: a callback needs the state of this browser (RFC 9700 §4.7)", () => {
  it.each([
    ["no state", (url: URL) => url.searchParams.delete("state")],
    ["an unknown state", (url: URL) => url.searchParams.set("state", "x".repeat(43))],
    ["an empty state", (url: URL) => url.searchParams.set("state", "")],
    ["two states", (url: URL) => url.searchParams.append("state", "x")],
  ])("refuses %s before any token request", async (_, change) => {
    const url = parties.provider.approve(await pressSignIn());
    change(url);
    const response = await parties.browser.visit(url.href);
    expect(response.status).toBe(400);
    await expectRefused(response);
    expect(parties.provider.tokenRequests).toEqual([]);
  });

  it("refuses the state of another browser", async () => {
    await pressSignIn();
    const url = parties.provider.approve(await pressSignIn(openBrowser()));
    expect((await parties.browser.visit(url.href)).status).toBe(400);
    expect(parties.provider.tokenRequests).toEqual([]);
    expect(await isSignedIn()).toBe(false);
  });
});

describe("rp-03: a response of another issuer is refused (RFC 9207 §2.4)", () => {
  it.each([
    ["another iss", (url: URL) => url.searchParams.set("iss", "https://h.example")],
    ["no iss, although the provider declares that it sends one", (url: URL) => url.searchParams.delete("iss")],
  ])("refuses %s before any token request", async (_, change) => {
    const url = parties.provider.approve(await pressSignIn());
    change(url);
    await expectRefused(await parties.browser.visit(url.href));
    expect(parties.provider.tokenRequests).toEqual([]);
  });
});

const iat = Math.floor(Date.now() / 1000);
const refusedAnswers: readonly [string, Lies][] = [
  ["rp-06: an ID token without nonce", { claims: { nonce: undefined } }],
  ["rp-06: an ID token with another nonce", { claims: { nonce: "another" } }],
  ["rp-07: an ID token for another client", { claims: { aud: "w2" } }],
  ["rp-07: an ID token for two clients without azp", { claims: { aud: ["web", "w2"] } }],
  ["rp-07: an ID token for two clients, issued to the other", { claims: { aud: ["web", "w2"], azp: "w2" } }],
  ["rp-07: an ID token issued to another client", { claims: { azp: "w2" } }],
  ["rp-08: an expired ID token", { claims: { iat: iat - 200, exp: iat - 100 } }],
  ["rp-08: an ID token of yesterday", { claims: { iat: iat - 86_400 } }],
  ["rp-08: an ID token of tomorrow", { claims: { iat: iat + 86_400, exp: iat + 90_000 } }],
  ["rp-08: an ID token without exp", { claims: { exp: undefined } }],
  ["rp-08: an ID token without sub", { claims: { sub: undefined } }],
  ["rp-08: an ID token with an empty sub", { discovery: { userinfo_endpoint: undefined }, claims: { sub: "" } }],
  [
    "OIDC Core §2: a sub of more than 255 characters",
    { claims: { sub: "a".repeat(256) }, userinfo: { sub: "a".repeat(256) } },
  ],
  ["OIDC Core §2: a sub with a line break", { claims: { sub: "a\n" }, userinfo: { sub: "a\n" } }],
  ["OIDC Core §3.1.3.7: an ID token signed with another key", { foreignKey: true }],
  [
    "rp-09: an ID token with the at_hash of another access token (OIDC Core §3.1.3.8)",
    { claims: { at_hash: es256Hash("x") } },
  ],
  ["rp-09: an ID token with an empty at_hash", { claims: { at_hash: "" } }],
  ["rp-09: an ID token whose at_hash is not text", { claims: { at_hash: null } }],
  ["OIDC Core §3.1.3.3: no ID token", { tokens: { id_token: undefined } }],
  ["RFC 6749 §7.1: a token of an unknown type", { tokens: { token_type: "mac" } }],
  ["rp-10: userinfo of another sub (OIDC Core §5.3.2)", { userinfo: { sub: "mallory" } }],
  ["rp-10: userinfo without sub", { userinfo: { sub: undefined } }],
  ["OIDC Core §5.3.3: a userinfo error", { userinfoStatus: 401 }],
  ["RFC 6749 §5.1: an answer beyond all bounds", { userinfo: { name: "x".repeat(300_000) } }],
];

describe("a response that fails a check signs no one in", () => {
  it.each(refusedAnswers)("refuses %s", async (_, lies) => {
    parties.provider.lies = lies;
    await expectRefused(await signIn());
    expect(parties.browser.cookie(new URL(parties.client.origin).host, "sample_client_session")).toBeUndefined();
  });

  it("rp-06: refuses an ID token with the nonce of another sign-in", async () => {
    const other = new URL(await pressSignIn(openBrowser())).searchParams.get("nonce");
    parties.provider.lies = { claims: { nonce: other } };
    await expectRefused(await signIn());
  });

  it("rp-08: refuses an ID token whose issuer differs in case", async () => {
    parties.provider.lies = { claims: { iss: parties.provider.origin.replace("localhost", "LOCALHOST") } };
    await expectRefused(await signIn());
  });

  it("OIDC Core §3.1.3.8: accepts the at_hash of the access token, and shows that it was verified", async () => {
    const accessToken = parties.provider.issueAccessToken();
    parties.provider.lies = { tokens: { access_token: accessToken }, claims: { at_hash: es256Hash(accessToken) } };
    expect((await signIn()).status).toBe(303);
    const page = await (await parties.browser.visit(parties.client.origin)).text();
    expect(page).toContain("Is the hash of the access token that came with it.");
  });

  it("accepts two audiences if azp names this client", async () => {
    parties.provider.lies = { claims: { aud: ["web", "w2"], azp: "web" } };
    expect((await signIn()).status).toBe(303);
  });
});

describe("rp-12: a person is identified by iss and sub, never by email address", () => {
  it.each([false, "false", undefined])(
    "creates another account for the same email (email_verified %s)",
    async (verified) => {
      const email = { email: "alice@corp.example" };
      parties.provider.lies = { userinfo: { ...email, email_verified: true } };
      await signIn();

      const mallory = openBrowser();
      const claims = { sub: "mallory", ...email, email_verified: verified };
      parties.provider.lies = { claims, userinfo: claims };
      await signIn(mallory);
      expect(await (await parties.browser.visit(parties.client.origin)).text()).toContain("Number 1<");
      expect(await (await mallory.visit(parties.client.origin)).text()).toContain("Number 2<");
    },
  );

  it("finds the account again when the email changed", async () => {
    await signIn();
    parties.provider.lies = { userinfo: { email: "new@example.com" } };
    await signIn();
    expect(await (await parties.browser.visit(parties.client.origin)).text()).toContain("You have signed in 2 times");
  });
});

describe("rp-13: after sign-in the browser stays on this site (RFC 9700 §4.11)", () => {
  it.each(["//evil.example", "/\\evil.example", "/%09/evil.example", "https:evil.example", "/..//evil.example"])(
    "falls back to / for %s",
    async (returnTo) => {
      for (const query of [`?returnTo=${returnTo}`, `?returnTo=${encodeURIComponent(returnTo)}`]) {
        expect(locationOf(await signIn(parties.browser, query))).toBe(`${parties.client.origin}/`);
      }
    },
  );

  it("returns to the requested page of ours", async () => {
    expect(locationOf(await signIn(parties.browser, "?returnTo=/signed-out%3Fx=1"))).toBe(
      `${parties.client.origin}/signed-out?x=1`,
    );
  });
});

describe("rp-14: signing in changes the session id (no fixation)", () => {
  const session = "sample_client_session";

  it("creates a new id and ends the old session", async () => {
    const { host } = new URL(parties.client.origin);
    await signIn();
    const before = parties.browser.cookie(host, session) ?? "";
    await signIn();
    expect(parties.browser.cookie(host, session)).not.toBe(before);

    const thief = openBrowser();
    thief.setCookie(host, session, before);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it("never uses an id that was planted", async () => {
    const { host } = new URL(parties.client.origin);
    parties.browser.setCookie(host, session, "planted");
    await signIn();
    expect(parties.browser.cookie(host, session)).not.toBe("planted");
  });
});

describe("rp-15: an error response is explained, never repeated (RFC 6749 §4.1.2.1)", () => {
  async function answerWith(error: string): Promise<[number, string]> {
    const url = parties.provider.approve(await pressSignIn());
    url.searchParams.delete("code");
    url.searchParams.set("error", error);
    url.searchParams.set("error_description", "<img src=x onerror=alert(1)>");
    const response = await parties.browser.visit(url.href);
    return [response.status, await response.text()];
  }

  it("explains a known code and offers another try", async () => {
    const [status, page] = await answerWith("access_denied");
    expect(status).toBe(400);
    expect(page).toContain("You were not signed in");
    expect(page).toContain('<code id="error-code">access_denied</code>');
    expect(page).toContain('id="try-again"');
    expect(page).not.toContain("onerror");
  });

  it("shows a reference, by which the log has the reason", async () => {
    const referenceOn = (page: string) => /<code id="reference">([\da-f]{12})<\/code>/.exec(page)?.[1];
    const [, refused] = await answerWith("access_denied");
    const unknown = await (await parties.browser.visit(`${parties.client.origin}/nowhere`)).text();
    const lines = parties.client.log.map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "sign_in_failed", reference: referenceOn(refused), reasons: expect.any(Array) }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ event: "page_unknown", reference: referenceOn(unknown) }));
  });

  it("shows nothing of an unknown code or of a description", async () => {
    const [status, page] = await answerWith("<script>alert(1)</script>");
    expect(status).toBe(400);
    expect(page).not.toMatch(/<script|alert\(1\)|onerror|error-code/);
    expect(parties.provider.tokenRequests).toEqual([]);
  });
});

describe("rp-17: another browser's code is not redeemed (login CSRF, RFC 9700 §4.7)", () => {
  it.each([
    ["with the attacker's state", false],
    ["without a state", true],
  ])("refuses it %s", async (_, bare) => {
    const url = parties.provider.approve(await pressSignIn(openBrowser()));
    if (bare) url.searchParams.delete("state");
    await expectRefused(await parties.browser.visit(url.href));
    expect(parties.provider.tokenRequests).toEqual([]);
  });
});

describe("rp-21: invented key ids cause few requests to the provider (OIDC Core §10.1.1)", () => {
  it("fetches the keys once for many tokens with unknown kids", async () => {
    const browsers = Array.from({ length: 500 }, openBrowser);
    await pressSignIn();
    for (let i = 0; i < browsers.length; i += 50) {
      const refused = browsers.slice(i, i + 50).map(async (each, j) => {
        parties.provider.lies = { header: { kid: `random-${i + j}` } };
        return signIn(each);
      });
      for (const response of await Promise.all(refused)) expect(response.status).toBe(502);
    }
    expect(parties.provider.tokenRequests).toHaveLength(500);
    expect(parties.provider.requests.filter((path) => path === "/jwks")).toHaveLength(1);
  }, 60_000);
});

describe("rp-22: /login ignores parameters of its address (state fixation, RFC 9700 §4.7.1)", () => {
  it("creates its own values and uses the configured redirect_uri", async () => {
    const attack =
      "?state=ATTACKER&nonce=ATTACKER&code_verifier=ATTACKER&redirect_uri=https://evil.example&client_id=evil";
    const url = await pressSignIn(parties.browser, attack);
    expect(url).not.toMatch(/ATTACKER|evil/);
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${parties.client.origin}/callback`);

    await parties.browser.visit(parties.provider.approve(url).href);
    expect(parties.provider.tokenRequests[0]?.get("code_verifier")).not.toBe("ATTACKER");
  });
});

describe("rp-24: a wider scope in the response gives no wider rights (RFC 6749 §5.1)", () => {
  async function grantedWith(scope: string | undefined): Promise<string[]> {
    parties.provider.lies = { tokens: { scope } };
    await signIn();
    const page = await (await parties.browser.visit(parties.client.origin)).text();
    const scopes = /id="scopes"[\s\S]*?<\/section>/.exec(page)?.[0] ?? "";
    return [...scopes.matchAll(/<code>([^<]+)<\/code><\/dt>\s*<dd>\s*<span class="yes">/g)].map(
      ([, name]) => name ?? "",
    );
  }

  it.each([
    ["no scope means the requested scope", undefined, ["openid", "profile", "email", "address", "phone"]],
    ["an empty scope grants nothing", "", []],
    ["a wider scope adds nothing", "openid email admin", ["openid", "email"]],
  ])("%s", async (_, answered, expected) => {
    expect(await grantedWith(answered)).toEqual(expected);

    // This checks not only the page, but the value that the rest of the application would use.
    const { host } = new URL(parties.client.origin);
    const cookie = `sample_client_session=${parties.browser.cookie(host, "sample_client_session")}`;
    expect(parties.client.deps.sessions.read({ headers: { cookie } } as Request)?.scopes).toEqual(expected);
  });
});
