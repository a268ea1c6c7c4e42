/** Limits on guessing client credentials (RFC 6749 §2.3.1, §10.10). */
import { ProtocolError, tooManyRequests } from "@countersign/rules";
import type { GuessLimits } from "./method.ts";

/** No client id is longer. A longer value is cut to this length in the counter's key. */
const LONGEST_ID = 256;

interface Guessing {
  readonly limits: GuessLimits;
  /** Called when an attempt exceeded the limit. Later attempts are refused without being checked. */
  readonly limited: () => Promise<void>;
}

/**
 * Runs an attempt to authenticate unless too many attempts failed before. Only failures are counted, so a success needs
 * no store access. Failures count for the client together with the source, so no one can lock the client out from
 * elsewhere.
 */
export async function limitGuesses<T>(
  { clientId, source }: { clientId: string; source: string },
  { limits, limited }: Guessing,
  attempt: () => Promise<T>,
): Promise<T> {
  const { clientFailuresPerSource, clientFailuresPerClientAndSource } = limits;
  const both = `${clientId.slice(0, LONGEST_ID)} ${source}`;
  assertNoWait(clientFailuresPerSource.waitSeconds(source), clientFailuresPerClientAndSource.waitSeconds(both));

  try {
    return await attempt();
  } catch (err) {
    if (!(err instanceof ProtocolError) || err.code !== "invalid_client") throw err;
    const counted = [clientFailuresPerSource.fail(source), clientFailuresPerClientAndSource.fail(both)];
    const waits = await Promise.all(counted);
    if (Math.max(...waits) > 0) await limited();
    assertNoWait(...waits);
    throw err;
  }
}

function assertNoWait(...seconds: readonly number[]): void {
  const wait = Math.max(...seconds);
  if (wait > 0) throw tooManyRequests(wait);
}
