/**
 * What people do on several pages, and may begin under one release and end under another. A journey yields where the
 * releases may change in between.
 */
import { newCredential, prove, register } from "@countersign/dev/test-authenticator";
import type { JourneyKind } from "../history/entry.ts";
import { nameOf } from "../history/history.ts";
import { openPages, type Page, type Pages } from "./pages.ts";
import { stepNow, totpCode } from "./totp.ts";
import type { World } from "./world.ts";

/** A person who has no account yet. */
interface Person {
  readonly email: string;
  /** A new browser. */
  browser(): Pages;
  /** Waits for a mail with this text. Returns what it has in its place. */
  mailed(text: RegExp): Promise<string>;
  /** Where passkeys are used. */
  readonly site: { readonly origin: string; readonly rpId: string };
}

type Journey = AsyncGenerator<void, unknown>;

const CODE = /\b\d{6}\b/;
const RESET_LINK = /http\S+\/reset-password\?\S+/;
const NEW_PASSWORD = "a mountain beside nine wells";
const FACTORS = "/account/second-factors";
const PASSKEYS = "/account/passkeys";
const SECOND_FACTOR = "/login/second-factor";

const JOURNEYS: Readonly<Record<JourneyKind, (person: Person) => Journey>> = {
  "sign-up": signUp,
  "password-reset": resetPassword,
  "authenticator-app": useAuthenticatorApp,
  passkey: usePasskey,
};

async function* signUp({ email, browser, mailed }: Person): AsyncGenerator<void, Pages> {
  const own = browser();
  const asked = await own.submit(await own.open("/sign-up"), "/sign-up", { email, action: "continue" });
  yield;
  const details = await own.submit(asked, "/sign-up/code", { code: await mailed(CODE), action: "confirm" });
  yield;
  const account = await own.submit(details, "/sign-up/details", { "new-password": PASSWORD, action: "create" });
  assertAt(account, "/account");
  return own;
}

/** The whole sign-up at once. Returns the browser of the person, who is signed in. */
async function signedUp(person: Person): Promise<Pages> {
  const steps = signUp(person);
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
  }
}

/** The password of each person who signed up. */
export const PASSWORD = "mossy lantern over seven rivers";

/** One person signs up, without a pause between the pages. @returns the address, if there is an account now */
export async function signUpAtOnce(world: World, person: number): Promise<string | undefined> {
  const { history } = world;
  const at = history.now();
  const [email, from] = [`traffic-${person}@people.example`, `127.2.${person % 250}.${1 + Math.floor(person / 250)}`];
  try {
    await signedUp(personIn(world, { email, from }, "sign-up"));
    const end = history.now();
    history.add({ journey: "sign-up", at, end, given: nameOf(email) });
    return email;
  } catch (err) {
    history.add({ journey: "sign-up", at, end: history.now(), problem: (err as Error).message });
    return undefined;
  }
}

/** The page after the password, in a new browser that goes to a page of the account. */
async function byPassword({ email, browser }: Person, path: string, password = PASSWORD) {
  const own = browser();
  const page = await own.submit(await own.open(path), "/login", { username: email, password, action: "sign-in" });
  return { own, page };
}

async function* resetPassword(person: Person): AsyncGenerator<void, void> {
  await signedUp(person);
  const own = person.browser();
  await own.submit(await own.open("/forgot-password"), "/forgot-password", { email: person.email });
  yield;
  const form = await own.open(await person.mailed(RESET_LINK));
  yield;
  await own.submit(form, "/reset-password", { "new-password": NEW_PASSWORD });
  assertAt((await byPassword(person, "/account", NEW_PASSWORD)).page, "/account");
}

async function* useAuthenticatorApp(person: Person): AsyncGenerator<void, void> {
  const first = await signedUp(person);
  const pending = await first.submit(await first.open(FACTORS), FACTORS, { action: "add" });
  const [, secret = ""] = /id="secret-key">([^<]*)</.exec(pending.body) ?? [];
  yield;
  const used = stepNow();
  const code = totpCode(secret, used);
  const done = await first.submit(pending, FACTORS, { action: "confirm", code, name: "Phone" });
  if (!done.body.includes("<li><code>")) throw new Error(`${done.path} shows no recovery codes`);
  const { own, page } = await byPassword(person, FACTORS);
  assertAt(page, SECOND_FACTOR);
  yield;
  const next = totpCode(secret, Math.max(stepNow(), used + 1));
  assertAt(await own.submit(page, SECOND_FACTOR, { code: next, action: "confirm" }), FACTORS);
}

async function* usePasskey(person: Person): AsyncGenerator<void, void> {
  const { site, browser } = person;
  const first = await signedUp(person);
  const page = await first.open(PASSKEYS);
  const { challenge, user } = optionsIn(page);
  yield;
  const key = newCredential(-7, Buffer.from(user?.id ?? "", "base64url"));
  const made = JSON.stringify(register(site, challenge, key));
  assertAt(await first.submit(page, PASSKEYS, { action: "add-sign-in", credential: made }), PASSKEYS);
  const own = browser();
  const login = await own.open(PASSKEYS);
  assertAt(login, "/login");
  yield;
  const proof = JSON.stringify(prove(site, optionsIn(login).challenge, key));
  assertAt(await own.submit(login, "/login", { action: "passkey", credential: proof }), PASSKEYS);
}

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** The options of the ceremony on a page (WebAuthn §5.4 and §5.5). */
const optionsIn = ({ body }: Page): Options =>
  JSON.parse((/data-options="([^"]*)"/.exec(body)?.[1] ?? "{}").replaceAll("&quot;", '"'));

function assertAt(page: Page, path: string): void {
  if (page.path !== path) throw new Error(`${page.path} in place of ${path}`);
}

/** @param from the address of this machine that the requests come from */
function personIn(
  world: World,
  { email, from }: { readonly email: string; readonly from: string },
  kind: JourneyKind,
): Person {
  const { issuer, mailed } = world;
  return {
    email,
    browser: () => openPages(world, { kind, from }),
    mailed: (text) => mailed(email, text),
    site: { origin: issuer, rpId: new URL(issuer).hostname },
  };
}

export interface Journeys {
  /** Each that is under way goes on to where it waits again, and one of each kind begins. */
  turn(): Promise<void>;
  /** Each that is under way goes on to where it waits again. */
  goOn(): Promise<void>;
  /** Each that is under way goes on to its end. */
  finish(): Promise<void>;
}

interface UnderWay {
  readonly journey: JourneyKind;
  readonly steps: Journey;
  readonly at: number;
}

/** Each person has a network address of their own: otherwise one has all their mails and passwords counted. */
export function openJourneys(world: World): Journeys {
  const { history } = world;
  let underWay: readonly UnderWay[] = [];
  let people = 0;

  const begin = (journey: JourneyKind): UnderWay => {
    people += 1;
    const person = { email: `person-${people}@people.example`, from: `127.1.${people}.1` };
    return { journey, steps: JOURNEYS[journey](personIn(world, person, journey)), at: history.now() };
  };

  /** One step. Returns the journey if there are more. */
  const next = async (one: UnderWay): Promise<readonly UnderWay[]> => {
    const { journey, steps, at } = one;
    try {
      if ((await steps.next()).done !== true) return [one];
      history.add({ journey, at, end: history.now() });
    } catch (err) {
      history.add({ journey, at, end: history.now(), problem: (err as Error).message });
    }
    return [];
  };
  const all = async (some: readonly UnderWay[]) => (await Promise.all(some.map(next))).flat();

  return {
    async turn() {
      const names = Object.keys(JOURNEYS) as JourneyKind[];
      underWay = await all([...underWay, ...names.map(begin)]);
    },
    async goOn() {
      underWay = await all(underWay);
    },
    async finish() {
      while (underWay.length > 0) underWay = await all(underWay);
    },
  };
}
