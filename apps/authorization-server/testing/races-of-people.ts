/**
 * What a person may use once, and how several browsers use it at the same moment at different replicas. The replicas
 * have the clock of the machine.
 */

import { type HeldCredential, newCredential, prove, register } from "@countersign/dev/test-authenticator";
import { type PasskeyUse, totpCode, totpStepAt } from "@countersign/rules";
import { invite } from "../src/administration/invitations/invitations.ts";
import { anyInvitation } from "../src/administration/invitations/invited-roles.ts";
import { addPerson } from "../src/administration/people/people.ts";
import { parseKeyEncryptionKeys } from "../src/issuer/keys/key-encryption-keys.ts";
import { sealedTexts } from "../src/issuer/keys/sealed-texts.ts";
import { openOutbox } from "../src/people/mail/outbox.ts";
import { OPERATOR } from "../src/platform/stores/person/givers.ts";
import { byOperatorAt } from "./acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "./browser.ts";
import { optionsOf, passkeySignIn, sendPasskey, site } from "./factors/passkeys.ts";
import { codesOf, confirm, keyOf, recover } from "./factors/second-factors.ts";
import { authorizationOf, signIn } from "./flows.ts";
import { mailsIn, type SentMail } from "./servers/mail.ts";
import type { World } from "./world.ts";

export interface Ground {
  readonly world: World;
  /** The addresses of the replicas. */
  readonly origins: readonly string[];
  /** KEY_ENCRYPTION_KEYS of the replicas. */
  readonly keys: string;
}

export interface Race {
  readonly thing: string;
  /** Prepares everything. Each of the functions sends one request. */
  readonly begin: (ground: Ground, person: Person) => Promise<readonly (() => Promise<Answer>)[]>;
  /** Tells the answer of the one that succeeded; undefined where all have the same answer. */
  readonly won: ((answer: Answer) => boolean) | undefined;
  /** Counts in the database how often it happened. */
  readonly happened: string;
}

interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

const FACTORS = "/account/second-factors";
const PASSKEYS = "/account/passkeys";
const EMAIL = "/account/email";
/** As many as there are tries of a second factor. */
const RACERS = 5;
let people = 0;

/** A person with the password of the tests, and with an address that was proved. */
export async function newPerson({ world }: Ground): Promise<Person> {
  people += 1;
  const username = `racer${people}`;
  const email = `${username}@old.example`;
  const [alice] = await world.rows("SELECT password_hash FROM end_user WHERE id = $1", [world.alice]);
  const person = { username, passwordHash: String(alice?.password_hash), claims: { email, email_verified: true } };
  const id = await addPerson(world.database, person, byOperatorAt(new Date()));
  if (id === undefined) throw new Error(`${username} is there already`);
  return { id, username, email };
}

let networks = 0;
/** A new browser in a network of its own, because limits have their own tests. */
function newBrowser(origin = ""): Browser {
  networks += 1;
  return openBrowser(origin, `10.${(networks >> 8) + 1}.${networks & 255}.1`);
}

const firstBrowser = ({ origins }: Ground) => newBrowser(origins[0]);

/** Browsers at different replicas. With `like`, they have its cookies. */
function browsers({ origins }: Ground, like?: Browser): readonly Browser[] {
  return Array.from({ length: RACERS }, (_, n) => {
    const by = newBrowser(origins[n % origins.length]);
    for (const [name, value] of like?.cookies ?? []) by.cookies.set(name, value);
    return by;
  });
}

const lastMail = async ({ world, keys }: Ground, address: string): Promise<SentMail["parameters"]> =>
  (await mailsIn(world.rows, parseKeyEncryptionKeys(keys))).findLast(({ to }) => to === address)?.parameters ?? {};

/** Opens a page of the account in a new browser, and signs in there. */
async function signedInAt(ground: Ground, path: string, { username }: Person) {
  const browser = firstBrowser(ground);
  return { browser, page: await signIn(browser, await browser.get(path), username) };
}

/** Each browser opens the page itself, and then sends its form together with the others. */
async function onOwnPages(
  all: readonly Browser[],
  open: (by: Browser) => Promise<Answer>,
  send: (by: Browser, page: Answer, n: number) => Promise<Answer>,
) {
  const pages = await Promise.all(all.map(async (by) => ({ by, page: await open(by) })));
  return pages.map(
    ({ by, page }, n) =>
      () =>
        send(by, page, n),
  );
}

/** Copies of one browser send the form of one page together. */
const onOnePage = (ground: Ground, like: Browser, send: (by: Browser, n: number) => Promise<Answer>) =>
  browsers(ground, like).map((by, n) => () => send(by, n));

const signsIn = ({ headers }: Answer) => headers.getSetCookie().some((line) => /^[^=]*-session=[^;]/.test(line));
const accepted = ({ status }: Answer) => status === 303;
const audited = (type: string) => `SELECT FROM audit_event WHERE type = '${type}' AND user_id = $1`;

async function resetLink(ground: Ground, { email }: Person) {
  const asking = firstBrowser(ground);
  await asking.submit(await asking.get("/forgot-password"), "/forgot-password", { email });
  const { link = "" } = await lastMail(ground, email);
  return onOwnPages(
    browsers(ground),
    async (by) => by.follow(await by.get(link)),
    (by, page, n) => by.submit(page, "/reset-password", { "new-password": `a mountain and a river ${n}` }),
  );
}

/** Adds an authenticator app by the pages. The code of the next step was not used yet. */
async function withApp(ground: Ground, person: Person) {
  const { browser, page } = await signedInAt(ground, FACTORS, person);
  const pending = await browser.follow(await browser.submit(page, FACTORS, { action: "add" }));
  const secret = keyOf(pending);
  const step = totpStepAt(new Date());
  const code = totpCode(secret, step);
  const done = await browser.submit(pending, FACTORS, { action: "confirm", code, name: "Phone" });
  return { unusedCode: totpCode(secret, step + 1), recoveryCodes: codesOf(done) };
}

const afterPassword = async (by: Browser, { username }: Person) =>
  signIn(by, await by.get(authorizationOf("webClient")), username);

async function totp(ground: Ground, person: Person) {
  const { unusedCode } = await withApp(ground, person);
  const open = (by: Browser) => afterPassword(by, person);
  return onOwnPages(browsers(ground), open, (by, page) => confirm(by, page, unusedCode));
}

async function recoveryCode(ground: Ground, person: Person) {
  const { recoveryCodes } = await withApp(ground, person);
  const open = async (by: Browser) => {
    const { body } = await afterPassword(by, person);
    return by.get(/id="another-way" href="([^"]*)"/.exec(body)?.[1] ?? "");
  };
  return onOwnPages(browsers(ground), open, (by, page) => recover(by, page, recoveryCodes[0] ?? ""));
}

/** Adds a passkey or a security key on the page of the account. */
async function addPasskey(browser: Browser, use: PasskeyUse = "sign-in"): Promise<HeldCredential> {
  const page = await browser.get(PASSKEYS);
  const form = page.body.split(`id="register-${use}"`)[1] ?? "";
  const { challenge, user } = optionsOf({ ...page, body: form }) as { challenge: string; user?: { id: string } };
  const key = newCredential(-7, Buffer.from(user?.id ?? "", "base64url"));
  const credential = JSON.stringify(register(site, challenge, key));
  const answer = await browser.submit(page, PASSKEYS, { action: `add-${use}`, credential });
  if (!accepted(answer) && codesOf(answer).length === 0)
    throw new Error(`the passkey was not added: ${answer.status} ${answer.body}`);
  return key;
}

async function passkeyChallenge(ground: Ground, person: Person) {
  const key = await addPasskey((await signedInAt(ground, PASSKEYS, person)).browser);
  const browser = firstBrowser(ground);
  const page = await browser.follow(await browser.get(authorizationOf("webClient")));
  const response = prove(site, optionsOf(page).challenge, key);
  return onOnePage(ground, browser, (by) => sendPasskey(by, page, response));
}

/** The password was proved in one browser; a security key comes next. */
async function securityKeyChallenge(ground: Ground, person: Person) {
  const key = await addPasskey((await signedInAt(ground, PASSKEYS, person)).browser, "second-factor");
  const browser = firstBrowser(ground);
  const page = await afterPassword(browser, person);
  const response = prove(site, optionsOf(page).challenge, key);
  return onOnePage(ground, browser, (by) =>
    by.submit(page, "/login/second-factor", { action: "security-key", credential: JSON.stringify(response) }),
  );
}

async function lastWayIn(ground: Ground, person: Person) {
  const { world } = ground;
  const key = await addPasskey((await signedInAt(ground, PASSKEYS, person)).browser);
  const browser = firstBrowser(ground);
  const login = await browser.follow(await browser.get(PASSKEYS));
  await browser.follow(await passkeySignIn(browser, login, key));
  await addPasskey(browser);
  await world.rows("UPDATE end_user SET password_hash = NULL WHERE id = $1", [person.id]);
  const ids = (await world.rows("SELECT id FROM passkey WHERE user_id = $1", [person.id])).map(({ id }) => String(id));
  const page = await browser.get(PASSKEYS);
  return onOnePage(ground, browser, (by, n) => by.submit(page, PASSKEYS, { action: "remove", id: ids[n % 2] }));
}

const newAccount = { "given-name": "Nora", "new-password": "mossy lantern over seven rivers", action: "create" };
const createAccount = (by: Browser, page: Answer) => by.submit(page, "/sign-up/details", newAccount);

async function invited({ world, keys }: Ground, to: string): Promise<void> {
  const texts = sealedTexts(parseKeyEncryptionKeys(keys));
  const mail = openOutbox({ isOn: true, domain: "auth.example", texts });
  const address = { deliverable: to, canonical: to };
  const link = (token: string) => `/invitation?token=${token}`;
  const invitation = { address, lifetimeSeconds: 3600, language: "en", link, madeBy: OPERATOR };
  await invite({ database: world.database, mail }, invitation, byOperatorAt(new Date()), anyInvitation);
}

async function invitation(ground: Ground, { username }: Person) {
  const to = `${username}@new.example`;
  await invited(ground, to);
  const { link = "" } = await lastMail(ground, to);
  const open = async (by: Browser) =>
    by.follow(await by.submit(await by.follow(await by.get(link)), "/invitation", {}));
  return onOwnPages(browsers(ground), open, createAccount);
}

/** One person proved the address by a code, and another one by an invitation. */
async function lastStepOfSignUp(ground: Ground, { username }: Person) {
  const email = `${username}@new.example`;
  const browser = firstBrowser(ground);
  const login = await browser.follow(await browser.get(authorizationOf("webClient")));
  const start = await browser.follow(await browser.submit(login, "/login", { action: "sign-up" }));
  const asked = await browser.follow(await browser.submit(start, "/sign-up", { email, action: "continue" }));
  const { code = "" } = await lastMail(ground, email);
  const details = await browser.follow(await browser.submit(asked, "/sign-up/code", { code, action: "confirm" }));
  const byCode = onOnePage(ground, browser, (by) => createAccount(by, details));
  return [...byCode, ...(await invitation(ground, { id: "", username, email }))];
}

async function changeAddress(ground: Ground, person: Person) {
  const to = `${person.username}@new.example`;
  const { browser, page } = await signedInAt(ground, EMAIL, person);
  const asked = await browser.follow(await browser.submit(page, EMAIL, { email: to, action: "change" }));
  const { code = "" } = await lastMail(ground, to);
  return { browser, asked, code };
}

async function addressProof(ground: Ground, person: Person) {
  const { browser, asked, code } = await changeAddress(ground, person);
  return onOnePage(ground, browser, (by) => by.submit(asked, EMAIL, { code, action: "confirm" }));
}

async function undoLink(ground: Ground, person: Person) {
  const { browser, asked, code } = await changeAddress(ground, person);
  await browser.submit(asked, EMAIL, { code, action: "confirm" });
  const { link = "" } = await lastMail(ground, person.email);
  const open = async (by: Browser) => by.follow(await by.get(link));
  return onOwnPages(browsers(ground), open, (by, page) => by.submit(page, "/undo-email", { email: person.email }));
}

async function deletion(ground: Ground, person: Person) {
  const { browser, page } = await signedInAt(ground, "/account/delete", person);
  const { username } = person;
  return onOnePage(ground, browser, (by) => by.submit(page, "/account/delete", { username, action: "delete" }));
}

const ok = ({ status }: Answer) => status === 200;
const isDone = ({ body }: Answer) => body.includes('id="done"');
const NEW_ACCOUNT = `SELECT FROM end_user WHERE email_canonical = (
  SELECT username || '@new.example' FROM end_user WHERE id = $1)`;

export const RACES_OF_PEOPLE: readonly Race[] = [
  { thing: "reset-03: the link that sets a password", begin: resetLink, won: ok, happened: audited("password_reset") },
  { thing: "otp-01: a code of an authenticator app", begin: totp, won: signsIn, happened: audited("sign_in") },
  { thing: "otp-10: a recovery code", begin: recoveryCode, won: signsIn, happened: audited("recovery_code_used") },
  { thing: "pkey-01: a challenge of a sign-in", begin: passkeyChallenge, won: signsIn, happened: audited("sign_in") },
  {
    thing: "pkey-01: a challenge of a security key",
    begin: securityKeyChallenge,
    won: signsIn,
    happened: audited("sign_in"),
  },
  { thing: "acct-05: the last but one way in", begin: lastWayIn, won: accepted, happened: audited("passkey_removed") },
  { thing: "an invitation", begin: invitation, won: signsIn, happened: NEW_ACCOUNT },
  { thing: "signup-15: a proved address", begin: lastStepOfSignUp, won: signsIn, happened: NEW_ACCOUNT },
  { thing: "a code for a new address", begin: addressProof, won: accepted, happened: audited("email_changed") },
  { thing: "a link that takes a change back", begin: undoLink, won: isDone, happened: audited("email_change_undone") },
  { thing: "a deletion", begin: deletion, won: undefined, happened: audited("deletion_requested") },
];
