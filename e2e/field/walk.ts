/** A person who follows links of an application and of the issuer, and goes through the pages of the issuer. */

import {
  allowFields,
  isConsentPage,
  isLoginPage,
  type Landing,
  type ScriptedBrowser,
  signInFields,
} from "../support/browser/scripted-browser.ts";
import type { Answer } from "../support/http.ts";
import type { Account } from "../support/worlds/world.ts";

const MOST_STEPS = 20;

/** Opens an address, and follows redirects and pages of the issuer until a page asks for nothing. */
export const visit = async (browser: ScriptedBrowser, url: string, person: Account): Promise<Landing> =>
  walk(browser, url, await browser.once(url), person);

/** Goes on from an answer of the application. */
export async function walk(browser: ScriptedBrowser, url: string, answer: Answer, person: Account): Promise<Landing> {
  let at: Landing = { ...answer, url };
  for (let count = 0; count < MOST_STEPS; count += 1) {
    const next = await step(browser, at, person);
    if (next === undefined) return at;
    at = next;
  }
  throw new Error(`the way does not end, it is at ${at.url}`);
}

async function step(browser: ScriptedBrowser, at: Landing, person: Account): Promise<Landing | undefined> {
  const { location } = at.headers;
  if (at.status >= 300 && at.status < 400 && location !== undefined) {
    const url = new URL(location, at.url).href;
    return { ...(await browser.once(url)), url };
  }
  if (isLoginPage(at)) return arrived(await browser.submit(at, signInFields(person)));
  if (isConsentPage(at)) return arrived(await browser.submit(at, allowFields(at)));
  return undefined;
}

/** The browser stops before an address of the application: that is a redirect to it. */
const arrived = (landing: Landing): Landing =>
  landing.status === 303 ? { ...landing, headers: { ...landing.headers, location: landing.url } } : landing;
