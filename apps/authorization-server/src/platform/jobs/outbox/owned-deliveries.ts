/**
 * Sends what waits in an outbox: logout tokens, events for webhooks, mails (decision 181). Its rows have owners, such
 * as the client or the webhook that they go to. An owner that is slow or unavailable does not delay the others.
 */
import type { Logger } from "@countersign/service";
import type { ClaimLimits } from "../../stores/claim-limits.ts";

export interface Outbox<Delivery> {
  /** What it holds, for the log. */
  readonly name: string;
  /** The maximum number of deliveries in progress in this process, in total and to one owner. */
  readonly mostAtOnce: number;
  readonly mostOfOne: number;
  /** The maximum for an owner that takes its deliveries quickly; by default the same. */
  readonly mostOfQuick?: number;
  claim(limits: ClaimLimits): Promise<readonly Delivery[]>;
  ownerOf(delivery: Delivery): string;
  /** Makes one attempt and writes down its result. Never throws. Returns whether it was taken. */
  send(delivery: Delivery): Promise<boolean>;
}

export interface OwnedDeliveries {
  /** Starts to send the deliveries that are due, up to the maximum. Returns how many it started. */
  run(): Promise<number>;
  /** Does the same without a result, for callers that do not wait for the outcome. */
  wake(): void;
  /** Sends deliveries until none is due. */
  drain(): Promise<void>;
  /** Starts no further delivery, and waits for those in progress. */
  close(): Promise<void>;
}

/** An owner that answers within this time is quick. */
const QUICK_MS = 1000;

/** What is in progress for an owner. */
interface Owner {
  underWay: number;
  /** How many may be in progress. It grows with each quick answer, and begins again after another one. */
  window: number;
}

interface Look {
  readonly claimed: number;
  /** Whether nothing was in progress, so that it could claim of every owner. */
  readonly isWhole: boolean;
}

export function openOwnedDeliveries<Delivery>(outbox: Outbox<Delivery>, log: Pick<Logger, "error">): OwnedDeliveries {
  const { name, mostAtOnce, mostOfOne, claim, ownerOf } = outbox;
  const owners = new Map<string, Owner>();
  const underWay = new Set<Promise<void>>();
  let looking: Promise<unknown> = Promise.resolve();
  let next: Promise<Look> | undefined;
  let closed = false;

  const start = (delivery: Delivery) => {
    const name = ownerOf(delivery);
    const owner = owners.get(name) ?? { underWay: 0, window: mostOfOne };
    owners.set(name, owner);
    owner.underWay += 1;
    const sent: Promise<void> = sendOne(outbox, delivery, owner).then(() => {
      underWay.delete(sent);
      owner.underWay -= 1;
      // One look at the outbox is for many deliveries.
      if (owner.underWay <= owner.window / 2) wake();
    });
    underWay.add(sent);
  };

  const look = async (): Promise<Look> => {
    if (closed) return { claimed: 0, isWhole: true };
    const isWhole = underWay.size === 0;
    const mostOf = new Map([...owners].map(([name, owner]) => [name, Math.max(0, owner.window - owner.underWay)]));
    const most = mostAtOnce - underWay.size;
    const claimed = most > 0 ? await claim({ most, mostOfOne, mostOf }) : [];
    for (const delivery of claimed) start(delivery);
    // An owner for whom nothing waits is forgotten.
    for (const [name, owner] of owners) if (owner.underWay === 0) owners.delete(name);
    return { claimed: claimed.length, isWhole };
  };

  // One look at a time, and at most one that waits for it: a caller gets one that begins afterwards.
  const nextLook = (): Promise<Look> => {
    next ??= looking.then(() => {
      next = undefined;
      const found = look();
      looking = found.catch(() => {});
      return found;
    });
    return next;
  };
  const wake = () => {
    nextLook().catch((err: unknown) => log.error({ err }, `the outbox of ${name} could not be read`));
  };

  return {
    run: async () => (await nextLook()).claimed,
    wake,
    async drain() {
      for (;;) {
        // biome-ignore lint/performance/noAwaitInLoops: until nothing is due
        const { claimed, isWhole } = await nextLook();
        if (claimed === 0 && isWhole) return;
        await Promise.all(underWay);
      }
    },
    async close() {
      closed = true;
      await looking;
      await Promise.all(underWay);
    },
  };
}

async function sendOne<Delivery>(
  { send, mostOfOne, mostOfQuick = mostOfOne }: Outbox<Delivery>,
  delivery: Delivery,
  owner: Owner,
): Promise<void> {
  const began = performance.now();
  const isQuick = (await send(delivery)) && performance.now() - began < QUICK_MS;
  owner.window = isQuick ? Math.min(owner.window + 1, mostOfQuick) : mostOfOne;
}
