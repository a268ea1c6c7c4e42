/** Who is signed in, since when, and whether the provider asks them to sign in again. */
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "@playwright/test";
import { checkError, MUST_ASK, type Parameters, requestOf, visit } from "../suite/authorization.ts";
import { runFlow } from "../suite/flow.ts";
import type { Provider } from "../suite/provider.ts";
import { register } from "../suite/registration.ts";
import type { Module } from "./module.ts";

const LONG_STATE = "0123456789abcdef".repeat(8);

/** Sends two requests of one client in one browser. */
async function twice(provider: Provider, first: Parameters, second: (hint: string) => Parameters, pauseMs = 0) {
  const client = await register(provider);
  const browser = provider.browser();
  const before = await runFlow(provider, { client, browser, parameters: first });
  await wait(pauseMs);
  const after = await runFlow(provider, { client, browser, parameters: second(before.rawIdToken) });
  expect(after.idToken.sub).toBe(before.idToken.sub);
  return { before, after };
}

async function promptLogin(provider: Provider): Promise<void> {
  // auth_time has a resolution of one second.
  const { before, after } = await twice(provider, {}, () => ({ prompt: "login" }), 1100);
  expect(after.answer.pages).toContain("login");
  expect(Number(after.idToken.auth_time)).toBeGreaterThan(Number(before.idToken.auth_time));
}

async function notLoggedIn(provider: Provider): Promise<void> {
  const client = await register(provider);
  const request = requestOf(provider, client, { prompt: "none", state: LONG_STATE });
  const answer = await visit(provider, provider.browser(), request);
  checkError(provider, request, answer, ...MUST_ASK);
  expect(answer.parameters.has("code")).toBe(false);
}

const silently =
  (parameters: (hint: string) => Parameters): Module =>
  async (provider) => {
    const { before, after } = await twice(provider, {}, parameters);
    expect(after.answer.pages).toEqual([]);
    expect(after.idToken.auth_time).toBe(before.idToken.auth_time);
  };

async function shortMaxAge(provider: Provider): Promise<void> {
  const { before, after } = await twice(provider, {}, () => ({ max_age: "1" }), 2100);
  expect(after.answer.pages).toContain("login");
  expect(after.idToken.auth_time).toEqual(expect.any(Number));
  expect(Number(after.idToken.auth_time)).toBeGreaterThan(Number(before.idToken.auth_time));
  expect(Math.abs(Number(after.idToken.auth_time) - Date.now() / 1000)).toBeLessThan(60);
}

async function longMaxAge(provider: Provider): Promise<void> {
  const { before, after } = await twice(provider, { max_age: "15000" }, () => ({ max_age: "10000" }));
  expect(after.answer.pages).toEqual([]);
  expect(before.idToken.auth_time).toEqual(expect.any(Number));
  expect(after.idToken.auth_time).toBe(before.idToken.auth_time);
}

/** Checks, as a client can, that no person is signed in in a browser any more. */
export async function checkSignedOut(
  provider: Provider,
  { client, browser }: { client: Awaited<ReturnType<typeof register>>; browser: ReturnType<Provider["browser"]> },
): Promise<void> {
  const request = requestOf(provider, client, { prompt: "none" });
  checkError(provider, request, await visit(provider, browser, request), ...MUST_ASK);
}

export const sessions = {
  "oidcc-prompt-login": promptLogin,
  "oidcc-prompt-none-not-logged-in": notLoggedIn,
  "oidcc-prompt-none-logged-in": silently(() => ({ prompt: "none" })),
  "oidcc-id-token-hint": silently((hint) => ({ prompt: "none", id_token_hint: hint })),
  "oidcc-max-age-1": shortMaxAge,
  "oidcc-max-age-10000": longMaxAge,
} satisfies Record<string, Module>;
