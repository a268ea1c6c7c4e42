/**
 * How many fetches may be under way. What people, clients and strangers make us fetch is slow or quick as some
 * stranger's server likes, so each kind has slots of its own, and in each kind everybody who may be slow has a few of
 * them.
 */
import { ProtocolError } from "@countersign/rules";

/** What a fetch is for. */
export type FetchKind = "keys" | "request object" | "registration" | "logout";

/** Slots of a kind altogether, and for one owner. */
const SLOTS: Readonly<Record<FetchKind, { readonly all: number; readonly each: number }>> = {
  keys: { all: 64, each: 16 },
  // Anybody can have them fetched, for any client, as often as the limits on the source of the request allow.
  "request object": { all: 32, each: 4 },
  registration: { all: 16, each: 4 },
  // Deliveries of logout tokens have a bound for each client where they are sent from.
  logout: { all: 64, each: 64 },
};

export interface Slots {
  /**
   * Takes a slot, and returns what gives it back. Throws `temporarily_unavailable` where there is none: that is our own
   * bound, and says nothing about the document or about whose it is.
   *
   * @param owner who shares the slots for one owner: a client, or the host that is fetched from; nobody, where it is
   *   trusted
   */
  take(kind: FetchKind, owner: string | undefined): () => void;
}

export function openSlots(): Slots {
  const taken = new Map<string, number>();
  const change = (key: string, by: 1 | -1) => {
    const count = (taken.get(key) ?? 0) + by;
    if (count === 0) taken.delete(key);
    else taken.set(key, count);
  };

  return {
    take(kind, owner) {
      const { all, each } = SLOTS[kind];
      const own = owner === undefined ? undefined : `${kind} ${owner}`;
      if ((taken.get(kind) ?? 0) >= all) throw noSlot(kind, `all ${all}`);
      if (own !== undefined && (taken.get(own) ?? 0) >= each) throw noSlot(kind, `the ${each} of ${owner}`);

      const keys = own === undefined ? [kind] : [kind, own];
      for (const key of keys) change(key, 1);
      return () => {
        for (const key of keys) change(key, -1);
      };
    },
  };
}

const noSlot = (kind: FetchKind, which: string) =>
  new ProtocolError("temporarily_unavailable", "too many documents are being fetched", `${kind}: ${which} slots`);
