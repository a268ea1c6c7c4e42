/**
 * What people do on several pages, and may begin under one release and end under another. A journey yields where the
 * releases may change in between.
 */
import type { JourneyKind } from "../history/entry.ts";
import { nameOf } from "../history/history.ts";
import {
  addPasskey,
  askForApp,
  assertAt,
  byPasskey,
  byPassword,
  confirmApp,
  FACTORS,
  PASSKEYS,
  type Person,
  personIn,
  RESET_LINK,
  SECOND_FACTOR,
  signedUp,
  signUp,
} from "./people.ts";
import { stepNow, totpCode } from "./totp.ts";
import type { World } from "./world.ts";

type Journey = AsyncGenerator<void, unknown>;

const NEW_PASSWORD = "a mountain beside nine wells";

const JOURNEYS: Readonly<Record<JourneyKind, (person: Person) => Journey>> = {
  "sign-up": signUp,
  "password-reset": resetPassword,
  "authenticator-app": useAuthenticatorApp,
  passkey: usePasskey,
};

/**
 * One person signs up, without a pause between the pages. Each form that failed they send again, and if they come to no
 * end, they try to sign in: an account may be there all the same.
 *
 * @returns the address, if there is an account now
 */
export async function signUpAtOnce(world: World, number: number): Promise<string | undefined> {
  const { history } = world;
  const at = history.now();
  const [email, from] = [`traffic-${number}@people.example`, `127.2.${number % 250}.${1 + Math.floor(number / 250)}`];
  const person = personIn(world, { email, from, isPatient: true }, "sign-up");
  try {
    await signedUp(person);
  } catch (err) {
    const isThere = await hasAccount(person);
    history.add({ journey: "sign-up", at, end: history.now(), problem: (err as Error).message });
    if (!isThere) return undefined;
  }
  const end = history.now();
  history.add({ journey: "sign-up", at, end, given: nameOf(email) });
  return email;
}

const hasAccount = (person: Person): Promise<boolean> =>
  byPassword(person, "/account").then(
    ({ page }) => page.path === "/account",
    () => false,
  );

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
  const pending = await askForApp(first);
  yield;
  const { secret, used } = await confirmApp(first, pending);
  const { own, page } = await byPassword(person, FACTORS);
  assertAt(page, SECOND_FACTOR);
  yield;
  const next = totpCode(secret, Math.max(stepNow(), used + 1));
  assertAt(await own.submit(page, SECOND_FACTOR, { code: next, action: "confirm" }), FACTORS);
}

async function* usePasskey(person: Person): AsyncGenerator<void, void> {
  const first = await signedUp(person);
  const page = await first.open(PASSKEYS);
  yield;
  const key = await addPasskey(first, page, person);
  const own = person.browser();
  const login = await own.open(PASSKEYS);
  assertAt(login, "/login");
  yield;
  await byPasskey(own, login, person, key);
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
