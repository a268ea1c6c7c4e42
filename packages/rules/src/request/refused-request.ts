/**
 * What is kept of a refused request for the operator of its client: what was asked, what was wrong, and what to set.
 * Nothing of it lets anyone act, and nothing is about a person.
 */
import type { ErrorCode, ProtocolError } from "../errors.ts";
import type { RequestParameters } from "./parameters.ts";

export interface RefusedRequest {
  readonly error: ErrorCode;
  /** What the client was told. */
  readonly description: string;
  /** What the log says in addition, without values that are not kept. */
  readonly detail: string | undefined;
  /** What to set. */
  readonly remedy: string | undefined;
  /** The names of the parameters that were sent. */
  readonly names: readonly string[];
  /** The values of those that are neither secret nor about a person. */
  readonly values: Readonly<Record<string, string>>;
}

/** The only parameters whose values are kept, and whether the value is an address. All others may be a secret. */
const KEPT: ReadonlyMap<string, "text" | "address"> = new Map([
  ["response_type", "text"],
  ["response_mode", "text"],
  ["grant_type", "text"],
  ["redirect_uri", "address"],
  ["scope", "text"],
  ["resource", "address"],
  ["code_challenge_method", "text"],
  ["prompt", "text"],
  ["acr_values", "text"],
]);

const LONGEST_VALUE = 200;
/** Those that list choices may be long. The column is bounded. */
const LONGEST_DESCRIPTION = 500;
const LONGEST_DETAIL = 200;
const LONGEST_NAME = 30;
const MOST_NAMES = 30;
/** A value that is shorter says nothing, and would also be found in words. */
const SHORTEST_SECRET = 6;

/**
 * Errors that are answers, and not about the registration or the request: what a person decided or has yet to do, a
 * step of a protocol, and what passes by itself.
 */
const NOT_KEPT: ReadonlySet<ErrorCode> = new Set([
  ...(["access_denied", "login_required", "consent_required", "account_selection_required"] as const),
  ...(["authorization_pending", "slow_down", "expired_token"] as const),
  ...(["interaction_required", "use_dpop_nonce", "server_error", "temporarily_unavailable"] as const),
]);

/** Whether a refusal says something about the client's request or registration. */
export const isKept = ({ code }: Pick<ProtocolError, "code">): boolean => !NOT_KEPT.has(code);

/** What is kept of a refusal and of the parameters that were refused. */
export function refusedRequest(error: ProtocolError, parameters: RequestParameters): RefusedRequest {
  const sent = [...parameters.entries()];
  return {
    error: error.code,
    description: error.message.slice(0, LONGEST_DESCRIPTION),
    detail: error.detail === undefined ? undefined : detailWithout(parameters, error.detail),
    remedy: error.remedy,
    names: namesOf([...sent.map(([name]) => name), ...parameters.repeated]),
    values: Object.fromEntries(sent.flatMap(([name, value]) => (KEPT.has(name) ? [[name, kept(name, value)]] : []))),
  };
}

/** Text of a caller that is kept: only characters of ASCII that are seen, and no more than so many. */
const cleanedPart = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[^ -~…]/g, "?") + (text.length > longest ? "…" : "");

const kept = (name: string, value: string) =>
  cleanedPart(KEPT.get(name) === "address" ? withoutQueries(value) : value, LONGEST_VALUE);

// A query or a fragment may carry anything, and so may what stands before an @.
const withoutQueries = (text: string) => text.replace(/[?#][^ ]*/g, "?…").replace(/\/\/[^/ @]*@/g, "//…@");

// A text that is longer than a name of a parameter, or has digits, may be a value in the wrong place.
function namesOf(sent: readonly string[]): readonly string[] {
  return [...new Set(sent.map((name) => (isName(name) ? name : "…")))].slice(0, MOST_NAMES);
}

const isName = (text: string) => text.length <= LONGEST_NAME && /^[A-Za-z]+(?:[_-][A-Za-z]+)*$/.test(text);

function detailWithout({ entries, repeated }: RequestParameters, detail: string): string {
  const values = [...entries()].flatMap(([name, value]) => (KEPT.has(name) || name === "client_id" ? [] : [value]));
  const names = [...repeated].filter((name) => !isName(name));
  const secrets = [...values.filter(({ length }) => length >= SHORTEST_SECRET), ...names.filter((name) => name !== "")];
  const without = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), detail);
  return cleanedPart(withoutQueries(without), LONGEST_DETAIL);
}
