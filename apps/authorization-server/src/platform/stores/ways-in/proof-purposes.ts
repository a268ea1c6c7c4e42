/** What a proof of an email address is for, and what follows from that. */
import type { Secret } from "@countersign/rules";

/** What a proof is about. A purpose uses some of these members. */
export interface ProofSubject {
  /** The address in canonical form. */
  readonly address: string;
  readonly userId?: string | undefined;
  /** The secret of the browser that asked for the proof. A proof without a browser has no code. */
  readonly browser?: string | undefined;
}

interface Purpose {
  /** How long the code and the link are valid. */
  readonly lifetimeSeconds: number;
  /** How long a person may take to go on, after the code or link was accepted. */
  readonly provedSeconds: number;
  /**
   * A newer proof replaces the older one with the same slot.
   *
   * @param token of the new proof, for a purpose that replaces nothing
   */
  readonly slot: (subject: ProofSubject, token: Secret) => readonly (string | undefined)[];
}

const MINUTE_SECONDS = 60;

/**
 * The table of purposes. Proofs that several browsers ask for the same address are apart where the browser is part of
 * the slot: so no person voids the proof of another.
 */
export const PROOF_PURPOSES = {
  "sign-up": {
    lifetimeSeconds: 10 * MINUTE_SECONDS,
    provedSeconds: 60 * MINUTE_SECONDS,
    slot: ({ address, browser }) => [address, browser],
  },
  /** The reset of a password. Its link works in any browser. */
  reset: {
    lifetimeSeconds: 60 * MINUTE_SECONDS,
    provedSeconds: 60 * MINUTE_SECONDS,
    slot: ({ address }) => [address],
  },
  /** A first password, by a link that an operator sends. Its link works in any browser. */
  enrolment: {
    lifetimeSeconds: 3 * 24 * 60 * MINUTE_SECONDS,
    provedSeconds: 0,
    slot: ({ userId }) => [userId],
  },
  /** A code in addition to the password, before a person adds a factor that the policy demands. */
  enrol: {
    lifetimeSeconds: 10 * MINUTE_SECONDS,
    provedSeconds: 10 * MINUTE_SECONDS,
    slot: ({ userId, browser }) => [userId, browser],
  },
  /** A person has one pending change of address. */
  "change-address": {
    lifetimeSeconds: 10 * MINUTE_SECONDS,
    provedSeconds: 10 * MINUTE_SECONDS,
    slot: ({ userId }) => [userId],
  },
  /** The link that restores an address after a change. A later change does not void it. */
  "undo-address": {
    lifetimeSeconds: 7 * 24 * 60 * MINUTE_SECONDS,
    provedSeconds: 0,
    slot: (_, token) => [token],
  },
} as const satisfies Readonly<Record<string, Purpose>>;

export type ProofPurpose = keyof typeof PROOF_PURPOSES;
