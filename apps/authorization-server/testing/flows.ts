/** The steps that tests repeat: the request of the attack catalogue, signing in, agreeing, exchanging. */
import { createHash } from "node:crypto";
import { type Answer, type Browser, type Fields, pairsOf } from "./browser.ts";
import { type ClientName, clientSecret, redirectUriOf } from "./clients/clients.ts";
import { password } from "./world.ts";

export const verifier = "V1".repeat(30);
export const challenge = createHash("sha256").update(verifier).digest("base64url");

/** STANDARD of the attack catalogue, with changes, in order of sending. */
export function standard(client: ClientName, changes: Fields = {}): [string, string][] {
  const sent: Fields = {
    client_id: client,
    response_type: "code",
    scope: "openid",
    redirect_uri: redirectUriOf(client),
    state: "st1",
    nonce: "n1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...changes,
  };
  return pairsOf(sent);
}

/** The address of STANDARD, with changes. */
export const authorizationOf = (client: ClientName, changes: Fields = {}) =>
  `/authorization?${new URLSearchParams(standard(client, changes))}`;

/** Fills in the sign-in page that a response redirects to, and follows to the next page. */
export async function signIn(browser: Browser, answer: Answer, username = "alice"): Promise<Answer> {
  const page = await browser.follow(answer);
  return browser.follow(await browser.submit(page, "/login", { username, password, action: "sign-in" }));
}

/** Answers the consent page, by default with everything checked, and follows to the next page. */
export async function agree(browser: Browser, page: Answer, fields: Fields = {}): Promise<Answer> {
  const boxes = (kind: string) =>
    [...page.body.matchAll(new RegExp(`name="${kind}" value="([^"]*)"`, "g"))].map(([, name = ""]) => name);
  const left = { scope: boxes("scope"), claim: boxes("claim"), resource_scope: boxes("resource_scope") };
  return browser.follow(await browser.submit(page, "/consent", { action: "allow", ...left, ...fields }));
}

/** Goes through a request as a person who signs in and agrees where they are asked to; the answer at the client. */
export async function advance(browser: Browser, address: string, username = "alice"): Promise<URLSearchParams> {
  let at = await browser.follow(await browser.get(address));
  if (at.body.includes('action="/login"')) at = await signIn(browser, at, username);
  if (at.body.includes('action="/consent"')) at = await agree(browser, at);
  if (at.location === undefined) throw new Error(`it ended at ${at.status}: ${at.body}`);
  return at.location.searchParams;
}

/** A fresh code of a client for STANDARD with changes, in this browser. */
export async function codeFor(browser: Browser, client: ClientName, changes: Fields = {}, username = "alice") {
  const answer = await advance(browser, authorizationOf(client, changes), username);
  const code = answer.get("code");
  if (code === null) throw new Error(`no code: ${answer}`);
  return code;
}

const formEncoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);

/** client_secret_basic of a client. */
export const basic = (client: string, secret = clientSecret) => ({
  authorization: `Basic ${Buffer.from(`${formEncoded(client)}:${formEncoded(secret)}`).toString("base64")}`,
});

export interface TokenAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what the endpoint answers is for the test to look at
  readonly body: any;
}

/** The token request of a client for a code, with changes. */
export async function redeem(
  origin: string,
  code: string,
  changes: Fields = {},
  headers: Record<string, string> = basic("webClient"),
): Promise<TokenAnswer> {
  const sent = {
    grant_type: "authorization_code",
    code,
    redirect_uri: "https://rp.example/cb",
    code_verifier: verifier,
  };
  const body = new URLSearchParams(pairsOf({ ...sent, ...changes }));
  const response = await fetch(`${origin}/token`, { method: "POST", body, headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
