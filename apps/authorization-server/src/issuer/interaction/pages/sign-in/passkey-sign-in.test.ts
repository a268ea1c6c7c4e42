/** Signing in with a passkey, over HTTP: WebAuthn §7.2, and the session that follows. */

import { type HeldCredential, type Lies, newCredential, prove } from "@countersign/dev/test-authenticator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../../../testing/browser.ts";
import { addedPasskey, optionsOf, passkeySignIn, sendPasskey, site } from "../../../../../testing/factors/passkeys.ts";
import { agree, authorizationOf, redeem } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";

let service: Service;
let browser: Browser;
let key: HeldCredential;
beforeAll(async () => {
  service = await startService();
  key = await added(service.alice);
  service.pass(60);
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
});

const begun = async (at = browser) => at.follow(await at.get(authorizationOf("webClient")));
const send = (page: Answer, response: unknown, at = browser) => sendPasskey(at, page, response);
const signIn = async (credential = key, lies: Lies = {}) => passkeySignIn(browser, await begun(), credential, lies);
const added = (userId: string, about: Parameters<typeof addedPasskey>[2] = {}) => addedPasskey(service, userId, about);
const signIns = async () =>
  Number((await service.rows("SELECT count(*) FROM audit_event WHERE type = 'sign_in'"))[0]?.count);
const events = async () =>
  (await service.rows("SELECT type, user_id FROM audit_event ORDER BY id DESC LIMIT 2")).map(({ type }) => type);

describe("WebAuthn §7.2: a person signs in with a passkey and types nothing", () => {
  it("and the client receives a code for phr, by pop, user and mfa", async () => {
    const answer = await browser.follow(await signIn());
    const back = answer.body.includes('action="/consent"') ? await agree(browser, answer) : answer;
    const code = back.location?.searchParams.get("code") ?? "";
    const { body } = await redeem(service.origin, code);
    const claims = JSON.parse(Buffer.from(body.id_token.split(".")[1], "base64url").toString());
    expect(claims).toMatchObject({ sub: service.alice, acr: "phr", amr: ["pop", "user", "mfa"] });
    expect(await service.rows("SELECT last_used_at FROM passkey")).toEqual([{ last_used_at: service.clock.now }]);
  });

  it("the browser is known for the account from then on, and the audit log has the sign-in", async () => {
    await signIn();
    expect([...browser.cookies.keys()].some((name) => name.endsWith("-device"))).toBe(true);
    expect((await events())[0]).toBe("sign_in");
  });

  it("pkey-13: the page names no credentials, regardless of the hint", async () => {
    const shown = await Promise.all(
      ["alice", "nobody"].map(async (hint) => {
        const at = openBrowser(service.origin);
        return optionsOf(await at.follow(await at.get(authorizationOf("webClient", { login_hint: hint }))));
      }),
    );
    const [known, unknown] = shown.map((options) => ({ ...options, challenge: "" }));
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ allowCredentials: [], userVerification: "required", rpId: "auth.example" });
  });

  it("the page runs two scripts of ours, and nothing that connects anywhere", async () => {
    const page = await begun();
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("connect-src");
    expect(page.body.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script src="\/assets\/passkeys\.js\?v=[\w-]+" defer>$/),
      expect.stringMatching(/^<script src="\/assets\/ui\.js\?v=[\w-]+" defer>$/),
    ]);
  });
});

describe("a response that proves nothing", () => {
  it.each<[string, Lies]>([
    ["pkey-03: made for a registration", { type: "webauthn.create" }],
    ["pkey-04: made at another origin", { origin: "https://auth.example.evil" }],
    ["pkey-05: made for the parent domain", { rpId: "example" }],
    ["pkey-06: without verification of the user", { userVerified: false }],
    ["pkey-07: with the user handle of another person", { userHandle: Buffer.alloc(32, 1) }],
    ["pkey-07: without a user handle", { userHandle: null }],
    ["pkey-12: with a credential that became one to sync", { backupEligible: true }],
    ["pkey-15: made in a frame of another site", { clientData: { crossOrigin: true } }],
    ["a wrong signature", { signature: Buffer.alloc(70, 1) }],
  ])("is refused: %s", async (_, lies) => {
    const answer = await signIn(key, lies);
    expect(answer.status).toBe(422);
    expect(answer.body).toContain("couldn’t verify the passkey");
    expect(answer.body).not.toContain("data-unknown-credential");
    expect(await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "none" })))).toMatchObject({
      status: 303,
    });
    expect((await events())[0]).toBe("sign_in_failed");
    expect([...browser.cookies.keys()].some((name) => name.endsWith("-session"))).toBe(false);
  });

  it("pkey-01: is refused the second time, also when both arrive together", async () => {
    const page = await begun();
    const response = prove(site, optionsOf(page).challenge, key);
    const before = await signIns();
    await Promise.all([send(page, response), send(page, response), send(page, response)]);
    await send(page, response);
    expect(await signIns()).toBe(before + 1);
  });

  it("pkey-02: is refused in another browser than the one that the challenge was shown in", async () => {
    const mallory = openBrowser(service.origin);
    const theirs = await begun(mallory);
    const page = await begun();
    const answer = await send(page, prove(site, optionsOf(theirs).challenge, key));
    expect(answer.status).toBe(422);
  });

  it("C6: an unknown credential is not named to the browser: it may be a passkey of another issuer", async () => {
    const answer = await signIn(newCredential());
    expect(answer.status).toBe(422);
    expect(answer.body).not.toContain("data-unknown-credential");
  });

  it("C6: an unknown credential is named to the browser where no other deployment uses the RP ID", async () => {
    const alone = await startService({ settings: { WEBAUTHN_RP_ID_USE: "exclusive" } });
    try {
      alone.pass(60);
      const at = openBrowser(alone.origin);
      const unknown = newCredential();
      const answer = await passkeySignIn(at, await begun(at), unknown);
      expect(answer.status).toBe(422);
      expect(answer.body).toContain(`data-unknown-credential="${unknown.id.toString("base64url")}"`);
    } finally {
      await alone.close();
    }
  });

  it("pkey-16: of a security key for second factors signs no one in", async () => {
    const answer = await signIn(await added(service.alice, { use: "second-factor" }));
    expect(answer.status).toBe(422);
    expect(answer.body).not.toContain("data-unknown-credential");
  });

  it("of a disabled person is refused as a wrong one is", async () => {
    const theirs = await added(service.mallory);
    await service.rows("UPDATE end_user SET disabled_at = now() WHERE id = $1", [service.mallory]);
    const answer = await signIn(theirs);
    await service.rows("UPDATE end_user SET disabled_at = NULL");
    expect(answer.status).toBe(422);
    expect(answer.body).not.toContain("data-unknown-credential");
  });

  it.each(["", "{}", "[]", "x".repeat(6000)])("pkey-11: is a malformed request: %.20s", async (credential) => {
    const page = await begun();
    expect((await browser.submit(page, "/login", { action: "passkey", credential })).status).toBe(400);
  });

  it("pkey-11: is not read to its end when it has 10 MB", async () => {
    const page = await begun();
    const answer = await browser.submit(page, "/login", { action: "passkey", credential: "x".repeat(10_000_000) });
    expect([400, 413]).toContain(answer.status);
  });
});

describe("WebAuthn §6.1.1: the signature counter", () => {
  it("pkey-14: of a device that went back is refused, and the audit log says so", async () => {
    const device = await added(service.alice);
    expect((await signIn(device, { signCount: 5 })).status).toBe(303);
    for (const signCount of [5, 4, 0]) {
      browser = openBrowser(service.origin);
      expect((await signIn(device, { signCount })).status).toBe(422);
      expect(await events()).toEqual(["sign_in_failed", "passkey_cloned"]);
    }
    browser = openBrowser(service.origin);
    expect((await signIn(device, { signCount: 6 })).status).toBe(303);
  });

  it("pkey-14: of two responses with one count one signs in", async () => {
    const device = await added(service.alice);
    const browsers = [openBrowser(service.origin), openBrowser(service.origin)];
    const pages = await Promise.all(browsers.map((at) => begun(at)));
    const answers = await Promise.all(
      pages.map((page, index) => {
        const response = prove(site, optionsOf(page).challenge, device, { signCount: 9 });
        return send(page, response, browsers[index]);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
  });

  it("of a synced passkey means nothing", async () => {
    const synced = await added(service.alice, { backupEligible: true });
    expect((await signIn(synced, { signCount: 5, backupEligible: true })).status).toBe(303);
    browser = openBrowser(service.origin);
    expect((await signIn(synced, { signCount: 3, backupEligible: true, backedUp: true })).status).toBe(303);
    const [row] = await service.rows("SELECT sign_count, backed_up FROM passkey WHERE backup_eligible");
    expect(row).toEqual({ sign_count: "3", backed_up: true });
  });
});

describe("failures of passkeys have a limit", () => {
  it("of 100 in a quarter of an hour for one source; another source signs in in the meantime", async () => {
    const page = await begun();
    const wrong = prove(site, "AAAA", key);
    for (let n = 0; n < 101; n++) await send(page, wrong);
    const answer = await send(page, wrong);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await events()).toContain("sign_in_limited");

    browser = openBrowser(service.origin);
    expect((await signIn()).status).toBe(303);
  });
});
