/** Sign-ins under way. Each belongs to one browser, is answered once, and lasts ten minutes. */
import { LRUCache } from "lru-cache";
import type { Pending } from "./provider.ts";
import { hashOf, isEqual, newSecret } from "./secrets.ts";

const TTL_MS = 600_000;
const MOST = 10_000;

export interface PendingSignIn extends Pending {
  /** The page of the console that the person wanted. */
  readonly to: string;
  /** A form that this person sent to the page, and that needs the sign-in. */
  readonly draft?: { readonly sub: string; readonly form: string } | undefined;
}

export interface PendingSignIns {
  /** Keeps a sign-in for the browser that has this secret; makes one for a browser without. Returns the secret. */
  keep(pending: PendingSignIn, browser: string | undefined): string;
  /** Takes the sign-in that the answer belongs to: a second answer, or one in another browser, finds nothing. */
  take(state: string | null, browser: string | undefined): PendingSignIn | undefined;
}

export function openPendingSignIns(now: () => Date): PendingSignIns {
  const kept = new LRUCache<string, PendingSignIn & { readonly browser: string; readonly until: number }>({
    max: MOST,
  });
  return {
    keep(pending, browser = newSecret()) {
      kept.set(hashOf(pending.state), { ...pending, browser: hashOf(browser), until: now().getTime() + TTL_MS });
      return browser;
    },

    take(state, browser) {
      if (state === null || browser === undefined) return undefined;
      const found = kept.get(hashOf(state));
      if (found === undefined || !isEqual(found.browser, hashOf(browser))) return undefined;
      kept.delete(hashOf(state));
      return now().getTime() < found.until ? found : undefined;
    },
  };
}
