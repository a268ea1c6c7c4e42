/**
 * Limits on concurrent fetches. The server of a stranger decides how long a fetch takes. So each kind of fetch has its
 * own slots, and within a kind each owner that may be slow has only a few of them.
 */
import { ProtocolError } from "@countersign/rules";

/** The purpose of a fetch. */
export type FetchKind =
  | "keys"
  | "request object"
  | "registration"
  | "client document"
  | "known client document"
  | "logout"
  | "federation"
  | "webhook"
  | "hook";

/** The slots of a kind in total, and for one owner. */
const SLOTS: Readonly<Record<FetchKind, { readonly all: number; readonly each: number }>> = {
  keys: { all: 64, each: 16 },
  // Anyone can cause these fetches, for any client, as often as the limits on the source of the request allow.
  "request object": { all: 32, each: 4 },
  registration: { all: 16, each: 4 },
  // Anyone can cause these fetches, too. The owner is the host of the document.
  "client document": { all: 16, each: 4 },
  // A stranger cannot make up a known URL.
  "known client document": { all: 16, each: 4 },
  // The sender of logout tokens has its own limit for each client.
  logout: { all: 64, each: 64 },
  // Their sender, too, has its own limit for each webhook.
  webhook: { all: 64, each: 64 },
  // People who sign in cause these. A slow hook does not take the slots of others.
  hook: { all: 128, each: 64 },
  // People who sign in at a provider cause these. A slow provider does not keep the people of others waiting.
  federation: { all: 64, each: 32 },
};

export interface Slots {
  /**
   * Takes a slot, and returns the function that releases it. Throws `temporarily_unavailable` if there is none. That is
   * our own limit, and says nothing about the document or its owner.
   *
   * @param owner the party that shares the slots for one owner: a client, or the host of the document; `undefined` if
   * the host is trusted
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
