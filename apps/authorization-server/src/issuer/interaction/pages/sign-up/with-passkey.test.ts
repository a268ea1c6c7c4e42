import { type HeldCredential, type Lies, newCredential, register } from "@countersign/dev/test-authenticator";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../../../testing/browser.ts";
import { addedPasskey, optionsOf, passkeySignIn, site } from "../../../../../testing/factors/passkeys.ts";
import { authorizationOf } from "../../../../../testing/flows.ts";
import { type Service, startService } from "../../../../../testing/service.ts";

interface CreationOptions {
  readonly challenge: string;
  readonly user: { readonly id: string; readonly name: string };
}

const DETAILS = "/sign-up/details";
let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: { SIGN_UP: "open", MAIL_URL: "smtp://127.0.0.1:2525" } });
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
  service.pass(3600);
});

/** The last page of a sign-up, after the address was proved. */
async function lastPage(email: string): Promise<Answer> {
  const login = await browser.follow(await browser.get(authorizationOf("webClient")));
  const address = await browser.follow(await browser.submit(login, "/login", { action: "sign-up" }));
  const code = await browser.follow(await browser.submit(address, "/sign-up", { email, action: "continue" }));
  const mailed = (await service.mails()).at(-1)?.parameters.code ?? "";
  return browser.follow(await browser.submit(code, "/sign-up/code", { code: mailed, action: "confirm" }));
}

const creation = (page: Answer) => optionsOf(page) as CreationOptions;
const credentialFor = (page: Answer): HeldCredential =>
  newCredential(-7, Buffer.from(creation(page).user.id, "base64url"));
const create = (page: Answer, key: HeldCredential, fields = {}, lies: Lies = {}) =>
  browser.submit(page, DETAILS, {
    "given-name": "Nora",
    ...fields,
    credential: JSON.stringify(register(site, creation(page).challenge, key, lies)),
  });
const account = async (email: string) =>
  (await service.rows("SELECT id, password_hash FROM end_user WHERE email_canonical = $1", [email]))[0];
const proved = (answer: Answer) => ({ status: answer.status, isRefused: answer.body.includes('id="problem"') });

describe("su.3: a person signs up with a passkey instead of a password", () => {
  it("and reaches the client with it, then and later", async () => {
    const page = await lastPage("nora@example.org");
    expect(creation(page).user.name).toBe("nora@example.org");
    const key = credentialFor(page);
    const consent = await browser.follow(await create(page, key));
    expect(consent.body).toContain('action="/consent"');
    expect(await account("nora@example.org")).toMatchObject({ password_hash: null });

    const elsewhere = openBrowser(service.origin);
    const login = await elsewhere.follow(await elsewhere.get(authorizationOf("webClient")));
    const signedIn = await elsewhere.follow(await passkeySignIn(elsewhere, login, key, { signCount: 1 }));
    expect(signedIn.body).toContain('action="/consent"');
  });

  it("WebAuthn §14.6.1: the user handle says nothing, and stays when the person tries again", async () => {
    const page = await lastPage("again@example.org");
    const other = await create(page, credentialFor(page), { username: "alice" });
    expect([other.status, creation(other).user.id]).toEqual([422, creation(page).user.id]);
    expect(creation(page).user.id).toMatch(/^[\w-]{43}$/);
    expect(creation(other).challenge).not.toBe(creation(page).challenge);
    expect((await create(other, credentialFor(other))).status).toBe(303);
  });

  it.each<[string, Lies]>([
    ["of another challenge", { challenge: "AAAA" }],
    ["of another origin", { origin: "https://evil.example" }],
    ["without user verification", { userVerified: false }],
    ["for another RP ID", { rpId: "evil.example" }],
  ])("is refused with a response %s, and no account exists", async (_, lies) => {
    const page = await lastPage("lies@example.org");
    expect(proved(await create(page, credentialFor(page), {}, lies))).toEqual({ status: 422, isRefused: true });
    expect(await account("lies@example.org")).toBeUndefined();
  });

  it("WebAuthn §13.4.3: a challenge of another browser, or of another sign-up, is refused", async () => {
    const foreign = creation(await lastPage("first@example.org"));
    browser = openBrowser(service.origin);
    const page = await lastPage("second@example.org");
    const answer = await create(page, credentialFor(page), {}, { challenge: foreign.challenge });
    expect(proved(answer)).toEqual({ status: 422, isRefused: true });
  });

  it("WebAuthn §7.1 step 26: a credential that another account has is refused, and the proof stays good", async () => {
    const known = await addedPasskey(service, service.alice);
    const page = await lastPage("known@example.org");
    const answer = await create(page, known);
    expect(proved(answer)).toEqual({ status: 422, isRefused: true });
    expect((await create(answer, credentialFor(answer))).status).toBe(303);
  });

  it("cannot be replaced by an empty response: the page asks for a password", async () => {
    const page = await lastPage("empty@example.org");
    expect(proved(await browser.submit(page, DETAILS, { action: "create" }))).toEqual({ status: 422, isRefused: true });
    expect((await browser.submit(page, DETAILS, { credential: "{}" })).status).toBe(400);
    expect(await account("empty@example.org")).toBeUndefined();
  });
});
