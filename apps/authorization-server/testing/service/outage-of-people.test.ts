/** What people do while a store is away, and after it came back. */
import { type EphemeralStore, storeUnavailable } from "@countersign/ephemeral";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPerson } from "../../src/administration/people/people.ts";
import { byOperatorAt } from "../acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../browser.ts";
import { addedPasskey, passkeySignIn } from "../factors/passkeys.ts";
import { confirm, giveApp } from "../factors/second-factors.ts";
import { authorizationOf, signIn } from "../flows.ts";
import { type Service, startService } from "../service.ts";

const BOUND_MS = 5000;
const chosen = "mossy lantern over seven rivers";

let service: Service;
let storeIsAway = false;
let people = 0;
let person: { readonly id: string; readonly username: string; readonly email: string };
let browser: Browser;

/** A store that fails while it is away. */
const around = (store: EphemeralStore): EphemeralStore =>
  new Proxy(store, {
    get: (target, name: keyof EphemeralStore) =>
      storeIsAway ? () => Promise.reject(storeUnavailable(new Error("connect ECONNREFUSED"))) : target[name],
  });

beforeAll(async () => {
  service = await startService({ proxied: true, around, settings: { SIGN_UP: "open" } });
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(3600); // The limits begin again.
  await service.rows("DELETE FROM mail_delivery");
  browser = openBrowser(service.origin);
  people += 1;
  const username = `person${people}`;
  const email = `${username}@old.example`;
  const [alice] = await service.rows("SELECT password_hash FROM end_user WHERE id = $1", [service.alice]);
  const known = { username, passwordHash: String(alice?.password_hash), claims: { email, email_verified: true } };
  person = { username, email, id: (await addPerson(service.database, known, byOperatorAt(service.clock.now))) ?? "" };
});

const mailTo = async (address: string) => (await service.mails()).findLast(({ to }) => to === address)?.parameters;
const mails = async () => (await service.mails()).map(({ kind }) => kind).filter((kind) => kind !== "new-browser");
const loginPage = async () => browser.follow(await browser.get(authorizationOf("webClient")));
const newAddress = () => `${person.username}@new.example`;

async function atAddress(): Promise<Answer> {
  return browser.follow(await browser.submit(await loginPage(), "/login", { action: "sign-up" }));
}
async function atCode(): Promise<Answer> {
  const page = await atAddress();
  return browser.follow(await browser.submit(page, "/sign-up", { email: newAddress(), action: "continue" }));
}
async function atDetails(): Promise<Answer> {
  const code = { code: "", action: "confirm" };
  const page = await atCode();
  code.code = (await mailTo(newAddress()))?.code ?? "";
  return browser.follow(await browser.submit(page, "/sign-up/code", code));
}
const signedInAt = async (path: string) => signIn(browser, await browser.get(path), person.username);

interface Step {
  readonly step: string;
  /** Opens the page with the form. */
  readonly open: () => Promise<Answer>;
  readonly send: (page: Answer) => Promise<Answer>;
  /** The status when the step succeeds. */
  readonly status: number;
  /** The mails after it, from the beginning. */
  readonly mails: readonly string[];
  /** It sends a mail that a stranger can cause. */
  readonly asksForMail?: true;
  /** Opens the page again. Without it, the form that was refused is sent again. */
  readonly again?: () => Promise<Answer>;
  /** It needs the database only. */
  readonly withoutStore?: true;
}

let app: Awaited<ReturnType<typeof giveApp>>;
let key: Awaited<ReturnType<typeof addedPasskey>>;
const STEPS: readonly Step[] = [
  {
    step: "sign-up: the address",
    open: atAddress,
    send: (page) => browser.submit(page, "/sign-up", { email: newAddress(), action: "continue" }),
    status: 303,
    mails: ["sign-up-code"],
    asksForMail: true,
  },
  {
    step: "sign-up: the code",
    open: atCode,
    send: async (page) =>
      browser.submit(page, "/sign-up/code", { code: (await mailTo(newAddress()))?.code, action: "confirm" }),
    status: 303,
    mails: ["sign-up-code"],
  },
  {
    step: "sign-up: the account",
    open: atDetails,
    send: (page) => browser.submit(page, "/sign-up/details", { "new-password": chosen, action: "create" }),
    status: 303,
    mails: ["sign-up-code"],
  },
  {
    step: "reset: asking for the link",
    open: () => browser.get("/forgot-password"),
    send: (page) => browser.submit(page, "/forgot-password", { email: person.email }),
    status: 200,
    mails: ["reset-link"],
    asksForMail: true,
  },
  {
    step: "reset: the new password",
    async open() {
      await browser.submit(await browser.get("/forgot-password"), "/forgot-password", { email: person.email });
      return browser.follow(await browser.get((await mailTo(person.email))?.link ?? ""));
    },
    send: (page) => browser.submit(page, "/reset-password", { "new-password": chosen }),
    status: 200,
    mails: ["reset-link", "password-reset"],
  },
  {
    step: "a sign-in: the code of an app",
    async open() {
      app = await giveApp(service, person.id);
      return signIn(browser, await browser.get(authorizationOf("webClient")), person.username);
    },
    send: (page) => confirm(browser, page, app.code()),
    status: 303,
    mails: ["factor-added"],
  },
  {
    step: "a sign-in: the passkey",
    async open() {
      key = await addedPasskey(service, person.id);
      return loginPage();
    },
    send: (page) => passkeySignIn(browser, page, key),
    // The challenge is spent: it is taken before the credential is looked up.
    again: loginPage,
    status: 303,
    mails: ["passkey-added"],
  },
  {
    step: "the account: another address",
    open: () => signedInAt("/account/email"),
    send: (page) => browser.submit(page, "/account/email", { email: newAddress(), action: "change" }),
    status: 303,
    mails: ["email-change-code"],
  },
  {
    step: "the account: deletion",
    open: () => signedInAt("/account/delete"),
    send: (page) => browser.submit(page, "/account/delete", { username: person.username, action: "delete" }),
    status: 200,
    mails: ["deletion-scheduled"],
    withoutStore: true,
  },
];

/** Sends a form while something is away: an error page that says when to try again, soon, and nothing else. */
async function refused(send: () => Promise<Answer>): Promise<void> {
  const began = performance.now();
  const answer = await send();
  expect([answer.status, answer.headers.get("retry-after"), answer.body.includes('id="error"')]).toEqual([
    503,
    expect.stringMatching(/^\d+$/),
    true,
  ]);
  expect(answer.body).not.toMatch(/ECONN|pg-pool|Redis|database/);
  expect(answer.headers.getSetCookie().filter((line) => line.includes("-session="))).toEqual([]);
  expect(performance.now() - began).toBeLessThan(BOUND_MS);
}

/** What the person had when the store went away is enough to go on, and no mail is sent twice. */
async function goesOn({ send, again, status, mails: sent }: Step, page: Answer): Promise<void> {
  expect((await send(again === undefined ? page : await again())).status).toBe(status);
  expect(await mails()).toEqual(sent);
}

describe("while the database is away, the answer is 503, and afterwards the person goes on", () => {
  it.each(STEPS)("$step", async (step) => {
    const page = await step.open();
    service.proxy.cut();
    await refused(() => step.send(page)).finally(() => service.proxy.mend());
    if (step.asksForMail) service.pass(60); // One mail a minute, also if it could not be written down.
    await goesOn(step, page);
  });
});

describe("while the short-lived store is away, the answer is 503, and afterwards the person goes on", () => {
  it.each(STEPS.filter(({ withoutStore }) => withoutStore === undefined))("$step", async (step) => {
    const page = await step.open();
    storeIsAway = true;
    await refused(() => step.send(page)).finally(() => {
      storeIsAway = false;
    });
    await goesOn(step, page);
  });

  it.each(STEPS.filter(({ withoutStore }) => withoutStore))("$step does not need it", async (step) => {
    const page = await step.open();
    storeIsAway = true;
    await goesOn(step, page).finally(() => {
      storeIsAway = false;
    });
  });
});
