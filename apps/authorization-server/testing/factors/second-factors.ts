/** Second factors of people, as tests set them up and use them. */
import { newRecoveryCodes, newTotpSecret, shownRecoveryCode, totpCode, totpStepAt } from "@countersign/rules";
import { addTotp, replaceRecoveryCodes } from "../../src/administration/ways-in/second-factors.ts";
import { byOperatorAt } from "../acts/acts.ts";
import type { Answer, Browser } from "../browser.ts";
import type { Service } from "../service.ts";

/** An authenticator app of a test. */
export interface App {
  readonly secret: string;
  /** The code some steps from now. */
  code(offset?: number): string;
}

/** Gives a person an authenticator app, whose code of now was not used. */
export async function giveApp(service: Service, userId: string): Promise<App> {
  const { deps } = service;
  const secret = newTotpSecret();
  const step = totpStepAt(deps.now()) - 2;
  await addTotp({ userId, browser: "" }, { name: "App", secret, step }, deps, byOperatorAt(deps.now()));
  return { secret, code: (offset = 0) => totpCode(secret, totpStepAt(deps.now()) + offset) };
}

/** Gives a person recovery codes, as they are shown. */
export async function giveRecoveryCodes(service: Service, userId: string): Promise<readonly string[]> {
  const { deps } = service;
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map(({ code }) => deps.passwords.hash(code)));
  await replaceRecoveryCodes({ userId, browser: "" }, hashes, deps, byOperatorAt(deps.now()));
  return codes.map(shownRecoveryCode);
}

/** The secret that the page shows while an authenticator app is set up; empty if it shows none. */
export const keyOf = ({ body }: Answer) => (/id="secret-key">([^<]*)</.exec(body)?.[1] ?? "").replaceAll(" ", "");

/** The recovery codes that a page shows. */
export const codesOf = ({ body }: Answer) =>
  [...body.matchAll(/<li><code>([^<]*)<\/code>/g)].map(([, code = ""]) => code);

/** Types a code on the page of the second factor. */
export const confirm = (browser: Browser, page: Answer, code: string | readonly string[], more = {}) =>
  browser.submit(page, "/login/second-factor", { code, action: "confirm", ...more });

/** Types a recovery code on its page. */
export const recover = (browser: Browser, page: Answer, code: string) =>
  browser.submit(page, "/login/second-factor/recovery", { "recovery-code": code, action: "confirm" });
