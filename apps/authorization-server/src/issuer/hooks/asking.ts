/** Asks hooks, and measures what becomes of it. A hook that does not answer is in the log, and fails nothing itself. */
import { ProtocolError } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import { isFetchRefused } from "../../platform/outbound/fetch-refused.ts";
import type { GuardedFetch } from "../../platform/outbound/guarded-fetch.ts";
import { type CallableHook, hookOwner } from "../../platform/stores/hooks/hooks.ts";
import type { SealedTexts } from "../keys/sealed-texts.ts";
import { callHook } from "./call-hook.ts";

export interface HookCounts {
  readonly answered: number;
  readonly failed: number;
  readonly seconds: number;
}

export interface Asking {
  readonly texts: Pick<SealedTexts, "open">;
  readonly outbound: Pick<GuardedFetch, "exchange">;
  readonly now: () => Date;
  readonly log: Pick<Logger, "info" | "error">;
}

export function openAsking({ texts, outbound, now, log }: Asking) {
  const counts: { -readonly [Name in keyof HookCounts]: HookCounts[Name] } = { answered: 0, failed: 0, seconds: 0 };

  /** The keys that sign; undefined, with a line in the log, if a key-encryption key is not configured here. */
  const keysOf = ({ id, keys }: CallableHook) => {
    try {
      return keys.map((key) => texts.open(key, hookOwner(id)));
    } catch (err) {
      counts.failed += 1;
      log.error({ err, hook: id }, "the secret of a hook could not be opened");
      return undefined;
    }
  };

  /** Calls a hook, and measures it. `undefined` without an answer that `read` can use; the log says why. */
  const ask = async <T>(hook: CallableHook, type: string, data: unknown, read: (answer: unknown) => T | undefined) => {
    const { id, url, timeoutMs } = hook;
    const keys = keysOf(hook);
    if (keys === undefined) return undefined;
    const startedAt = performance.now();
    let why: Readonly<Record<string, unknown>> = { reason: "the answer is not of this kind of hook" };
    try {
      const answer = read(await callHook({ id, url, timeoutMs, keys }, { type, data }, { outbound, at: now() }));
      if (answer !== undefined) {
        counts.answered += 1;
        return answer;
      }
    } catch (err) {
      if (!isFetchRefused(err) && !(err instanceof ProtocolError)) throw err;
      why = { err };
    } finally {
      counts.seconds += (performance.now() - startedAt) / 1000;
    }
    counts.failed += 1;
    log.info({ hook: id, type, ...why }, "a hook did not answer");
    return undefined;
  };

  return { ask, counts: (): HookCounts => counts };
}
