import { randomBytes } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../testing/acts/acts.ts";
import { type Answer, type Browser, type Fields, openBrowser } from "../../testing/browser.ts";
import { passkeyRecord } from "../../testing/factors/passkey-record.ts";
import { giveApp } from "../../testing/factors/second-factors.ts";
import { signedInAs } from "../../testing/factors/signed-in.ts";
import { authorizationOf, signIn } from "../../testing/flows.ts";
import { type Service, startService } from "../../testing/service.ts";
import { password } from "../../testing/world.ts";
import { addTerms } from "../administration/terms/terms.ts";
import { addPasskey } from "../administration/ways-in/passkeys.ts";

/** What a form loses on purpose: proofs that are typed again, files, and what no refusal comes back to. */
const NOT_KEPT: Readonly<Record<string, readonly string[]>> = {
  "consent.eta": ["details", "scope", "claim", "resource_scope"],
  "factors/second-factor.eta": ["code"],
  "factors/recovery-code.eta": ["recovery-code"],
  "sign-up/details.eta": ["new-password"],
  "sign-up/code.eta": ["code"],
  "sign-up/address.eta": ["code", "leave-empty"],
  "sign-up/account-email.eta": ["code"],
  "account/second-factors.eta": ["code", "factor"],
  "account/profile.eta": ["picture"],
  "login.eta": ["password"],
  "enrolment/totp.eta": ["code"],
  "enrolment/code.eta": ["code"],
  "password/account.eta": ["current-password"],
  "password/new-password.eta": ["new-password"],
};

const SETTINGS = {
  SIGN_UP: "open",
  SIGN_UP_MINIMUM_AGE: "16",
  MAIL_URL: "smtp://127.0.0.1:2525",
  MAIL_FROM: "Example <no-reply@example.org>",
};

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: SETTINGS });
});
afterAll(() => service.close());
beforeEach(async () => {
  service.pass(24 * 3600);
  await service.rows("DELETE FROM totp_factor; DELETE FROM passkey; DELETE FROM terms_document");
  browser = openBrowser(service.origin);
});

interface Form {
  /** Where its fields stand. */
  readonly template: string;
  readonly action: string;
  readonly open: () => Promise<Answer>;
  readonly sent: Fields;
  /** The field that is wrong. */
  readonly wrong: string;
  /** What its fields have then, by their names; true for a box that is checked. */
  readonly kept: Readonly<Record<string, string | boolean>>;
}

const ofAccount = (page: string) => async () => {
  await signedInAs(service, "alice", { browser });
  return browser.get(`/account/${page}`);
};
const follow = async (answer: Promise<Answer>) => browser.follow(await answer);
const login = () => follow(browser.get(authorizationOf("webClient")));
const atSignUp = async () => follow(browser.submit(await login(), "/login", { action: "sign-up" }));
const newestMail = async () => (await service.mails()).at(-1)?.parameters ?? {};

async function atDetails(): Promise<Answer> {
  const terms = { name: "Terms of use", version: "1", urls: { en: "https://rp.example/terms" } };
  await addTerms(service.database, { ...terms, requiredFrom: service.clock.now }, byOperatorAt(service.clock.now));
  const page = await atSignUp();
  const email = `new-${randomBytes(4).toString("hex")}@example.org`;
  const code = await follow(browser.submit(page, "/sign-up", { email, action: "continue" }));
  return follow(browser.submit(code, "/sign-up/code", { code: (await newestMail()).code, action: "confirm" }));
}

/** The page that takes a change of alice's address back. */
async function atUndo(): Promise<Answer> {
  const page = await ofAccount("email")();
  const asked = await follow(browser.submit(page, "/account/email", { email: "al@new.example", action: "change" }));
  await browser.submit(asked, "/account/email", { code: (await newestMail()).code, action: "confirm" });
  return follow(browser.get((await newestMail()).link ?? ""));
}

async function atSecondStep(): Promise<Answer> {
  await giveApp(service, service.alice);
  return signIn(browser, await login());
}

async function atNewApp(): Promise<Answer> {
  const page = await ofAccount("second-factors")();
  return follow(browser.submit(page, "/account/second-factors", { action: "add" }));
}

async function atPasskeys(): Promise<Answer> {
  const by = byOperatorAt(service.clock.now);
  const passkey = { ...passkeyRecord, userId: service.alice, browser: "", use: "second-factor" } as const;
  await addPasskey({ ...service.database, mail: service.deps.mail }, passkey, by);
  await signedInAs(service, "alice", { browser });
  await service.rows(`UPDATE sign_in SET acr = 'phr',
    proofs = jsonb_build_array(jsonb_build_object('factor', 'passkey', 'at', authenticated_at)) || proofs`);
  return browser.get("/account/passkeys");
}

const NAMES = { "given-name": "Nora", "family-name": "Quist", username: "nora" };
const TYPED = { ...NAMES, birthdate: "1990-12-31" };

const FORMS: readonly Form[] = [
  {
    template: "login.eta",
    wrong: "password",
    action: "/login",
    open: login,
    sent: { username: "alcie", password, action: "sign-in" },
    kept: { username: "alcie" },
  },
  {
    template: "factors/second-factor.eta",
    wrong: "code",
    action: "/login/second-factor",
    open: atSecondStep,
    sent: { code: "000000", "remember-device": "yes", action: "confirm" },
    kept: { "remember-device": true },
  },
  {
    template: "sign-up/address.eta",
    wrong: "email",
    action: "/sign-up",
    open: atSignUp,
    sent: { email: "nora@", action: "continue" },
    kept: { email: "nora@" },
  },
  {
    template: "sign-up/details.eta",
    wrong: "new-password",
    action: "/sign-up/details",
    open: atDetails,
    sent: { ...TYPED, "accept-terms": "yes", "new-password": "short", action: "create" },
    kept: { ...TYPED, "accept-terms": true },
  },
  {
    template: "password/forgot.eta",
    wrong: "email",
    action: "/forgot-password",
    open: () => browser.get("/forgot-password"),
    sent: { email: "alice" },
    kept: { email: "alice" },
  },
  {
    template: "device/code.eta",
    wrong: "user_code",
    action: "/device",
    open: ofAccount("../device"),
    sent: { user_code: "BCDFG-HJKLM" },
    kept: { user_code: "BCDFG-HJKLM" },
  },
  {
    template: "account/profile.eta",
    wrong: "website",
    action: "/account/profile",
    open: ofAccount("profile"),
    sent: { name: "Alice C.", website: "no site", zoneinfo: "Asia/Tokyo", action: "save" },
    kept: { name: "Alice C.", website: "no site", zoneinfo: "Asia/Tokyo" },
  },
  {
    template: "account/username.eta",
    wrong: "username",
    action: "/account/username",
    open: ofAccount("username"),
    sent: { username: "mallory" },
    kept: { username: "mallory" },
  },
  {
    template: "sign-up/account-email.eta",
    wrong: "email",
    action: "/account/email",
    open: ofAccount("email"),
    sent: { email: "al@", action: "change" },
    kept: { email: "al@" },
  },
  {
    template: "sign-up/undo-email.eta",
    wrong: "email",
    action: "/undo-email",
    open: atUndo,
    sent: { email: "another@example.org" },
    kept: { email: "another@example.org" },
  },
  {
    template: "account/delete.eta",
    wrong: "username",
    action: "/account/delete",
    open: ofAccount("delete"),
    sent: { username: "alcie", action: "delete" },
    kept: { username: "alcie" },
  },
  {
    template: "account/second-factors.eta",
    wrong: "code",
    action: "/account/second-factors",
    open: atNewApp,
    sent: { name: "Old phone", code: "000000", action: "confirm" },
    kept: { name: "Old phone" },
  },
  {
    template: "account/passkeys.eta",
    wrong: "name",
    action: "/account/passkeys",
    open: atPasskeys,
    sent: { name: "a\u202eb", action: "rename" },
    kept: { name: "a\u202eb" },
  },
  {
    template: "password/account.eta",
    wrong: "current-password",
    action: "/account/password",
    open: ofAccount("password"),
    sent: { "current-password": "wrong", "new-password": "a mountain and a river" },
    kept: { "end-others": false },
  },
];

/** What a page has in the field of a name. */
function fieldIn(html: string, name: string): string | boolean | undefined {
  const select = new RegExp(`<select [^>]*name="${name}">(.*?)</select>`, "s").exec(html)?.[1];
  if (select !== undefined) return /value="([^"]*)" selected/.exec(select)?.[1];
  const input = new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  if (input.includes('type="checkbox"')) return / checked[ >]/.test(input);
  return / value="([^"]*)"/.exec(input)?.[1];
}

/** The texts that say what is wrong with a field which is marked. */
function saidAbout(html: string, name: string): readonly string[] {
  const input = new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  if (!input.includes('aria-invalid="true"')) return [];
  const ids = / aria-describedby="([^"]*)"/.exec(input)?.[1]?.split(" ") ?? [];
  return ids.filter((id) => id.startsWith("problem") && html.includes(` id="${id}"`));
}

describe("35: a form that is refused marks what is wrong, and has what was typed", () => {
  it.each(FORMS.map((form) => [form.template, form] as const))("%s", async (_, { action, open, sent, wrong, kept }) => {
    const refused = await browser.submit(await open(), action, sent);
    expect(refused.status).toBe(422);
    expect(saidAbout(refused.body, wrong)).toHaveLength(1);
    expect(Object.fromEntries(Object.keys(kept).map((name) => [name, fieldIn(refused.body, name)]))).toEqual(kept);
    for (const [name, value] of Object.entries(sent)) {
      const isSecret = !(name in kept) && name !== "action";
      if (isSecret) expect(refused.body).not.toContain(`value="${value}"`);
    }
  });

  it("and every field of a template is kept, or is one that loses its value on purpose", () => {
    const folder = join(import.meta.dirname, "views", "templates");
    const fields = globSync("**/*.eta", { cwd: folder }).flatMap((template) => {
      const html = readFileSync(join(folder, template), "utf8");
      const controls = [...html.matchAll(/<(?:input|select|textarea)\b.*? name="([^"]+)".*$/gm)];
      const typed = controls.filter(([control]) => !control.includes('type="hidden"'));
      return [...new Set(typed.map(([, name = ""]) => `${template} ${name}`))];
    });
    const kept = FORMS.flatMap(({ template, kept }) => Object.keys(kept).map((name) => `${template} ${name}`));
    const lost = Object.entries(NOT_KEPT).flatMap(([file, names]) => names.map((name) => `${file} ${name}`));
    // The fields of the profile have the names of claims; the other is in takeover.test.ts.
    const others = ["account/profile.eta <%= claim.name %>", "password/reset.eta keep-connections"];
    const claims = kept.filter((field) => field.startsWith("account/profile.eta "));
    expect(fields.toSorted()).toEqual(
      [...kept.filter((field) => !claims.includes(field)), ...lost, ...others].toSorted(),
    );
  });
});
