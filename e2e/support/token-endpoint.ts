/** Sends requests to the token endpoint by hand, for requests that no library would send. */
import { expect } from "@playwright/test";
import { authorize, scriptedBrowser } from "./browser/scripted-browser.ts";
import { type Answer, json, sendForm } from "./http.ts";
import type { Begun, RelyingParty } from "./relying-party.ts";
import type { NewClient } from "./worlds/operator.ts";
import type { Account, World } from "./worlds/world.ts";

/** RFC 6749 §2.3.1: the value of an Authorization header. */
export function basic({ clientId, clientSecret = "" }: NewClient): string {
  const encoded = [clientId, clientSecret].map((part) => encodeURIComponent(part).replaceAll("%20", "+")).join(":");
  return `Basic ${Buffer.from(encoded).toString("base64")}`;
}

export type Form = Readonly<Record<string, string>>;

/** Sends a token request. Without `authorization`, the request has no Authorization header. */
export function tokenRequest(world: World, form: Form | [string, string][], authorization?: string): Promise<Answer> {
  return sendForm(world, `${world.issuer}/token`, form, authorization === undefined ? {} : { authorization });
}

export interface FreshCode extends Begun {
  readonly callback: URL;
  /** The correct token request for the code. */
  readonly form: Form;
}

/** A code for this person that was not redeemed yet. */
export async function freshCode(
  world: World,
  rp: RelyingParty,
  person: Account,
  parameters: Readonly<Record<string, string>> = {},
): Promise<FreshCode> {
  const begun = await rp.begin(parameters);
  const callback = await authorize(scriptedBrowser(world), begun.url, person);
  const form = {
    grant_type: "authorization_code",
    code: callback.searchParams.get("code") ?? "",
    redirect_uri: rp.redirectUri,
    code_verifier: begun.verifier,
  };
  return { ...begun, callback, form };
}

/** RFC 6749 §5.2: an error in JSON that must not be cached, without a token. */
export function expectTokenError(answer: Answer, status: number, ...errors: readonly string[]): void {
  expect(answer.status, answer.body).toBe(status);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  const body = json(answer);
  expect(errors).toContain(body.error);
  expect(Object.keys(body).sort()).toEqual(["error", "error_description"]);
}
