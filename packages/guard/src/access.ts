/** What a valid access token allows: RFC 9068 §2.2, RFC 7662 §2.2, RFC 8693 §4.1, RFC 9396 §9. */
import { invalidJwt } from "./errors.ts";
import { isRecord } from "./keys/signature-keys.ts";

/** Claims of a token that was verified. */
export type Claims = Readonly<Record<string, unknown>>;

/** One object of `authorization_details` (RFC 9396 §2). */
export interface AuthorizationDetail {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A verified access token, frozen. It does not contain the token itself: see `tokenOf`. */
export interface Access {
  /** The person, or the client that acts for itself: unique at its issuer. */
  readonly subject: string;
  readonly client: string;
  readonly issuer: string;
  readonly audience: readonly string[];
  /** The scopes that the token names. Checks also count the scopes that these include by `scopeHierarchy`. */
  readonly scopes: readonly string[];
  /** Who acts for the subject now; undefined if they come by themselves (RFC 8693 §4.1). */
  readonly actor?: string | undefined;
  /** The same with those that acted before, the current actor first. */
  readonly actors: readonly string[];
  readonly details: readonly AuthorizationDetail[];
  /** How the person signed in, and when, in seconds since 1970. */
  readonly acr?: string | undefined;
  readonly authTime?: number | undefined;
  /** In seconds since 1970. */
  readonly expiresAt?: number | undefined;
  /** What the token is bound to (RFC 7800 §3.1). */
  readonly confirmation?: Claims | undefined;
  /** Everything that the token says. */
  readonly claims: Claims;
}

const MOST_ACTORS = 10;

/** Reads the claims of a verified token. Throws `invalid_jwt` for claims of a wrong type. */
export function readAccess(claims: Claims): Access {
  const client = text(claims, "client_id");
  if (client === undefined) throw invalidJwt("client_id is missing");
  const actors = actorsOf(claims.act);
  return deepFrozen({
    subject: text(claims, "sub") ?? client,
    client,
    issuer: text(claims, "iss") ?? "",
    audience: audienceOf(claims),
    scopes: (text(claims, "scope") ?? "").split(" ").filter((scope) => scope !== ""),
    actor: actors[0],
    actors,
    details: detailsOf(claims.authorization_details),
    acr: text(claims, "acr"),
    authTime: time(claims, "auth_time"),
    expiresAt: time(claims, "exp"),
    confirmation: confirmationOf(claims),
    claims,
  });
}

/** A claim that is a text, or undefined. Throws `invalid_jwt` for another type. */
function text(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  if (value === undefined || typeof value === "string") return value;
  throw invalidJwt(`${name} is not a text`);
}

function time(claims: Claims, name: string): number | undefined {
  const value = claims[name];
  if (value === undefined || (typeof value === "number" && Number.isFinite(value))) return value;
  throw invalidJwt(`${name} is not a time`);
}

/** The audience as a list (RFC 7519 §4.1.3). Throws `invalid_jwt` for another type. */
export function audienceOf({ aud }: Claims): readonly string[] {
  if (typeof aud === "string") return [aud];
  if (Array.isArray(aud) && aud.every((name) => typeof name === "string")) return aud;
  throw invalidJwt("aud is malformed");
}

// A value that is not an object may be meant as a binding.
function confirmationOf({ cnf }: Claims): Claims | undefined {
  if (cnf === undefined || isRecord(cnf)) return cnf;
  throw invalidJwt("cnf is not an object");
}

function actorsOf(act: unknown): readonly string[] {
  const actors: string[] = [];
  for (let actor = act; actor !== undefined; actor = actor.act) {
    if (!isRecord(actor) || typeof actor.sub !== "string" || actors.length === MOST_ACTORS)
      throw invalidJwt("act is malformed");
    actors.push(actor.sub);
  }
  return actors;
}

function detailsOf(details: unknown): readonly AuthorizationDetail[] {
  if (details === undefined) return [];
  if (Array.isArray(details) && details.every(isDetail)) return details;
  throw invalidJwt("authorization_details is malformed");
}

const isDetail = (value: unknown): value is AuthorizationDetail => isRecord(value) && typeof value.type === "string";

function deepFrozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFrozen(member);
  return Object.freeze(value);
}

const tokens = new WeakMap<Access, string>();

/** Remembers the token of an access. */
export function keepToken(access: Access, token: string): void {
  tokens.set(access, token);
}

/**
 * The access token itself, only for token exchange (RFC 8693). Never send it on to another API: that API could use it
 * here (RFC 9700 §4.10.2).
 */
export function tokenOf(access: Access): string {
  const token = tokens.get(access);
  if (token === undefined) throw new Error("this access was not made by a guard");
  return token;
}
