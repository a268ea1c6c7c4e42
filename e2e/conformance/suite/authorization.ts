/**
 * Authorization requests, through the pages to the answer at the client, and the checks that every answer must pass.
 */
import { expect } from "@playwright/test";
import * as oauth from "oauth4webapi";
import {
  allowFields,
  isConsentPage,
  isLoginPage,
  type Landing,
  type ScriptedBrowser,
  signInFields,
} from "../../support/browser/scripted-browser.ts";
import { brings } from "./cases.ts";
import type { Client } from "./client.ts";
import type { Provider } from "./provider.ts";

/** `undefined` leaves a parameter out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

export interface AuthorizationRequest {
  readonly client: Client;
  readonly parameters: Readonly<Record<string, string>>;
  /** The state that the answer must contain. */
  readonly state: string | undefined;
  readonly nonce: string | undefined;
}

/** The answer to a request: the response that came to the client, or the page where the browser stopped. */
export interface Answer {
  readonly channel: "query" | "fragment" | "form_post" | "page";
  readonly parameters: URLSearchParams;
  /** The address where the client received the answer. */
  readonly to: string;
  /** The pages that were shown on the way. */
  readonly pages: readonly ("login" | "consent")[];
  readonly landing: Landing;
}

/** The authorization request of the running plan, with changes. */
export function requestOf(provider: Provider, client: Client, changes: Parameters = {}): AuthorizationRequest {
  const { responseType, formPost } = provider.running;
  const all: Parameters = {
    client_id: client.id,
    response_type: responseType,
    redirect_uri: client.redirectUri,
    scope: "openid",
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    ...(formPost ? { response_mode: "form_post" } : {}),
    ...changes,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { client, parameters: Object.fromEntries(sent), state: all.state, nonce: all.nonce };
}

/** The address of the authorization request. */
export const addressOf = ({ server }: Provider, { parameters }: Pick<AuthorizationRequest, "parameters">): string =>
  `${server.authorization_endpoint}?${new URLSearchParams(parameters)}`;

/** Sends the browser to the provider with a request. The person signs in and allows everything if asked. */
export async function visit(
  provider: Provider,
  browser: ScriptedBrowser,
  request: AuthorizationRequest,
  { by = "GET" }: { by?: "GET" | "POST" } = {},
): Promise<Answer> {
  const pages: ("login" | "consent")[] = [];
  let page =
    by === "GET"
      ? await browser.open(addressOf(provider, request))
      : await browser.open(String(provider.server.authorization_endpoint), Object.entries(request.parameters));
  if (isLoginPage(page)) {
    pages.push("login");
    page = await browser.submit(page, signInFields(provider.account));
  }
  if (isConsentPage(page)) {
    pages.push("consent");
    page = await browser.submit(page, allowFields(page));
  }
  return { ...answerAt(page, request.client.redirectUri), pages, landing: page };
}

function answerAt(page: Landing, redirectUri: string): Pick<Answer, "channel" | "parameters" | "to"> {
  if (page.status === 303) return answerIn(page.url);
  const link = unescaped(/<a id="return"[^>]* href="([^"]*)"/.exec(page.body)?.[1] ?? "");
  if (link.startsWith(redirectUri)) return answerIn(link); // a page where the person may choose to go back
  const form = formTo(page.body, redirectUri);
  if (form !== undefined) return { channel: "form_post", parameters: form, to: redirectUri };
  return { channel: "page", parameters: new URLSearchParams(), to: "" };
}

function answerIn(to: string): Pick<Answer, "channel" | "parameters" | "to"> {
  const url = new URL(to);
  const inFragment = url.hash !== "";
  const parameters = inFragment ? new URLSearchParams(url.hash.slice(1)) : url.searchParams;
  return { channel: inFragment ? "fragment" : "query", parameters, to };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name) => ENTITIES[name] ?? whole);

/** The fields of the form on a page that posts to this address. */
function formTo(html: string, address: string): URLSearchParams | undefined {
  for (const [form] of html.matchAll(/<form[\s\S]*?<\/form>/g)) {
    const tag = /<form[^>]*>/.exec(form)?.[0] ?? "";
    const action = unescaped(/action="([^"]*)"/.exec(tag)?.[1] ?? "");
    if (action !== address || !/method="post"/i.test(tag)) continue;

    const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([input]) => input);
    const fields = inputs.map((input) =>
      ["name", "value"].map((attribute) => unescaped(new RegExp(` ${attribute}="([^"]*)"`).exec(input)?.[1] ?? "")),
    );
    return new URLSearchParams(fields.filter(([name]) => name !== "") as [string, string][]);
  }
  return undefined;
}

/** The channel in which answers of the running plan come to the client. */
function expectedChannel({ running }: Provider): Answer["channel"] {
  if (running.formPost) return "form_post";
  return running.responseType === "code" ? "query" : "fragment";
}

/** The checks for every answer that comes to the client, success or error. */
function checkAnswer(provider: Provider, request: AuthorizationRequest, answer: Answer): void {
  expect(answer.channel, answer.landing.body.slice(0, 2000)).toBe(expectedChannel(provider));
  expect(answer.to.startsWith(request.client.redirectUri)).toBe(true);
  expect(answer.parameters.get("state") ?? undefined).toBe(request.state);
  if (answer.parameters.has("iss")) expect(answer.parameters.get("iss")).toBe(provider.server.issuer);

  // If the answer is in the fragment, the query is as registered.
  const [target] = answer.to.split("#");
  if (answer.channel === "fragment") expect(target).toBe(request.client.redirectUri);
  for (const [name, value] of new URL(request.client.redirectUri).searchParams) {
    expect(new URL(answer.to).searchParams.getAll(name)).toEqual([value]);
  }
}

/** Checks that an answer contains what was requested. */
export function checkSuccess(provider: Provider, request: AuthorizationRequest, answer: Answer): void {
  checkAnswer(provider, request, answer);
  expect(String(answer.parameters)).not.toContain("error=");
  for (const [part, name] of [
    ["code", "code"],
    ["id_token", "id_token"],
    ["token", "access_token"],
  ] as const) {
    expect(answer.parameters.has(name), `${name} in the answer`).toBe(brings(provider.running, part));
  }
  if (brings(provider.running, "code")) checkEntropy(answer.parameters.get("code") ?? "");
  if (brings(provider.running, "token")) {
    expect(answer.parameters.get("token_type")).toMatch(/^bearer$/i);
    checkLifetime(Number(answer.parameters.get("expires_in")));
  }
}

/** The errors for a request that must not show a page, if a page is needed (OIDC Core §3.1.2.6). */
export const MUST_ASK = [
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
] as const;

const ERROR_PARAMETERS = ["error", "error_description", "error_uri", "state", "session_state", "iss"];

/** Checks that an answer is one of these errors, and nothing else. */
export function checkError(
  provider: Provider,
  request: AuthorizationRequest,
  answer: Answer,
  ...errors: readonly string[]
): void {
  checkAnswer(provider, request, answer);
  expect(errors).toContain(answer.parameters.get("error"));
  const added = [...answer.parameters.keys()].filter(
    (name) => !new URL(request.client.redirectUri).searchParams.has(name),
  );
  expect(added.filter((name) => !ERROR_PARAMETERS.includes(name))).toEqual([]);
  expect(answer.parameters.get("error_description") ?? "").toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/);
  expect(answer.parameters.get("error_uri") ?? "").toMatch(/^[\x21\x23-\x5b\x5d-\x7e]*$/);
}

/** Checks that the browser stopped at an error page of the provider, without a redirect. */
export function checkErrorPage(provider: Provider, { channel, landing }: Answer): void {
  expect(channel, landing.url).toBe("page");
  checkShown(provider, landing);
}

/** Checks that a page shows an error of the provider. */
export function checkShown({ server }: Pick<Provider, "server">, landing: Landing): void {
  expect(landing.url.startsWith(`${server.issuer}/`), landing.url).toBe(true);
  expect(landing.status).toBeGreaterThanOrEqual(400);
  expect(landing.body).toContain('id="error-code"');
  expect(landing.body).not.toContain("<script");
}

/** At least 128 bits long, with more than 96 bits of entropy by the frequency of its characters. */
export function checkEntropy(value: string): void {
  expect(value.length * 8).toBeGreaterThanOrEqual(128);
  const counts = [...Map.groupBy(value, (character) => character).values()].map((same) => same.length / value.length);
  const bits = counts.reduce((sum, share) => sum - share * Math.log2(share), 0) * value.length;
  expect(bits).toBeGreaterThan(96);
}

const YEAR_SECONDS = 31_536_000;

/** A lifetime in seconds that a client can use. */
export function checkLifetime(seconds: unknown): void {
  expect(seconds).toEqual(expect.any(Number));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(YEAR_SECONDS);
}
