/** Replicas of the service, reduced to their signing keys: rings over one store, and a clock that the test sets. */
import { type Database, openDatabase } from "@countersign/database";
import { createTestDatabase } from "@countersign/dev/test-database";
import type { KeyEncryptionKey, SigningAlg } from "@countersign/jwt";
import { jwtVerify } from "jose";
import { rotateKeys } from "../../../platform/jobs/keys/rotate-keys.ts";
import { type RingAlg, type SigningKeyStore, signingKeyStore } from "../../../platform/stores/signing-keys.ts";
import { type KeyRing, type KeyRingOptions, openKeyRing } from "../key-ring.ts";

export const noon = new Date("2030-01-01T12:00:00Z");
export const by = { actor: { kind: "operator" }, at: noon } as const;
export const kek = (id: string, byte: number): KeyEncryptionKey => ({ id, key: new Uint8Array(32).fill(byte) });
export const [k1, k2] = [kek("k1", 1), kek("k2", 2)];

export interface Replicas {
  readonly database: Database;
  readonly store: SigningKeyStore;
  readonly clock: { now: Date };
  /** What the rings logged as errors. */
  readonly logged: string[];
  /** Opens one more replica. By default it reads the store only when the test says so. */
  open(options?: Partial<KeyRingOptions>): Promise<KeyRing>;
  /** Rotates as the command does. Returns the kids that were created. */
  rotate(algs?: readonly RingAlg[]): Promise<readonly string[]>;
  pass(minutes: number): void;
  verifies(ring: KeyRing, jwt: string): Promise<boolean>;
  close(): Promise<void>;
}

export async function openReplicas(): Promise<Replicas> {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase({ connectionString });
  const store = signingKeyStore(database);
  const clock = { now: noon };
  const rings: KeyRing[] = [];
  const logged: string[] = [];
  const log = {
    info: () => {},
    error: (_: object, message: string) => void logged.push(message),
  } as unknown as KeyRingOptions["log"];

  return {
    database,
    store,
    clock,
    logged,
    async open(options = {}) {
      const always = { store, keyEncryptionKeys: [k1], algs: ["ES256"], now: () => clock.now, log } as const;
      const ring = await openKeyRing({ ...always, refreshSeconds: 3600, ...options });
      rings.push(ring);
      return ring;
    },
    rotate: (algs = ["ES256"]) =>
      rotateKeys({ store, keyEncryptionKey: k1, algs, now: clock.now, actor: { kind: "operator" } }),
    pass(minutes) {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    },
    verifies: (ring, jwt) =>
      jwtVerify(jwt, ring.verificationKeys(), { currentDate: clock.now }).then(
        () => true,
        () => false,
      ),
    async close() {
      await Promise.all(rings.map((ring) => ring.close()));
      await database.close();
      await drop();
    },
  };
}

export const published = (ring: KeyRing): Record<string, unknown>[] => JSON.parse(ring.jwks().body.toString()).keys;

export const kids = (ring: KeyRing) => published(ring).map(({ kid }) => kid);

export async function sign(ring: KeyRing, alg: SigningAlg = "ES256"): Promise<string> {
  const { kid, sign: signatureOf } = await ring.signer(alg);
  const input = [{ alg, kid }, {}].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${input}.${(await signatureOf(Buffer.from(input))).toString("base64url")}`;
}

/** The kid of the key that signs ES256 now. */
export const signerKid = async (ring: KeyRing) => (await ring.signer("ES256")).kid;
