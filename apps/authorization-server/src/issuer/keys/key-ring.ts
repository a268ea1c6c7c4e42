/**
 * The signing-key ring: one key per algorithm signs, the others are published before and after (architecture §5). The
 * ring polls the store. So it sees within two seconds when another replica or a command rotates or removes a key.
 */
import {
  type DecryptionExpectations,
  type KeyEncryptionKey,
  localKeys,
  publicJwks,
  type SigningAlg,
  type SigningKey,
  type VerificationKeys,
} from "@countersign/jwt";
import { etagOf, type Logger } from "@countersign/service";
import type { RingAlg, SealedSigningKey, SigningKeyStore } from "../../platform/stores/signing-keys.ts";
import { keysMeant, publishedEncryptionKeys } from "./encryption-keys.ts";
import { addFirstKey, newRingKey } from "./new-ring-key.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { type DecryptingRingKey, decrypts, openRingKey, type RingKey, type SigningRingKey, signs } from "./ring-key.ts";
import { signerOf, signingSince, soonestSigner } from "./signing-period.ts";

export interface KeyRing {
  /**
   * The key that signs now with an algorithm. If this replica knows none, it reads the store, creates the first key if
   * none exists, and waits until that key signs. Throws when the stored key cannot be opened here.
   */
  signer(alg: SigningAlg): Promise<SigningKey>;
  /**
   * Ensures that an algorithm has a key. It is called when a client registers with the algorithm, so that no sign-in
   * has to wait for a key.
   */
  ensure(alg: SigningAlg): Promise<void>;
  /** The public JWK Set as it is sent, and its entity tag. */
  jwks(): { readonly body: string; readonly etag: string };
  /** Verifies our own signatures. */
  verificationKeys(): VerificationKeys;
  /**
   * Finds our private keys for a message that was encrypted to us. If this replica does not know the key yet, it reads
   * the store.
   */
  readonly decryptionKeys: DecryptionExpectations["keys"];
  /** Whether a key signs now with an algorithm, as far as this replica knows. */
  signsNow(alg: SigningAlg): boolean;
  /** The algorithms with a key that signs now, and since when it does, as far as this replica knows. */
  signingSince(): ReadonlyMap<SigningAlg, Date>;
  /** Whether a key of this kid is published. */
  has(kid: string): boolean;
  /** Reads the store now instead of at the next interval. */
  refresh(): Promise<void>;
  /** Stops reading the store, and waits for a read in progress. */
  close(): Promise<void>;
}

export interface KeyRingOptions {
  readonly store: SigningKeyStore;
  readonly keyEncryptionKeys: readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];
  /** The algorithms whose keys are created at start. Keys of other algorithms are created on first use. */
  readonly algs: readonly RingAlg[];
  readonly now: () => Date;
  readonly log: Pick<Logger, "error" | "info">;
  /** How often the store is read for changes, in seconds. The default is 2. */
  readonly refreshSeconds?: number;
}

interface Snapshot {
  readonly version: string;
  readonly keys: readonly RingKey[];
  /** The newest first. */
  readonly signing: readonly SigningRingKey[];
  readonly decrypting: readonly DecryptingRingKey[];
  readonly body: string;
  readonly etag: string;
  readonly verify: VerificationKeys;
}

/** Opens the ring, and creates the first key of each algorithm that has none. Throws when a key does not open. */
export async function openKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  const { now, log, refreshSeconds = 2 } = options;
  let snapshot = await take(options, undefined);

  // If two reads ran at once, the earlier one could restore an old state.
  const refresh = oneAtATime(async () => {
    snapshot = await take(options, snapshot);
  });
  const ensure = firstKeys(options, () => snapshot.keys, refresh);
  let turn: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (turn !== undefined) return;
    // The known keys stay in use: signing must not stop when the database is briefly unavailable.
    turn = refresh()
      .catch((err: unknown) => log.error({ err }, "the signing keys could not be refreshed"))
      .finally(() => {
        turn = undefined;
      });
  }, refreshSeconds * 1000).unref();

  return {
    async signer(alg) {
      const known = signerOf(snapshot.signing, alg, now());
      if (known !== undefined) return known;

      await ensure(alg);
      return soonestSigner(snapshot.signing, alg, now());
    },
    ensure,
    async decryptionKeys(header) {
      const known = keysMeant(snapshot.decrypting, header);
      if (known.length > 0 || header.kid === undefined) return known;
      await refresh();
      return keysMeant(snapshot.decrypting, header);
    },
    jwks: () => snapshot,
    verificationKeys: () => snapshot.verify,
    signsNow: (alg) => signerOf(snapshot.signing, alg, now()) !== undefined,
    signingSince: () => signingSince(snapshot.signing, now()),
    has: (kid) => snapshot.keys.some((key) => key.kid === kid),
    refresh,
    async close() {
      clearInterval(timer);
      await turn;
    },
  };
}

/** The ring as the store has it now; `before` itself if nothing changed. */
async function take(options: KeyRingOptions, before: Snapshot | undefined): Promise<Snapshot> {
  const { store, now } = options;
  if (before !== undefined && (await store.version(now())) === before.version) return before;

  const known = await store.listWithVersion(now());
  const hasNew = await makeFirstKeys(known.keys, options);
  const { version, keys: sealed } = hasNew ? await store.listWithVersion(now()) : known;
  const keys = (await Promise.all(sealed.map((key) => openOrSkip(key, options, before)))).filter(
    (key) => key !== undefined,
  );
  const [signing, decrypting] = [keys.filter(signs), keys.filter(decrypts)];
  const jwks = publicJwks(signing);
  const published = [...jwks.keys, ...publishedEncryptionKeys(decrypting)];
  const body = JSON.stringify({ keys: published });
  return { version, keys, signing, decrypting, body, etag: etagOf(body), verify: localKeys(jwks) };
}

/**
 * Creates a key for each algorithm that has no key, or only keys with an end date. Returns whether there are keys now
 * that are not among the known ones.
 */
async function makeFirstKeys(
  known: readonly SealedSigningKey[],
  { store, keyEncryptionKeys, algs, now, log }: KeyRingOptions,
): Promise<boolean> {
  let hasNew = false;
  for (const alg of algs) {
    const ofAlg = known.filter((key) => key.alg === alg);
    if (ofAlg.some((key) => key.signsUntil === null)) continue;

    const createdAt = now();
    // If the successor of a retiring key was removed, the new key starts when that successor would have.
    const retires = ofAlg.map(({ signsUntil }) => signsUntil?.getTime() ?? 0);
    const signsFrom = new Date(Math.max(createdAt.getTime(), ...retires));
    const key = await newRingKey(alg, keyEncryptionKeys[0], { createdAt, signsFrom });
    hasNew = true; // of this replica, or of another one that was first
    if (await store.addFirst(key)) log.info({ alg, kid: key.kid }, "key made for an algorithm without one");
  }
  return hasNew;
}

/**
 * Opens a key, or takes it from `before`. At start, a key that does not open is an error. In a running service it is
 * skipped and not published. Otherwise it would hide changes to the other keys, including removals.
 */
async function openOrSkip(
  sealed: SealedSigningKey,
  { keyEncryptionKeys, log }: KeyRingOptions,
  before: Snapshot | undefined,
): Promise<RingKey | undefined> {
  const { kid, signsFrom, signsUntil } = sealed;
  const known = before?.keys.find((key) => key.kid === kid);
  if (known !== undefined) return { ...known, signsFrom, signsUntil };

  try {
    return { kid, signsFrom, signsUntil, ...(await openRingKey(sealed, keyEncryptionKeys)) };
  } catch (err) {
    if (before === undefined) throw err;
    log.error({ err, kid }, "a signing key cannot be decrypted: it is not used here");
    return undefined;
  }
}

/** Creates first keys while the service runs. Concurrent calls for an algorithm share one creation. */
function firstKeys(
  { store, keyEncryptionKeys, now, log }: KeyRingOptions,
  known: () => readonly RingKey[],
  refresh: () => Promise<void>,
): KeyRing["ensure"] {
  const making = new Map<SigningAlg, Promise<void>>();
  const make = async (alg: SigningAlg) => {
    const kid = await addFirstKey(store, alg, { keyEncryptionKey: keyEncryptionKeys[0], now: now() });
    if (kid !== undefined) log.info({ alg, kid }, "signing key made for an algorithm without one");
    await refresh();
  };

  return async (alg) => {
    if (known().some((key) => key.alg === alg && key.signsUntil === null)) return;
    const made = making.get(alg) ?? make(alg).finally(() => making.delete(alg));
    making.set(alg, made);
    await made;
  };
}
