/** Request parameters: RFC 6749 §3.1 and §3.2. */
import type { z } from "zod";
import { invalidRequest, type ProtocolError } from "../errors.ts";
import { reasonOf } from "../text/reason.ts";

/** The one parameter that may occur more than once (RFC 8707 §2). */
const RESOURCE = "resource";

export interface RequestParameters {
  get(name: string): string | undefined;
  entries(): Iterable<[string, string]>;
  /** The values of `resource`, in the order sent. `get` returns it only if there is one. */
  readonly resources: readonly string[];
  /** Names that occur more than once. They have no value, and each endpoint decides how to refuse them. */
  readonly repeated: ReadonlySet<string>;
}

/**
 * Reads decoded pairs. No parameter but `resource` may occur twice, and one without a value counts as absent (RFC 6749
 * §3.1).
 */
export function readParameters(pairs: Iterable<readonly [string, string]>): RequestParameters {
  const values = new Map<string, string>();
  const resources: string[] = [];
  const repeated = new Set<string>();
  for (const [name, value] of pairs) {
    if (name === RESOURCE) {
      if (value !== "") resources.push(value);
      continue;
    }
    if (values.has(name)) repeated.add(name);
    values.set(name, value);
  }

  for (const [name, value] of values) {
    if (value === "" || repeated.has(name)) values.delete(name);
  }
  return parametersOf(values, resources, repeated);
}

function parametersOf(
  values: ReadonlyMap<string, string>,
  resources: readonly string[],
  repeated: ReadonlySet<string>,
): RequestParameters {
  const named = resources.map((value): [string, string] => [RESOURCE, value]);
  const entries = () => (named.length === 0 ? values.entries() : [...values, ...named]);
  const [resource, second] = resources;
  const only = second === undefined ? resource : undefined;
  return { get: (name) => (name === RESOURCE ? only : values.get(name)), entries, resources, repeated };
}

/** The parameters that requests have here. A message names these, and never a name that a caller made up. */
const KNOWN: ReadonlySet<string> = new Set([
  ...["client_id", "client_secret", "client_assertion", "client_assertion_type", "redirect_uri", "response_type"],
  ...["response_mode", "scope", "state", "nonce", "prompt", "display", "max_age", "ui_locales", "claims_locales"],
  ...["id_token_hint", "login_hint", "acr_values", "claims", "request", "request_uri", "authorization_details"],
  ...["dpop_jkt", "code_challenge", "code_challenge_method", "grant_type", "code", "code_verifier", "refresh_token"],
  ...["device_code", "user_code", "token", "token_type_hint", "logout_hint", "post_logout_redirect_uri"],
  ...["subject_token", "subject_token_type", "actor_token", "actor_token_type", "requested_token_type", "audience"],
]);

/** RFC 6749 §3.1: refuses any repeated parameter, or only the named ones. Throws `invalid_request`. */
export function refuseRepeated({ repeated }: RequestParameters, names: Iterable<string> = repeated): void {
  for (const name of names) {
    if (repeated.has(name)) {
      throw invalidRequest(KNOWN.has(name) ? `a parameter is repeated: ${name}` : "a parameter is repeated", name);
    }
  }
}

/**
 * Takes the parameters `shape` names; others are ignored, as RFC 6749 §3.1 requires. `resource` is not among them: it
 * is read from `resources`. Throws `invalid_request`.
 */
export function takeParameters<T>(shape: z.ZodType<T>, parameters: RequestParameters): T {
  const taken = shape.safeParse(Object.fromEntries(parameters.entries()), { reportInput: true });
  if (taken.success) return taken.data;

  throw wrongParameter(taken.error.issues[0]);
}

/** Says what is wrong with a parameter, by an issue of a schema that was parsed with `reportInput`. */
export function wrongParameter(issue: z.core.$ZodIssue | undefined): ProtocolError {
  const [name, reason] = [String(issue?.path[0] ?? "a parameter"), issue ? reasonOf(issue) : "is malformed"];
  return invalidRequest(`${name} ${reason}`);
}
