/** RP-initiated logout: OIDC RP-Initiated Logout §2 and §3. */
import { expect } from "@playwright/test";
import { decodeJwt, SignJWT, UnsecuredJWT } from "jose";
import type { Landing, ScriptedBrowser } from "../../support/browser/scripted-browser.ts";
import { siteOf } from "../../support/worlds/world.ts";
import type { Client } from "../suite/client.ts";
import { runFlow } from "../suite/flow.ts";
import type { Provider } from "../suite/provider.ts";
import { register } from "../suite/registration.ts";
import type { Module } from "./module.ts";
import { checkSignedOut } from "./sessions.ts";

const STATE = "0123456789abcdef".repeat(8);

export interface SignedIn {
  readonly client: Client;
  readonly browser: ScriptedBrowser;
  readonly hint: string;
  readonly backTo: string;
}

/** A person who is signed in at a client with a registered post-logout redirect URI. */
export async function signedIn(provider: Provider, changes: object = {}): Promise<SignedIn> {
  const backTo = `${siteOf(provider.world, "rp")}/signed-out`;
  const client = await register(provider, { post_logout_redirect_uris: [backTo], ...changes });
  const browser = provider.browser();
  const { rawIdToken: hint } = await runFlow(provider, { client, browser });
  return { client, browser, hint, backTo };
}

/** Sends the browser to the end session endpoint, and confirms if a page asks. */
export async function signOut(
  { server }: Provider,
  browser: ScriptedBrowser,
  parameters: Readonly<Record<string, string>>,
): Promise<Landing> {
  const page = await browser.open(`${server.end_session_endpoint}?${new URLSearchParams(parameters)}`);
  return page.body.includes('id="sign-out-page"') ? browser.submit(page, []) : page;
}

/** The browser stays on a page of the provider. */
function checkStayed({ server }: Provider, page: Landing): void {
  expect(page.status).not.toBe(303);
  expect(page.url.startsWith(`${server.issuer}/`), page.url).toBe(true);
  expect(page.body).toContain("<h1>");
}

async function backWithState(provider: Provider): Promise<void> {
  const person = await signedIn(provider);
  const page = await signOut(provider, person.browser, {
    id_token_hint: person.hint,
    post_logout_redirect_uri: person.backTo,
    state: STATE,
  });
  expect(page.url).toBe(`${person.backTo}?${new URLSearchParams({ state: STATE })}`);
  await checkSignedOut(provider, person);
}

async function backWithoutState(provider: Provider): Promise<void> {
  const person = await signedIn(provider);
  const parameters = { id_token_hint: person.hint, post_logout_redirect_uri: person.backTo };
  expect((await signOut(provider, person.browser, parameters)).url).toBe(person.backTo);
  await checkSignedOut(provider, person);
}

/** Parameters of a logout request that must not redirect. */
type Wrong = (provider: Provider, person: SignedIn) => Promise<Record<string, string>> | Record<string, string>;

const staysWith =
  (wrong: Wrong): Module =>
  async (provider) => {
    const person = await signedIn(provider);
    checkStayed(
      provider,
      await signOut(provider, person.browser, { state: STATE, ...(await wrong(provider, person)) }),
    );
  };

/** Parameters of a logout request that ends on our page, without a signed-in person. */
const endsWith =
  (parameters: (person: SignedIn) => Record<string, string>): Module =>
  async (provider) => {
    const person = await signedIn(provider);
    const page = await signOut(provider, person.browser, parameters(person));
    checkStayed(provider, page);
    expect(page.status).toBe(200);
    expect(page.body).toContain('id="signed-out"');
    await checkSignedOut(provider, person);
  };

const wrongHints = {
  unsigned: ({ hint }: SignedIn) => new UnsecuredJWT(decodeJwt(hint)).encode(),
  byClient: ({ hint, client }: SignedIn) =>
    new SignJWT(decodeJwt(hint)).setProtectedHeader({ alg: "RS256", kid: client.key.kid }).sign(client.key.privateKey),
};

export const logouts = {
  "oidcc-rp-initiated-logout": backWithState,
  "oidcc-rp-initiated-logout-bad-post-logout-redirect-uri": staysWith((_, { hint, backTo }) => ({
    id_token_hint: hint,
    post_logout_redirect_uri: `${backTo}/other`,
  })),
  "oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri": staysWith((_, { hint, backTo }) => ({
    id_token_hint: hint,
    post_logout_redirect_uri: `${backTo}?foo=bar`,
  })),
  "oidcc-rp-initiated-logout-modified-id-token-hint": staysWith((_, person) => ({
    id_token_hint: wrongHints.unsigned(person),
    post_logout_redirect_uri: person.backTo,
  })),
  "oidcc-rp-initiated-logout-bad-id-token-hint": staysWith(async (_, person) => ({
    id_token_hint: await wrongHints.byClient(person),
    post_logout_redirect_uri: person.backTo,
  })),
  "oidcc-rp-initiated-logout-no-id-token-hint": staysWith((_, { backTo }) => ({ post_logout_redirect_uri: backTo })),
  "oidcc-rp-initiated-logout-no-params": endsWith(() => ({})),
  "oidcc-rp-initiated-logout-only-state": endsWith(() => ({ state: STATE })),
  "oidcc-rp-initiated-logout-no-post-logout-redirect-uri": endsWith(({ hint }) => ({ id_token_hint: hint })),
  "oidcc-rp-initiated-logout-no-state": backWithoutState,
} satisfies Record<string, Module>;
