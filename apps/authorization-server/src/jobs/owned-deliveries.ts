/**
 * Sends what waits in an outbox whose rows have owners, such as the client or the webhook that they go to. An owner
 * that is slow or unavailable does not delay the others.
 */
import type { Logger } from "@countersign/service";
import type { ClaimLimits } from "../stores/claim-limits.ts";

export interface Outbox<Delivery> {
  /** What it holds, for the log. */
  readonly name: string;
  /** The maximum number of deliveries in progress in this process, in total and to one owner. */
  readonly mostAtOnce: number;
  readonly mostOfOne: number;
  claim(limits: ClaimLimits): Promise<readonly Delivery[]>;
  ownerOf(delivery: Delivery): string;
  /** Makes one attempt and writes down its result. Never throws. */
  send(delivery: Delivery): Promise<void>;
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

export function openOwnedDeliveries<Delivery>(
  { name, mostAtOnce, mostOfOne, claim, ownerOf, send }: Outbox<Delivery>,
  log: Pick<Logger, "error">,
): OwnedDeliveries {
  const underWay = new Map<string, Promise<unknown>>();
  let sending = 0;
  let looking: Promise<number> | undefined;
  let closed = false;

  const sendOne = async (delivery: Delivery) => {
    sending += 1;
    await send(delivery).finally(() => {
      sending -= 1;
    });
  };

  const look = async () => {
    const limits = { most: mostAtOnce - sending, mostOfOne, exceptOwners: [...underWay.keys()] };
    const claimed = limits.most > 0 ? await claim(limits) : [];
    for (const [owner, deliveries] of Map.groupBy(claimed, ownerOf)) {
      const sent = Promise.all(deliveries.map(sendOne)).then(() => {
        underWay.delete(owner);
        wake();
      });
      underWay.set(owner, sent);
    }
    return claimed.length;
  };

  const run = async () => {
    if (closed) return 0;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const wake = () => {
    run().catch((err: unknown) => log.error({ err }, `the outbox of ${name} could not be read`));
  };

  return {
    run,
    wake,
    async drain() {
      // biome-ignore lint/performance/noAwaitInLoops: until nothing is due
      while ((await run()) > 0 || underWay.size > 0) await Promise.all(underWay.values());
    },
    async close() {
      closed = true;
      await looking?.catch(() => {});
      await Promise.all(underWay.values());
    },
  };
}
