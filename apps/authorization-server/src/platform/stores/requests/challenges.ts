/**
 * Challenges of WebAuthn ceremonies (§13.4.3): 256 random bits each. A page that shows a challenge stores nothing: the
 * challenge carries a MAC over what it is bound to. It is written down when it is used, so that it is used once.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Ephemeral } from "@countersign/ephemeral";

const RANDOM_BYTES = 32;
const TIME_BYTES = 6;
const MAC_BYTES = 32;
const TTL_SECONDS = 600;
/** The clocks of replicas may differ by this much. */
const SKEW_SECONDS = 10;
/** The clocks of a replica and of the store may differ by this much. It is short: a new store refuses for as long. */
const STORE_SKEW_SECONDS = 1;

/** What a challenge is good for. It is refused for anything else. */
export interface ChallengeBinding {
  readonly purpose: "sign-in" | "second-factor" | "register" | "register-second-factor" | "federation";
  /** The secret of the browser that the page was shown in. */
  readonly browser: string;
  /** The handle of the parked request, or the path of the page. */
  readonly place: string;
  /** The person, where the page is about one. */
  readonly userId: string | undefined;
}

export interface Challenges {
  /** A new challenge, in base64url. */
  issue(binding: ChallengeBinding): string;
  /**
   * Whether this challenge was issued for this binding, at most ten minutes ago, and not used before. Exactly one of
   * several racing callers gets true.
   */
  spend(challenge: string, binding: ChallengeBinding): Promise<boolean>;
  /**
   * A secret of 256 bits in base64url that belongs to a challenge and a use. A reader of the challenge cannot compute
   * it. It changes with the first key of the deployment.
   */
  derive(challenge: string, use: string): string;
}

/**
 * @param keys the keys of the deployment, so that every replica accepts the challenge; the first makes MACs, all check
 * them
 */
export function challengeStore({
  store,
  now,
  keys,
}: Pick<Ephemeral, "store"> & {
  readonly now: () => Date;
  readonly keys: readonly { readonly key: Uint8Array }[];
}): Challenges {
  const own = keys.map(({ key }) => Buffer.from(hkdfSync("sha256", key, "", "countersign webauthn challenge", 32)));
  const derivation = Buffer.from(hkdfSync("sha256", keys[0]?.key ?? randomBytes(32), "", "countersign derived", 32));

  return {
    issue(binding) {
      const head = Buffer.alloc(RANDOM_BYTES + TIME_BYTES);
      randomBytes(RANDOM_BYTES).copy(head);
      head.writeUIntBE(now().getTime(), RANDOM_BYTES, TIME_BYTES);
      return Buffer.concat([head, macOf(own[0], head, binding)]).toString("base64url");
    },

    derive: (challenge, use) => createHmac("sha256", derivation).update(`${use} ${challenge}`).digest("base64url"),

    async spend(challenge, binding) {
      const raw = Buffer.from(challenge, "base64url");
      if (raw.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES || raw.toString("base64url") !== challenge) return false;

      const head = raw.subarray(0, RANDOM_BYTES + TIME_BYTES);
      const mac = raw.subarray(RANDOM_BYTES + TIME_BYTES);
      if (!own.some((key) => timingSafeEqual(mac, macOf(key, head, binding)))) return false;

      const issuedAt = head.readUIntBE(RANDOM_BYTES, TIME_BYTES);
      const ageSeconds = (now().getTime() - issuedAt) / 1000;
      if (ageSeconds > TTL_SECONDS || ageSeconds < -SKEW_SECONDS) return false;

      const key = `challenge:${challenge}`;
      const bornAt = await store.remember(key, TTL_SECONDS + 2 * SKEW_SECONDS);
      // If the store was emptied, it forgot which challenges were used. Those of before that are refused.
      return bornAt !== undefined && issuedAt - STORE_SKEW_SECONDS * 1000 >= bornAt.getTime();
    },
  };
}

function macOf(key: Buffer | undefined, head: Buffer, { purpose, browser, place, userId }: ChallengeBinding): Buffer {
  if (key === undefined) throw new Error("a deployment has at least one key");
  const about = JSON.stringify([purpose, browser, place, userId ?? null]);
  return createHmac("sha256", key).update(head).update(about).digest();
}
