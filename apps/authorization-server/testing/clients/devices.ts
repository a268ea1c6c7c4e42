/** What a device does (RFC 8628), and what its person does in a browser. */
import { DEVICE_CODE } from "@countersign/rules";
import type { Answer, Browser, Fields } from "../browser.ts";
import { agree, signIn, type TokenAnswer } from "../flows.ts";
import type { Service } from "../service.ts";
import type { ClientName } from "./clients.ts";
import { asClient, post } from "./tokens.ts";

/** What a device is answered that begins, with changes. */
export function begin(
  { origin }: Pick<Service, "origin">,
  client: ClientName = "publicDevice",
  changes: Fields = {},
  more: Record<string, string> = {},
): Promise<TokenAnswer> {
  const { headers, fields } = asClient(client);
  const sent = { scope: "openid email offline_access", ...fields, ...changes };
  return post(origin, "/device_authorization", sent, { ...headers, ...more });
}

/** A poll of a device, with changes. */
export function poll(
  { origin }: Pick<Service, "origin">,
  deviceCode: string,
  client: ClientName = "publicDevice",
  changes: Fields = {},
  more: Record<string, string> = {},
): Promise<TokenAnswer> {
  const { headers, fields } = asClient(client);
  const sent = { grant_type: DEVICE_CODE, device_code: deviceCode, ...fields, ...changes };
  return post(origin, "/token", sent, { ...headers, ...more });
}

/** Opens the page for the code at a browser, and signs in if it has to. */
export async function openDevicePage(browser: Browser, userCode = "", username = "alice"): Promise<Answer> {
  const query = userCode === "" ? "" : `?${new URLSearchParams({ user_code: userCode })}`;
  const page = await browser.follow(await browser.get(`/device${query}`));
  return page.body.includes('action="/login"') ? signIn(browser, page, username) : page;
}

/** Types a code and sends it: the page about the device, or the page for the code with the problem. */
export async function typeCode(browser: Browser, userCode: string, username = "alice"): Promise<Answer> {
  const page = await openDevicePage(browser, "", username);
  return browser.follow(await browser.submit(page, "/device", { user_code: userCode }));
}

/** Says on the page about the device that it is the person's own, or not. */
export const confirm = async (browser: Browser, page: Answer, action = "confirm"): Promise<Answer> =>
  browser.follow(await browser.submit(page, "/device/confirm", { action }));

/** Goes the whole way of a person who approves; the last page. */
export async function approve(browser: Browser, userCode: string, username = "alice", kept: Fields = {}) {
  const consent = await confirm(browser, await typeCode(browser, userCode, username));
  return agree(browser, consent, kept);
}

/** One request is approved, and one is refused. Returns their device codes. */
export async function deviceActs(service: Pick<Service, "origin">, browser: Browser) {
  const { body: approved } = await begin(service);
  const { body: denied } = await begin(service);
  await approve(browser, approved.user_code);
  await confirm(browser, await typeCode(browser, denied.user_code), "deny");
  return { approvedDeviceCode: String(approved.device_code), deniedDeviceCode: String(denied.device_code) };
}
