/** People who have accounts, and browsers: they sign up, and sign in by a password, a code or a passkey. */
import { type HeldCredential, newCredential, prove, register } from "@countersign/dev/test-authenticator";
import type { JourneyKind } from "../history/entry.ts";
import { openPages, type Page, type Pages } from "./pages.ts";
import { stepNow, totpCode } from "./totp.ts";
import type { World } from "./world.ts";

export interface Person {
  readonly email: string;
  /** A new browser. */
  browser(): Pages;
  /** Waits for a mail with this text. Returns what it has in its place. */
  mailed(text: RegExp): Promise<string>;
  /** Where passkeys are used. */
  readonly site: { readonly origin: string; readonly rpId: string };
}

/** The password of each person who signed up. */
export const PASSWORD = "mossy lantern over seven rivers";

export const FACTORS = "/account/second-factors";
export const PASSKEYS = "/account/passkeys";
export const SECOND_FACTOR = "/login/second-factor";
export const RESET_LINK = /http\S+\/reset-password\?\S+/;
const CODE = /\b\d{6}\b/;

/**
 * @param from the loopback address that the requests come from
 * @param isPatient whether they send again what failed
 */
export function personIn(
  world: World,
  { email, from, isPatient = false }: { readonly email: string; readonly from: string; readonly isPatient?: boolean },
  kind: JourneyKind,
): Person {
  const { issuer, mailed } = world;
  return {
    email,
    browser: () => openPages(world, { kind, from, isPatient }),
    mailed: (text) => mailed(email, text),
    site: { origin: issuer, rpId: new URL(issuer).hostname },
  };
}

/** Signs a person up, page by page. Returns the browser in which they are signed in then. */
export async function* signUp({ email, browser, mailed }: Person): AsyncGenerator<void, Pages> {
  const own = browser();
  const asked = await own.submit(await own.open("/sign-up"), "/sign-up", { email, action: "continue" });
  yield;
  const details = await own.submit(asked, "/sign-up/code", { code: await mailed(CODE), action: "confirm" });
  yield;
  const account = await own.submit(details, "/sign-up/details", { "new-password": PASSWORD, action: "create" });
  assertAt(account, "/account");
  return own;
}

/** Signs a person up without a pause. Returns the browser in which they are signed in then. */
export async function signedUp(person: Person): Promise<Pages> {
  const steps = signUp(person);
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
  }
}

/** The page after the password, in a new browser that goes to a page of the account. */
export async function byPassword({ email, browser }: Person, path: string, password = PASSWORD) {
  const own = browser();
  const page = await own.submit(await own.open(path), "/login", { username: email, password, action: "sign-in" });
  return { own, page };
}

/** An authenticator app, and the step of the code that was typed last. */
export interface App {
  readonly secret: string;
  readonly used: number;
}

export const askForApp = async (own: Pages): Promise<Page> =>
  own.submit(await own.open(FACTORS), FACTORS, { action: "add" });

/** @param pending what `askForApp` shows */
export async function confirmApp(own: Pages, pending: Page): Promise<App> {
  const [, secret = ""] = /id="secret-key">([^<]*)</.exec(pending.body) ?? [];
  const used = stepNow();
  const code = totpCode(secret, used);
  const done = await own.submit(pending, FACTORS, { action: "confirm", code, name: "Phone" });
  if (!done.body.includes("<li><code>")) throw new Error(`${done.path} shows no recovery codes`);
  return { secret, used };
}

/** @param page that of passkeys, with the options of a new one */
export async function addPasskey(own: Pages, page: Page, { site }: Person): Promise<HeldCredential> {
  const { challenge, user } = optionsIn(page);
  const key = newCredential(-7, Buffer.from(user?.id ?? "", "base64url"));
  const credential = JSON.stringify(register(site, challenge, key));
  assertAt(await own.submit(page, PASSKEYS, { action: "add-sign-in", credential }), PASSKEYS);
  return key;
}

/** @param login the page to sign in, on the way to that of passkeys */
export async function byPasskey(own: Pages, login: Page, { site }: Person, key: HeldCredential): Promise<void> {
  const credential = JSON.stringify(prove(site, optionsIn(login).challenge, key));
  assertAt(await own.submit(login, "/login", { action: "passkey", credential }), PASSKEYS);
}

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** The options of the ceremony on a page (WebAuthn §5.4 and §5.5). */
const optionsIn = ({ body }: Page): Options =>
  JSON.parse((/data-options="([^"]*)"/.exec(body)?.[1] ?? "{}").replaceAll("&quot;", '"'));

export function assertAt(page: Page, path: string): void {
  if (page.path !== path) throw new Error(`${page.path} in place of ${path}`);
}
