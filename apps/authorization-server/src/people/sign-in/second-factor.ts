/** What every second factor has in common: the limits on guessing, and what a failed attempt leads to. */
import { ProtocolError } from "@countersign/rules";
import type { FactorUse, SecondFactorStore } from "../../platform/stores/ways-in/second-factors.ts";
import type { Outbox } from "../mail/message.ts";
import { notify } from "../mail/notices.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { Counter, SecondFactorLimits } from "./limits.ts";

/** A try at a second factor, by a person who proved a first one. */
export interface SecondFactorAttempt {
  readonly userId: string;
  /** As typed. */
  readonly code: string;
  readonly address: string;
  readonly reference?: string | undefined;
  /** The device cookie of the request. */
  readonly deviceCookie: string | undefined;
}

export interface SecondFactorDependencies {
  readonly secondFactors: SecondFactorStore;
  readonly devices: Pick<KnownDevices, "find">;
  readonly limits: SecondFactorLimits;
  readonly mail: Outbox;
  readonly now: () => Date;
}

/** After this number of failed attempts in a row the pending sign-in ends, and the person is notified. */
const FAILURES_TO_END = 10;
/** NIST SP 800-63B-4 §3.2.2: after so many in a row no code is accepted until the factors are reset. */
const FAILURES_TO_SUSPEND = 100;

/** The result of an attempt. */
export type Attempted =
  | { readonly kind: "right"; readonly at: Date; readonly recoveryCodesLeft?: number }
  | { readonly kind: "wrong" }
  /** It was wrong too often: the sign-in begins again. */
  | { readonly kind: "ended" }
  /** No code is accepted from browsers like this one until the factors are reset. */
  | { readonly kind: "suspended" };

/**
 * Checks a code within the limits. They are counted before the check, so a burst cannot exceed them. Misses in browsers
 * that the account is known in are counted apart, so that a thief of the password cannot lock the person out.
 *
 * @param check returns what the code proves; `undefined` for a wrong one
 */
export async function attemptSecondFactor(
  attempt: SecondFactorAttempt,
  check: (use: FactorUse) => Promise<{ readonly recoveryCodesLeft?: number } | undefined>,
  deps: SecondFactorDependencies,
): Promise<Attempted> {
  const { userId, address, reference } = attempt;
  const device = deps.devices.find(attempt.deviceCookie, { id: userId, username: "" });
  const counted = [counterOf(userId, device, deps.limits)];
  const { allowed, retryAfterSeconds } = await deps.limits.attempts.consume([counted]);
  if (!allowed) throw tooManyAttempts(retryAfterSeconds);

  const use = { userId, address, reference, isKnownDevice: device !== undefined, at: deps.now() };
  if ((await deps.secondFactors.failuresOf(use)) >= FAILURES_TO_SUSPEND) return { kind: "suspended" };

  const right = await check(use);
  if (right === undefined) return failed(use, deps);
  await deps.limits.attempts.refund(counted);
  return { kind: "right", at: use.at, ...right };
}

async function failed(use: FactorUse, { secondFactors, mail }: SecondFactorDependencies): Promise<Attempted> {
  const isLast = (count: number) => count % FAILURES_TO_END === 0;
  const count = await secondFactors.recordFailure(use, async (query, failures) => {
    if (!isLast(failures)) return;
    await notify(query, mail, use.userId, { kind: "second-factor-failures", parameters: {} }, use);
  });
  return { kind: isLast(count) ? "ended" : "wrong" };
}

function counterOf(userId: string, device: string | undefined, limits: SecondFactorLimits): Counter {
  return device === undefined
    ? { limit: limits.secondFactorPerAccount, key: userId }
    : { limit: limits.secondFactorPerAccountAndDevice, key: `${userId} ${device}` };
}

const tooManyAttempts = (retryAfterSeconds: number) =>
  new ProtocolError("temporarily_unavailable", "too many attempts at a second factor", undefined, retryAfterSeconds);
