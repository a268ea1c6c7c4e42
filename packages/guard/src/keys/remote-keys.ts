/** The issuer's public keys, as a resource server sees them: RFC 7517 §5, OIDC Core §10.1.1 (rotation). */
import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from "jose";
import { fetchJson } from "./json-document.ts";
import { SIGNATURE_ALGS, signatureKeys } from "./signature-keys.ts";

export interface RemoteJwksOptions {
  /**
   * The age at which the set is fetched again: while the issuer answers, a withdrawn key is trusted no longer than
   * this.
   */
  readonly maxAgeSeconds?: number;
  /**
   * The age at which the set may no longer be used if it cannot be fetched. Tokens live for minutes, so this costs
   * nothing.
   */
  readonly maxStaleSeconds?: number;
  /** The time between two fetches: invented kids must not cause requests to the issuer. */
  readonly coolDownSeconds?: number;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Fetches the document, with limits of its own; by default `fetchJson` with the limits above. */
  readonly fetchDocument?: (url: string) => Promise<unknown>;
  /**
   * Returns the usable keys of a document; throws if it is not a JWK Set. By default, keys of the kinds that our issuer
   * has.
   */
  readonly usableKeys?: (document: unknown) => { readonly keys: readonly JWK[] };
  /** The milliseconds since some moment, on a monotonic clock: setting the time must not stop fetches. */
  readonly elapsed?: () => number;
  /** Called with the reason why a fetch failed; for the log. */
  readonly onFailure?: (err: unknown) => void;
  /**
   * Whether a fetch failed for a local reason, so that the publisher was not even asked. Such a fetch is tried again at
   * once. Until then a key that is not found is unavailable, not unknown. By default never.
   */
  readonly isOurs?: (err: unknown) => boolean;
}

export interface RemoteJwks extends JWTVerifyGetKey {
  /** True while a set that is young enough contains this kid. False means that the caller must verify again. */
  has(kid: string): boolean;
  /**
   * Returns what `choose` finds among the published keys. If it finds nothing, the keys are fetched again, within the
   * same limits. Throws `keys_unavailable` when there is no key set.
   */
  pick<T>(choose: (keys: readonly JWK[]) => T | undefined): Promise<T | undefined>;
  /**
   * Throws `keys_unavailable` unless there is a key to verify with. It waits for a fetch, within the same limits, only
   * if there is no set. An old set is fetched again in the background.
   */
  ready(): Promise<void>;
}

/** Thrown when there is no key set, so that a token cannot be checked. Its cause is why the last fetch failed. */
export interface KeysUnavailableError extends Error {
  readonly code: "keys_unavailable";
}

export function isKeysUnavailable(err: unknown): err is KeysUnavailableError {
  return err instanceof Error && "code" in err && err.code === "keys_unavailable";
}

// All callers wait for the first set, so its fetch is retried sooner than later ones.
const FIRST_COOL_DOWN_SECONDS = 1;

/**
 * A key search over a remote JWK Set. `location` is its address, or finds the address (by discovery) at each fetch. The
 * set is kept 5 minutes. It is fetched again for an unknown kid, at most every 10 seconds and never twice at the same
 * time. While fetching fails, the old set stays for up to an hour. The search throws `keys_unavailable` when there is
 * no set, and jose's error when no key matches.
 */
export function remoteJwks(location: string | (() => Promise<string>), options: RemoteJwksOptions = {}): RemoteJwks {
  const { maxAgeSeconds = 300, maxStaleSeconds = 3600, coolDownSeconds = 10 } = options;
  const { elapsed = () => performance.now() } = options;
  const { fetchDocument = (url: string) => fetchJson(url, options), usableKeys = signatureKeys(SIGNATURE_ALGS) } =
    options;
  const { isOurs = () => false } = options;
  let current: KeySet | undefined;
  let attemptedAt: number | undefined;
  let pending: Promise<void> | undefined;
  let failure: unknown;

  const seconds = () => elapsed() / 1000;
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

  /** Fetches, or joins the running fetch, or does nothing during the cool-down. */
  async function refresh(): Promise<void> {
    const pause = current === undefined ? FIRST_COOL_DOWN_SECONDS : coolDownSeconds;
    const cooling = attemptedAt !== undefined && seconds() - attemptedAt < pause;
    if (pending === undefined && cooling) return;

    pending ??= fetchSet().finally(() => {
      pending = undefined;
    });
    await pending;
  }

  /** Returns the set. It is fetched again if it is old or does not contain what is sought. */
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
  /** In seconds, by the clock of the options. */
  readonly fetchedAt: number;
}

function keySet(keys: readonly JWK[]): Omit<KeySet, "fetchedAt"> {
  const kids = new Set(keys.flatMap(({ kid }) => kid ?? []));
  return { keys, find: createLocalJWKSet({ keys: [...keys] }), kids };
}

function keysUnavailable(cause: unknown): KeysUnavailableError {
  const error = new Error("the issuer's keys are not available", { cause });
  return Object.assign(error, { name: "KeysUnavailableError", code: "keys_unavailable" as const });
}
