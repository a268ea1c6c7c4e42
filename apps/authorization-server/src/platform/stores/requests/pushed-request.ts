/**
 * A request that is stored before a browser begins with it: its request URI (RFC 9126 §2.2), the text in which it is
 * stored, and the steps on it that are part of other calls to the store.
 */
import type { Step } from "@countersign/ephemeral";
import { hashSecret, ProtocolError, type Secret } from "@countersign/rules";
import type { PushedByClient, SentRequest } from "./parked-request.ts";

/** What was pushed. A request for one purpose is never accepted for the other, which has different checks. */
export type Purpose = "authorization" | "logout" | "trial";

/** Sets of requests. Each set has its own limit. */
export type RequestSet = "parked" | "pushed" | "pushed-by-client" | "answered";

export interface PushedRequest {
  readonly parameters: SentRequest["parameters"];
  /** Absent if the browser brought the request by POST. */
  readonly pushed: PushedByClient | undefined;
}

/** A request that came by a request URI. */
export type CameBy = Pick<SentRequest, "parameters" | "pushed"> & { readonly requestUri: string };

const REQUEST_URI = "urn:ietf:params:oauth:request_uri:";

export const isOurRequestUri = (uri: string) => uri.startsWith(REQUEST_URI);

/** One sentence for every cause: a guesser must not learn which request URIs exist. */
export const unknownRequestUri = (detail?: string) =>
  new ProtocolError("invalid_request_uri", "request_uri is unknown or expired", detail);

export const requestUriOf = (secret: Secret) => `${REQUEST_URI}${secret}`;

export const digest = (text: string) => hashSecret(text).toString("base64url");

export const pushedKey = (requestUri: string, purpose: Purpose) => `pushed:${purpose} ${digest(requestUri)}`;

/** The set of a request that waits for a browser. Strangers cannot fill the set of authenticated clients. */
export const setOfPushed = (pushed: PushedByClient | undefined): RequestSet =>
  pushed?.isAuthenticated === true ? "pushed-by-client" : "pushed";

/** The text of a pushed request. The previous version reads `parameters` and `resolvableUntil`. */
export function writePushed({ parameters, pushed }: PushedRequest, resolvableUntil: number): string {
  if (pushed === undefined) return JSON.stringify({ parameters, resolvableUntil });
  const { timesEnded, isAuthenticated, browser } = pushed;
  return JSON.stringify({ parameters, resolvableUntil, byClient: { timesEnded, isAuthenticated, browser } });
}

interface Written extends Pick<PushedRequest, "parameters"> {
  readonly resolvableUntil: number;
  readonly byClient?: Omit<PushedByClient, "resolvableUntil">;
}

/** Reads that text, with the time until which a browser can begin with the request. */
export function readPushed(text: string): PushedRequest & { readonly resolvableUntil: number } {
  const { parameters, resolvableUntil, byClient } = JSON.parse(text) as Written;
  return { parameters, resolvableUntil, pushed: byClient && { ...byClient, resolvableUntil } };
}

/** Spends a request URI, which has a place in this set. */
export function spent(requestUri: string, set: RequestSet): readonly Step[] {
  const key = pushedKey(requestUri, "authorization");
  return [
    { do: "take", key },
    { do: "discard", set, member: key },
  ];
}

/** RFC 9126 §7.3: binds a request that its client pushed to the browser. Fails if another browser began with it. */
export function stepsToBind(
  { requestUri, parameters, pushed }: CameBy,
  browser: string,
  ttlSeconds: number,
): readonly Step[] {
  if (pushed === undefined) return [];
  const text = (request: PushedByClient) => writePushed({ parameters, pushed: request }, pushed.resolvableUntil);
  const [expected, next] = [text(pushed), text({ ...pushed, browser: digest(browser) })];
  return [{ do: "replace", key: pushedKey(requestUri, "authorization"), expected, next, ttlSeconds }];
}

/** Whether a browser may begin with the request, or visit it again. */
export const belongsTo = (pushed: PushedByClient | undefined, browser: string | undefined): boolean =>
  pushed?.browser === undefined || (browser !== undefined && pushed.browser === digest(browser));
