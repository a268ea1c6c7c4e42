/** A security key as the second factor of a sign-in with a password, over HTTP: WebAuthn §7.2. */

import { type HeldCredential, type Lies, prove } from "@countersign/dev/test-authenticator";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../../../testing/browser.ts";
import { addedPasskey, optionsOf, passkeySignIn, proveKey, site } from "../../../../../testing/factors/passkeys.ts";
import { confirm, giveApp, giveRecoveryCodes, recover } from "../../../../../testing/factors/second-factors.ts";
import { agree, authorizationOf, redeem, signIn } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";

let service: Service;
let browser: Browser;
let key: HeldCredential;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(24 * 3600);
  await service.rows("DELETE FROM passkey; DELETE FROM totp_factor; DELETE FROM recovery_code");
  browser = openBrowser(service.origin);
  key = await addedPasskey(service, service.alice, { use: "second-factor" });
});

interface Options {
  readonly allowCredentials: readonly { readonly id: string }[];
}

/** The page after the password. */
const afterPassword = async (by = browser, changes: Fields = {}, username = "alice") =>
  signIn(by, await by.get(authorizationOf("webClient", changes)), username);
const asksKey = ({ body }: Answer) => body.includes('id="use-security-key"');
const asksCode = ({ body }: Answer) => body.includes('id="code"');
const sessionOf = (by: Browser) => [...by.cookies].find(([name]) => name.endsWith("-session"));
const failures = async () =>
  (await service.rows("SELECT user_id FROM audit_event WHERE type = 'second_factor_failed'")).length;

/** The claims of the ID token that the client gets. */
async function finish(by: Browser, answer: Answer) {
  let at = await by.follow(answer);
  if (at.body.includes('action="/consent"')) at = await agree(by, at);
  const code = at.location?.searchParams.get("code");
  if (code == null) throw new Error(`it ended at ${at.status}: ${at.location ?? at.body}`);
  return decodeJwt((await redeem(service.origin, code)).body.id_token);
}

describe("a person with a security key proves it after the password", () => {
  it("and is signed in then, at the level phr", async () => {
    const page = await afterPassword();
    expect([asksKey(page), asksCode(page), sessionOf(browser)]).toEqual([true, false, undefined]);
    const claims = await finish(browser, await proveKey(browser, page, key));
    expect(claims).toMatchObject({ acr: "phr", amr: ["pwd", "pop", "user", "mfa"], sub: service.alice });
  });

  it("which need not verify its user, and has no user handle", async () => {
    const page = await afterPassword();
    const lies = { userVerified: false, userHandle: null };
    expect(await finish(browser, await proveKey(browser, page, key, lies))).toMatchObject({ acr: "phr" });
  });

  it("the options name the credentials of this person, who may verify themselves", async () => {
    const passkey = await addedPasskey(service, service.alice);
    await addedPasskey(service, service.mallory, { use: "second-factor" });
    const options = optionsOf(await afterPassword()) as unknown as Options;
    expect(options).toMatchObject({ rpId: site.rpId, userVerification: "preferred" });
    const ids = options.allowCredentials.map(({ id }) => id);
    expect(ids.toSorted()).toEqual([key, passkey].map(({ id }) => id.toString("base64url")).toSorted());
  });

  it("a passkey can be both: the second factor here, and all that is needed at the sign-in page", async () => {
    await service.rows("DELETE FROM passkey");
    await giveApp(service, service.alice);
    const passkey = await addedPasskey(service, service.alice);
    const page = await afterPassword();
    expect(await finish(browser, await proveKey(browser, page, passkey))).toMatchObject({
      amr: ["pwd", "pop", "user", "mfa"],
    });

    const other = openBrowser(service.origin);
    const login = await other.follow(await other.get(authorizationOf("webClient")));
    expect(await finish(other, await passkeySignIn(other, login, passkey))).toMatchObject({
      amr: ["pop", "user", "mfa"],
    });
  });

  it("a stronger sign-in asks only for the key", async () => {
    const app = await giveApp(service, service.alice);
    const page = await afterPassword();
    expect([asksKey(page), asksCode(page)]).toEqual([true, true]);
    expect(await finish(browser, await confirm(browser, page, app.code()))).toMatchObject({
      amr: ["pwd", "otp", "mfa"],
    });

    const asked = await browser.follow(await browser.get(authorizationOf("webClient", { acr_values: "phr" })));
    expect([asksKey(asked), asksCode(asked)]).toEqual([true, false]);
    expect(await finish(browser, await proveKey(browser, asked, key))).toMatchObject({ acr: "phr" });
  });
});

describe("without the key, or without script, the other factors stay", () => {
  it("a code and a recovery code", async () => {
    const app = await giveApp(service, service.alice);
    const [code = ""] = await giveRecoveryCodes(service, service.alice);
    const page = await afterPassword();
    expect(page.body).toMatch(/<button id="use-security-key"[^>]* hidden/);
    expect(page.body).toContain("<noscript>");
    expect((await confirm(browser, page, app.code())).status).toBe(303);

    const other = openBrowser(service.origin);
    const again = await afterPassword(other);
    const link = /id="another-way" href="([^"]*)"/.exec(again.body)?.[1] ?? "";
    expect((await recover(other, await other.get(link), code)).body).toContain("It won’t work again");
  });

  it("the page has a script of ours and no other", async () => {
    const { headers } = await afterPassword();
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*script-src 'self'$/);
    expect(headers.get("content-security-policy")).not.toContain("connect-src");
  });
});

describe("a response proves nothing", () => {
  const refused = async (answer: Answer) => {
    expect(answer.status).toBe(422);
    expect(answer.body).toContain("couldn’t verify");
    expect(sessionOf(browser)).toBeUndefined();
  };

  it.each<[string, Lies]>([
    ["without the presence of the person", { userPresent: false }],
    ["with the signature of another key", { signature: Buffer.alloc(70, 1) }],
    ["pkey-03: of a registration", { type: "webauthn.create" }],
    ["pkey-04: of another origin", { origin: "https://auth.example.evil" }],
    ["pkey-07: with the user handle of another person", { userHandle: Buffer.alloc(32, 1) }],
    ["pkey-15: of a frame in another site", { clientData: { crossOrigin: true } }],
  ])("%s", async (_, lies) => {
    const before = await failures();
    await refused(await proveKey(browser, await afterPassword(), key, lies));
    expect((await failures()) - before).toBe(1);
  });

  it("with the key of another person", async () => {
    const page = await afterPassword();
    await refused(await proveKey(browser, page, await addedPasskey(service, service.mallory)));
  });

  it("pkey-01: a second time", async () => {
    const page = await afterPassword();
    const response = prove(site, optionsOf(page).challenge, key);
    const fields = { action: "security-key", credential: JSON.stringify(response) };
    expect((await browser.submit(page, "/login/second-factor", fields)).status).toBe(303);
    const other = openBrowser(service.origin);
    const theirs = await other.submit(await afterPassword(other), "/login/second-factor", fields);
    expect(theirs.status).toBe(422);
  });

  it("pkey-02: to the challenge of another browser, or of the sign-in page", async () => {
    const other = openBrowser(service.origin);
    const { challenge } = optionsOf(await afterPassword(other));
    await refused(await proveKey(browser, await afterPassword(), key, { challenge }));

    const login = await browser.follow(await browser.get(authorizationOf("webClient")));
    const page = await signIn(browser, login);
    await refused(await proveKey(browser, page, key, { challenge: optionsOf(login).challenge }));
  });

  it("after the key was removed", async () => {
    const page = await afterPassword();
    await service.rows("DELETE FROM passkey");
    await giveApp(service, service.alice);
    await refused(await proveKey(browser, page, key));
  });

  it("and ten that fail do not lock its owner out", async () => {
    const stranger = openBrowser(service.origin);
    const page = await afterPassword(stranger);
    for (let n = 0; n < 10; n++) {
      expect((await proveKey(stranger, page, key, { userPresent: false })).status).toBe(422);
    }
    expect((await proveKey(browser, await afterPassword(), key)).status).toBe(303);
  });
});

describe("OpenID Connect Discovery 1.0 §3: acr_values_supported", () => {
  const supported = async (settings: Record<string, string>) => {
    const other = await startService({ settings });
    const answer = await fetch(`${other.origin}/.well-known/openid-configuration`);
    const { acr_values_supported: values } = (await answer.json()) as { acr_values_supported: string[] };
    await other.close();
    return values;
  };

  it("has phr where browsers allow passkeys and security keys, and nowhere else", async () => {
    expect(await supported({})).toContain("phr");
    expect(await supported({ ISSUER: "https://192.0.2.1" })).not.toContain("phr");
  });
});
