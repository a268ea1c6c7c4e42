/**
 * A person who is signed in, for tests of what comes after. Requests that share the cookies of the browser answer the
 * forms: no page of the sign-in is loaded. Those pages have tests of their own.
 */
import type { APIResponse, Page } from "@playwright/test";
import type { Account, World } from "../worlds/world.ts";

/** Signs in at the issuer. */
export async function signedIn(page: Page, issuer: string, { username, password }: Account): Promise<void> {
  const login = await page.request.get(`${issuer}/account`);
  const account = await submit(page, login, "/login", { username, password, action: "sign-in" });
  if (new URL(account.url()).pathname !== "/account") throw new Error(`the sign-in ended at ${account.url()}`);
}

/** Signs in at the sample client, and allows what it asks for. */
export async function signedInAtClient(
  page: Page,
  { client, issuer }: Pick<World, "client" | "issuer">,
  account: Account,
): Promise<void> {
  await signedIn(page, issuer, account);
  const consent = await page.request.get(`${client}/login`);
  const home = await submit(page, consent, "/consent", { action: "allow" });
  if (!(await home.text()).includes('id="who"')) throw new Error(`the consent ended at ${home.url()}`);
}

/** Sends the form of a page as a browser does, with what is checked in it. */
async function submit(page: Page, shown: APIResponse, action: string, fields: Readonly<Record<string, string>>) {
  const form = (await shown.text()).split("<form").find((part) => part.includes(`action="${action}"`));
  if (form === undefined) throw new Error(`${shown.url()} has no form for ${action}`);
  const sent = new URLSearchParams(fields);
  for (const [input] of form.split("</form>")[0]?.matchAll(/<input [^>]*>/g) ?? []) {
    const isSent = input.includes('type="hidden"') || (input.includes('type="checkbox"') && /\bchecked\b/.test(input));
    const name = attributeOf(input, "name");
    if (isSent && name !== undefined) sent.append(name, attributeOf(input, "value") ?? "on");
  }
  const { origin } = new URL(shown.url());
  return page.request.post(`${origin}${action}`, {
    data: sent.toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", origin, "sec-fetch-site": "same-origin" },
  });
}

const attributeOf = (tag: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
