/** For tests: a guard with a test issuer, and requests without a framework. */
import type { Demand } from "../demands.ts";
import { guard, type Verdict } from "../guard.ts";
import type { GuardOptions } from "../options.ts";
import type { GuardRequest } from "../request.ts";
import { createTestIssuer, type TestKey } from "./test-issuer.ts";

export const now = new Date("2030-01-01T12:00:00Z");
export const seconds = now.getTime() / 1000;
export const resource = "https://api.example";

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A request to the API. */
export const requestOf = (headers: Headers = {}, rest: Partial<GuardRequest> = {}): GuardRequest => ({
  method: "GET",
  target: "/files",
  values: (name) => [headers[name] ?? []].flat(),
  ...rest,
});

/** Makes a guard for a test issuer, and what sends requests to it. */
export async function openWorld(options: Partial<GuardOptions> = {}) {
  const refusals: object[] = [];
  const issuer = await createTestIssuer({ resource, now: () => now });
  const api = guard({
    issuer: issuer.options,
    resource,
    now: () => now,
    onRefusal: (event) => refusals.push(event),
    // It remembers since long ago: no proof needs a nonce.
    dpop: { memory: memoryOfOld() },
    ...options,
  });
  const key = await issuer.key();

  /** The headers of a token that is bound to a key, with a proof of it for GET /files. */
  async function boundTo(by: TestKey, claims: object = {}, tokenClaims: object = {}) {
    const token = await issuer.token({ cnf: { jkt: key.jkt }, ...tokenClaims });
    const proof = await by.proof({ method: "GET", url: `${resource}/files`, token }, claims);
    return { authorization: `DPoP ${token}`, dpop: proof };
  }

  return {
    api,
    issuer,
    key,
    refusals,
    boundTo,
    ask: async (token: string, demands: readonly Demand[] = [], rest: Partial<GuardRequest> = {}) =>
      outcome(await api.check(requestOf({ authorization: `Bearer ${token}` }, rest), demands)),
    send: async (headers: Headers, demands: readonly Demand[] = [], rest: Partial<GuardRequest> = {}) =>
      outcome(await api.check(requestOf(headers, rest), demands)),
  };
}

/** A memory that remembers everything since long ago. */
export function memoryOfOld() {
  const keys = new Set<string>();
  return {
    async remember(name: string) {
      if (keys.has(name)) return undefined;
      keys.add(name);
      return new Date(0);
    },
  };
}

/** What a test compares: the status, the error, and the lines of WWW-Authenticate. */
export function outcome(verdict: Verdict) {
  if (verdict.allowed) return { status: 200, access: verdict.access, headers: verdict.headers };
  const { status, body, headers } = verdict.answer;
  const challenges = headers.filter(([name]) => name === "www-authenticate").map(([, value]) => value);
  const error: unknown = body === "" ? undefined : JSON.parse(body).error;
  return { status, error, challenges, headers };
}
