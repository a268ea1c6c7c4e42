/** What a person does with their own account, from signing up on. */
import { totpCode, totpStepAt } from "@countersign/rules";
import { type Answer, type Browser, openBrowser } from "../browser.ts";
import { codesOf, confirm, keyOf, recover } from "../factors/second-factors.ts";
import { signIn } from "../flows.ts";
import { tokenOf } from "../servers/mail.ts";
import type { Service } from "../service.ts";
import { password } from "../world.ts";

const FACTORS = "/account/second-factors";
const EMAIL = "/account/email";

/** Every secret that was used, by its kind. */
type Secrets = Readonly<Record<string, string>>;

/**
 * A person signs up, adds an authenticator app and recovery codes, uses and removes them, and changes the address of
 * the account and back.
 */
export async function everythingOfAnAccount(service: Service, username: string): Promise<Secrets> {
  const browser = openBrowser(service.origin);
  const { page, ...signUp } = await signingUp(service, browser, username);
  await changingProfile(browser);
  const app = await addingApp(service, browser, page);
  const used = await usingFactors(service, username, app);
  await removingFactors(service, browser);
  return { ...signUp, ...app, ...used, ...(await changingAddress(service, browser, username)) };
}

const lastMail = async (service: Service) => (await service.mails()).at(-1);

/** Signs up on the way to the page of second factors. */
async function signingUp(service: Service, browser: Browser, username: string) {
  const login = await browser.follow(await browser.get(FACTORS));
  const start = await browser.follow(await browser.submit(login, "/login", { action: "sign-up" }));
  const email = { email: `${username}@example.org`, action: "continue" };
  const asked = await browser.follow(await browser.submit(start, "/sign-up", email));
  const signUpCode = (await lastMail(service))?.parameters.code ?? "";
  const proof = { code: signUpCode, action: "confirm" };
  const details = await browser.follow(await browser.submit(asked, "/sign-up/code", proof));
  const account = { username, "given-name": username, "new-password": password, action: "create" };
  return { signUpCode, page: await browser.follow(await browser.submit(details, "/sign-up/details", account)) };
}

async function changingProfile(browser: Browser) {
  const path = "/account/profile";
  await browser.submit(await browser.get(path), path, { nickname: "Nickname", action: "save" });
}

async function addingApp(service: Service, browser: Browser, page: Answer) {
  const pending = await browser.follow(await browser.submit(page, FACTORS, { action: "add" }));
  const totpSecret = keyOf(pending);
  const firstTotp = totpCode(totpSecret, totpStepAt(service.clock.now));
  const done = await browser.submit(pending, FACTORS, { action: "confirm", code: firstTotp, name: "Phone" });
  const [recoveryCode = "", unusedRecoveryCode = ""] = codesOf(done);
  return { totpSecret, firstTotp, recoveryCode, unusedRecoveryCode };
}

/** Signs in in two other browsers: with a wrong code and then a recovery code, and with the app. */
async function usingFactors(
  service: Service,
  username: string,
  { totpSecret, firstTotp, recoveryCode }: { totpSecret: string; firstTotp: string; recoveryCode: string },
) {
  const forgetful = openBrowser(service.origin);
  const asked = await signIn(forgetful, await forgetful.get("/account"), username);
  const wrong = await confirm(forgetful, asked, firstTotp); // This code was accepted before.
  const link = /id="another-way" href="([^"]*)"/.exec(wrong.body)?.[1] ?? "";
  await recover(forgetful, await forgetful.get(link), recoveryCode);

  const other = openBrowser(service.origin);
  const secondTotp = totpCode(totpSecret, totpStepAt(service.clock.now) + 1);
  const page = await signIn(other, await other.get("/account"), username);
  await confirm(other, page, secondTotp, { "remember-device": "yes" });
  const cookies = [...other.cookies].map(([name, value]) => [`${name} of the other browser`, value]);
  return { secondTotp, ...Object.fromEntries(cookies) };
}

async function removingFactors(service: Service, browser: Browser): Promise<void> {
  const page = await browser.get(FACTORS);
  const [device] = await service.rows("SELECT id FROM remembered_device");
  await browser.submit(page, FACTORS, { action: "forget", id: String(device?.id) });
  const [app] = await service.rows("SELECT id FROM totp_factor");
  await browser.submit(page, FACTORS, { action: "remove", id: String(app?.id) });
}

async function changingAddress(service: Service, browser: Browser, username: string) {
  const change = { email: `${username}@new.example`, action: "change" };
  const page = await browser.follow(await browser.submit(await browser.get(EMAIL), EMAIL, change));
  const changeCode = (await lastMail(service))?.parameters.code ?? "";
  await browser.submit(page, EMAIL, { code: changeCode, action: "confirm" });
  const mail = await lastMail(service);
  const undo = await browser.follow(await browser.get(mail?.parameters.link ?? ""));
  await browser.submit(undo, "/undo-email", { email: `${username}@example.org` });
  return { changeCode, undoToken: tokenOf(mail) };
}
