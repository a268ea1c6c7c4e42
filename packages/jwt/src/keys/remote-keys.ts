/** The issuer's public keys, as a resource server sees them: RFC 7517 §5, OIDC Core §10.1.1 (rotation). */
import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { fetchJson } from "./json-document.ts";
import { ACCESS_TOKEN_ALGS, publicMembers } from "./signing-key.ts";

export interface RemoteJwksOptions {
  /** Age at which the set is fetched anew: while the issuer answers, a withdrawn key is trusted no longer than this. */
  readonly maxAgeSeconds?: number;
  /**
   * Age at which the set is of no use any more, if it cannot be fetched. Tokens live for minutes, so this costs
   * nothing.
   */
  readonly maxStaleSeconds?: number;
  /** Between two fetches: an invented kid must not make us knock at the issuer's door. */
  readonly coolDownSeconds?: number;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Fetches the document, with limits of its own; `fetchJson` with those above unless told. */
  readonly fetchDocument?: (url: string) => Promise<unknown>;
  /**
   * The keys of a document that may be used; throws when it is no JWK Set. Unless told, keys such as an issuer of ours
   * has.
   */
  readonly usableKeys?: (document: unknown) => { readonly keys: readonly JWK[] };
  readonly now?: () => Date;
  /** Told why a fetch failed; for the log. */
  readonly onFailure?: (err: unknown) => void;
  /**
   * Whether a fetch failed for a reason of our own, so that the publisher was not even asked. It is tried again at
   * once, and a key that is not found meanwhile is unavailable, not unknown. Never, unless told.
   */
  readonly isOurs?: (err: unknown) => boolean;
}

export interface RemoteJwks extends JWTVerifyGetKey {
  /** True while this kid is in a set young enough to say so. False means: verify anew. */
  has(kid: string): boolean;
  /**
   * What `choose` finds among the keys as they are published. They are fetched anew, within the same limits, when it
   * finds nothing. Throws `keys_unavailable` when there is no key set.
   */
  pick<T>(choose: (keys: readonly JWK[]) => T | undefined): Promise<T | undefined>;
  /**
   * Throws `keys_unavailable` unless there is a key to verify with. A set is waited for, within the same limits, only
   * where there is none; an old one is fetched anew, unawaited.
   */
  ready(): Promise<void>;
}

/**
 * Thrown when there is no key set to look into: we cannot tell whether a token is good. Its cause is why the last fetch
 * failed.
 */
export interface KeysUnavailableError extends Error {
  readonly code: "keys_unavailable";
}

export function isKeysUnavailable(err: unknown): err is KeysUnavailableError {
  return err instanceof Error && "code" in err && err.code === "keys_unavailable";
}

// The first set is waited for by everybody, so it is tried again sooner than a later one.
const FIRST_COOL_DOWN_SECONDS = 1;

/**
 * A key search over a remote JWK Set. `location` is its address, or finds it (by discovery)
 * at each fetch. The set is kept 5 minutes and fetched anew for an unknown kid, at most every
 * 10 seconds and once at a time; the old set stays, for up to an hour, while fetching fails.
 * The search throws `keys_unavailable` when there is no set, and jose's error when no key matches.
 */
export function remoteJwks(location: string | (() => Promise<string>), options: RemoteJwksOptions = {}): RemoteJwks {
  const { maxAgeSeconds = 300, maxStaleSeconds = 3600, coolDownSeconds = 10, now = () => new Date() } = options;
  const { fetchDocument = (url: string) => fetchJson(url, options), usableKeys = issuerKeys } = options;
  const { isOurs = () => false } = options;
  let current: KeySet | undefined;
  let attemptedAt: number | undefined;
  let pending: Promise<void> | undefined;
  let failure: unknown;

  const seconds = () => now().getTime() / 1000;
  const isYoungerThan = (set: KeySet, age: number) => seconds() - set.fetchedAt < age;

  async function fetchSet(): Promise<void> {
    attemptedAt = seconds();
    try {
      const url = typeof location === "string" ? location : await location();
      current = { ...keySet(usableKeys(await fetchDocument(url)).keys), fetchedAt: seconds() };
      failure = undefined;
    } catch (err) {
      failure = err;
      if (isOurs(err)) attemptedAt = undefined;
      options.onFailure?.(err);
    }
  }

  /** Fetches, or joins the fetch under way, or does nothing while cooling down. */
  async function refresh(): Promise<void> {
    const pause = current === undefined ? FIRST_COOL_DOWN_SECONDS : coolDownSeconds;
    const cooling = attemptedAt !== undefined && seconds() - attemptedAt < pause;
    if (pending === undefined && cooling) return;

    pending ??= fetchSet().finally(() => {
      pending = undefined;
    });
    await pending;
  }

  /** The set, fetched anew when it is old or is not known to have what is sought. */
  async function load(hasIt: (set: KeySet) => boolean): Promise<KeySet> {
    if (current === undefined || !isYoungerThan(current, maxAgeSeconds)) await refresh();
    if (current !== undefined && !hasIt(current)) await refresh();

    if (current === undefined || !isYoungerThan(current, maxStaleSeconds)) throw keysUnavailable(failure);
    if (isOurs(failure) && !hasIt(current)) throw keysUnavailable(failure);
    return current;
  }

  const find: JWTVerifyGetKey = async (header, token) => {
    const set = await load(({ kids }) => header.kid === undefined || kids.has(header.kid));
    return set.find(header, token);
  };

  const isUsable = () => current !== undefined && current.keys.length > 0 && isYoungerThan(current, maxStaleSeconds);

  async function ready(): Promise<void> {
    const isFresh = current !== undefined && isYoungerThan(current, maxAgeSeconds);
    if (!isUsable()) await refresh();
    else if (!isFresh) void refresh();
    if (!isUsable()) throw keysUnavailable(failure);
  }

  return Object.assign(find, {
    ready,
    pick: async <T>(choose: (keys: readonly JWK[]) => T | undefined) =>
      choose((await load(({ keys }) => choose(keys) !== undefined)).keys),
    has: (kid: string) => current !== undefined && isYoungerThan(current, maxAgeSeconds) && current.kids.has(kid),
  });
}

interface KeySet {
  readonly keys: readonly JWK[];
  readonly find: JWTVerifyGetKey;
  readonly kids: ReadonlySet<string>;
  /** Seconds since 1970. */
  readonly fetchedAt: number;
}

const jwkSetShape = z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(100) });

const jwkShape = z.object({
  kid: z.string().min(1),
  alg: z.enum(ACCESS_TOKEN_ALGS).optional(),
  use: z.literal("sig").optional(),
});

function issuerKeys(document: unknown): { readonly keys: readonly JWK[] } {
  // RFC 7517 §5: what we do not understand is ignored, and so is what signs no access tokens.
  const keys = jwkSetShape.parse(document).keys.flatMap((jwk): (JWK & { kid: string })[] => {
    const about = jwkShape.safeParse(jwk);
    const members = publicMembers(jwk);
    if (!about.success || members === undefined) return [];

    const { kid, alg } = about.data;
    return [{ ...members, kid, ...(alg === undefined ? {} : { alg }) }];
  });

  return { keys };
}

function keySet(keys: readonly JWK[]): Omit<KeySet, "fetchedAt"> {
  const kids = new Set(keys.flatMap(({ kid }) => kid ?? []));
  return { keys, find: createLocalJWKSet({ keys: [...keys] }), kids };
}

function keysUnavailable(cause: unknown): KeysUnavailableError {
  const error = new Error("the issuer's keys are not available", { cause });
  return Object.assign(error, { name: "KeysUnavailableError", code: "keys_unavailable" as const });
}
