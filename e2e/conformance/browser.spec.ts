/** Checks that need a real browser: responses that a page posts by itself, and pages in frames. */
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { decodeJwt } from "jose";
import { openSite, signInAndAllow } from "../support/browser/pages.ts";
import type { Account, World } from "../support/worlds/world.ts";
import { siteOf } from "../support/worlds/world.ts";
import {
  type Answer,
  type AuthorizationRequest,
  addressOf,
  checkError,
  MUST_ASK,
  requestOf,
} from "./suite/authorization.ts";
import { type Case, readCases } from "./suite/cases.ts";
import type { Client } from "./suite/client.ts";
import { finish } from "./suite/flow.ts";
import { openProvider, type Provider } from "./suite/provider.ts";
import { endRegistrations, newRedirectUri, register } from "./suite/registration.ts";
import { test } from "./suite/test.ts";

type BrowserModule = (provider: Provider, page: Page, person: Account) => Promise<void>;

// Browsers keep cookies from frames of other sites. The client's host is on the same site as the issuer.
const SAME_SITE = "rp.countersign";
const STATE = "0123456789abcdef".repeat(8);

const modules: Readonly<Record<string, BrowserModule>> = {
  "form-post-in-a-browser": postsByItself,
  "oidcc-frontchannel-rp-initiated-logout": tellsInFrames,
  "oidcc-session-management-rp-initiated-logout": answersInAFrame,
};

for (const running of readCases()) {
  const run = modules[running.check];
  if (run !== undefined) define(running, run);
}

function define(running: Case, run: BrowserModule): void {
  test(`[${running.profile}] ${running.check}: ${running.holds}`, async ({ page, world, demo, initialAccessToken }) => {
    const provider = await openProvider({ world, running, account: demo, initialAccessToken });
    await run(provider, page, demo);
    await endRegistrations(provider);
  });
}

async function postsByItself(provider: Provider, page: Page, person: Account): Promise<void> {
  const client = await register(provider);
  const silent = requestOf(provider, client, { prompt: "none" });
  const refused = await answerTo(page, silent, () => page.goto(addressOf(provider, silent)));
  checkError(provider, silent, refused, ...MUST_ASK);

  const request = requestOf(provider, client);
  const answer = await answerTo(page, request, () => signInAndAllow(page, addressOf(provider, request), person));
  await finish(provider, request, answer);
}

/** The request that the browser sends to the client while a person acts. */
async function answerTo(page: Page, { client }: AuthorizationRequest, act: () => Promise<unknown>): Promise<Answer> {
  const coming = page.waitForRequest((request) => request.url().startsWith(client.redirectUri));
  await act();
  const sent = await coming;
  await page.waitForURL((url) => url.href.startsWith(client.redirectUri));
  const landing = { status: 200, headers: {}, body: "", url: sent.url() };
  const channel = sent.method() === "POST" ? "form_post" : "query";
  const parameters =
    channel === "query" ? new URL(sent.url()).searchParams : new URLSearchParams(sent.postData() ?? "");
  if (channel === "form_post") {
    expect(sent.url()).toBe(client.redirectUri);
    expect(sent.headers()["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
  }
  return { channel, parameters, to: sent.url(), pages: [], landing };
}

interface SignedIn {
  readonly client: Client;
  readonly hint: string;
  readonly sessionState: string;
  /** The address to which the browser goes to sign out. */
  readonly signOut: string;
  readonly backTo: string;
}

/** Signs a person in at a client in this browser. */
async function signedIn(provider: Provider, page: Page, person: Account, changes: object): Promise<SignedIn> {
  const backTo = `${siteOf(provider.world, "rp")}/signed-out`;
  const client = await register(provider, { post_logout_redirect_uris: [backTo], ...changes });
  const request = requestOf(provider, client);
  const answer = await answerTo(page, request, () => signInAndAllow(page, addressOf(provider, request), person));
  const { rawIdToken: hint } = await finish(provider, request, answer);
  const parameters = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: backTo, state: STATE });
  const signOut = `${provider.server.end_session_endpoint}?${parameters}`;
  const sessionState = answer.parameters.get("session_state") ?? "";
  return { client, hint, sessionState, signOut, backTo: `${backTo}?${new URLSearchParams({ state: STATE })}` };
}

async function checkSignedOut(provider: Provider, page: Page, client: Client): Promise<void> {
  const request = requestOf(provider, client, { prompt: "none" });
  const answer = await answerTo(page, request, () => page.goto(addressOf(provider, request)));
  checkError(provider, request, answer, ...MUST_ASK);
}

async function tellsInFrames(provider: Provider, page: Page, person: Account): Promise<void> {
  const url = `${siteOf(provider.world, "rp")}/front-channel`;
  const changes = { frontchannel_logout_uri: url, frontchannel_logout_session_required: true };
  const { client, hint, signOut, backTo } = await signedIn(provider, page, person, changes);

  const framed = page.waitForRequest((request) => request.url().startsWith(url));
  await page.goto(signOut);
  const sent = await framed;
  expect([sent.method(), sent.frame().parentFrame()]).toEqual(["GET", expect.anything()]);
  const told = Object.fromEntries(new URL(sent.url()).searchParams);
  expect(told).toEqual({ iss: provider.server.issuer, sid: decodeJwt(hint).sid });
  await page.waitForURL(backTo);
  await checkSignedOut(provider, page, client);
}

/**
 * A page of the client that sends a message to the provider's frame each time its button is pressed, and shows the
 * reply.
 */
const asking = ({ issuer }: World, frame: string, message: string) => `
  <iframe id=op src="${frame}"></iframe>
  <button id=ask
    onclick="document.getElementById('op').contentWindow.postMessage('${message}', '${new URL(issuer).origin}')"
  >Ask</button>
  <pre id=said></pre>
  <script>addEventListener("message", function (event) {
    if (event.origin === "${new URL(issuer).origin}") document.getElementById("said").textContent += event.data + ";";
  });</script>`;

async function answersInAFrame(provider: Provider, page: Page, person: Account): Promise<void> {
  const { world, server } = provider;
  const frame = String(server.check_session_iframe);
  expect(new URL(frame).origin).toBe(new URL(server.issuer).origin);
  const redirectUri = newRedirectUri(provider).replace("//rp.test", `//${SAME_SITE}.test`);
  const { client, sessionState, signOut, backTo } = await signedIn(provider, page, person, {
    redirect_uris: [redirectUri],
  });
  expect(sessionState).toMatch(/^[^ ]+$/);

  await openSite(page, world, SAME_SITE, asking(world, frame, `${client.id} ${sessionState}`));
  await page.frameLocator("#op").locator("body[data-cookie]").waitFor({ state: "attached" });
  await page.locator("#ask").click();
  await expect(page.locator("#said")).toHaveText("unchanged;");

  const elsewhere = await page.context().newPage();
  await elsewhere.goto(signOut);
  await elsewhere.waitForURL(backTo);
  await page.locator("#ask").click();
  await expect(page.locator("#said")).toHaveText("unchanged;changed;");
  await checkSignedOut(provider, elsewhere, client);
}
