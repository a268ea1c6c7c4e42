/**
 * Sign-ins under way. Each belongs to one browser, is answered once, and lasts ten minutes. The browser keeps them in a
 * sealed cookie, so nothing that strangers begin takes room here.
 */
import { LRUCache } from "lru-cache";
import type { Pending } from "./provider.ts";
import { openSeal } from "./seal.ts";
import { hashOf, isEqual, newSecret } from "./secrets.ts";

const TTL_MS = 600_000;
const PER_BROWSER = 5;
/** Browsers keep no cookie of more than 4096 bytes, its name and attributes included. */
const LONGEST_COOKIE = 3800;
const MOST = 10_000;

export interface PendingSignIn extends Pending {
  /** The page of the console that the person wanted. */
  readonly to: string;
  /** A form that this person sent to the page, and that needs the sign-in; for a grave act, a fresh proof. */
  readonly draft?: { readonly sub: string; readonly form: string; readonly isGrave?: boolean } | undefined;
}

/** A sign-in as its browser keeps it. */
type Kept = Omit<PendingSignIn, "draft"> & { readonly id: string; readonly until: number };
export type Taken = PendingSignIn & { readonly id: string };

export interface PendingSignIns {
  /** Adds a sign-in to those in a cookie. Returns the new cookie, which has the newest five. */
  keep(pending: PendingSignIn, cookie: string | undefined): string;
  /** The sign-in that the answer belongs to; one in another browser finds nothing. */
  take(state: string | null, cookie: string | undefined): Taken | undefined;
  /** Marks a proved sign-in as answered. Returns false if it was answered before. */
  finish(taken: Taken): boolean;
}

export function openPendingSignIns(now: () => Date): PendingSignIns {
  const seal = openSeal();
  // Only people with a session send forms, and only proved sign-ins are finished: strangers push nothing out of these.
  const drafts = new LRUCache<string, NonNullable<PendingSignIn["draft"]>>({ max: MOST });
  const finished = new LRUCache<string, true>({ max: MOST });

  const within = (cookie: string | undefined): readonly Kept[] => {
    const kept = (cookie === undefined ? undefined : seal.open(cookie)) as readonly Kept[] | undefined;
    return (kept ?? []).filter(({ until }) => now().getTime() < until);
  };

  const sealed = (kept: readonly Kept[]): string => {
    const cookie = seal.close(kept);
    if (cookie.length <= LONGEST_COOKIE) return cookie;
    const [oldest, ...others] = kept;
    return sealed(others.length > 0 || oldest === undefined ? others : [{ ...oldest, to: "/" }]);
  };

  return {
    keep({ draft, ...pending }, cookie) {
      const id = newSecret();
      if (draft !== undefined) drafts.set(hashOf(id), draft);
      const kept = { ...pending, id, until: now().getTime() + TTL_MS };
      return sealed([...within(cookie).slice(1 - PER_BROWSER), kept]);
    },

    take(state, cookie) {
      if (state === null) return undefined;
      const found = within(cookie).findLast((one) => isEqual(one.state, state));
      if (found === undefined || finished.has(hashOf(found.id))) return undefined;
      return { ...found, draft: drafts.get(hashOf(found.id)) };
    },

    finish({ id }) {
      const key = hashOf(id);
      if (finished.has(key)) return false;
      finished.set(key, true);
      drafts.delete(key);
      return true;
    },
  };
}
