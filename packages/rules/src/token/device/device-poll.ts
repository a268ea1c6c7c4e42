/** What a device is told that asks for its tokens: RFC 8628 §3.5. */
import { invalidGrant, ProtocolError } from "../../errors.ts";
import { after } from "../../time.ts";

/** What a person decided about the request of a device; undefined until then. `collected`: a poll came after that. */
export type DeviceDecision = "approved" | "collected" | "denied" | undefined;

/** A request of a device while it waits. */
export interface WaitingDevice {
  readonly expiresAt: Date;
  /** The seconds that the device waits between two polls. */
  readonly intervalSeconds: number;
  /** When it last polled; undefined before the first time. */
  readonly polledAt: Date | undefined;
}

/** §3.2: the seconds between two polls at first, and what each poll that comes too early adds (§3.5). */
export const POLL_INTERVAL_SECONDS = 5;
const SLOWER_SECONDS = 5;
/** The interval becomes no longer than this: a device that did not listen for a while can still get its tokens. */
const LONGEST_INTERVAL_SECONDS = 60;
/** Networks deliver unevenly: a poll may come so much earlier than the interval says. */
const UNEVEN_SECONDS = 1;

/** How long after the end the device may get what was approved at the last moment. */
export const COLLECT_SECONDS = 120;

export type PollVerdict = "approved" | "denied" | "expired" | "slow_down" | "pending";

/**
 * Pure: the answer to a poll. What was decided counts before the interval. But a poll soon after the one that collects
 * is the same device that tries again, not a thief.
 */
export function pollVerdict(device: WaitingDevice, decision: DeviceDecision, now: Date): PollVerdict {
  if (decision === "denied") return decision;
  const endsAt = decision === undefined ? device.expiresAt : after(device.expiresAt, COLLECT_SECONDS);
  if (endsAt <= now) return "expired";
  if (decision === "approved") return decision;
  if (isEarly(device, now)) return "slow_down";
  return decision === undefined ? "pending" : "approved";
}

/** The interval that counts from this poll on. It never becomes shorter. */
export const nextInterval = ({ intervalSeconds }: WaitingDevice, verdict: PollVerdict): number =>
  verdict === "slow_down" ? Math.min(intervalSeconds + SLOWER_SECONDS, LONGEST_INTERVAL_SECONDS) : intervalSeconds;

/** Whether a poll counts for the next one. With the longest interval, those that come too early change nothing more. */
export const countsForNext = ({ intervalSeconds }: WaitingDevice, verdict: PollVerdict): boolean =>
  verdict !== "slow_down" || intervalSeconds < LONGEST_INTERVAL_SECONDS;

function isEarly({ polledAt, intervalSeconds }: WaitingDevice, now: Date): boolean {
  return polledAt !== undefined && now.getTime() - polledAt.getTime() < (intervalSeconds - UNEVEN_SECONDS) * 1000;
}

/** The error of each verdict that gives no tokens. */
export function pollError(verdict: Exclude<PollVerdict, "approved">): ProtocolError {
  switch (verdict) {
    case "pending":
      return new ProtocolError("authorization_pending", "the person has not decided yet");
    case "slow_down":
      return new ProtocolError("slow_down", "poll less often: wait five seconds longer from now on");
    case "denied":
      return new ProtocolError("access_denied", "the person refused");
    case "expired":
      return new ProtocolError("expired_token", "the device code expired: begin again");
  }
}

/** One sentence for a code that is unknown, of another client or bound to another sender. */
export const unknownDeviceCode = (detail: string) => invalidGrant("device code is invalid", detail);
