/**
 * Bounds the requests that are under way at a time, in all and of each owner. The next ones wait for their turn, for a
 * short time and only so many. A limit per minute does not do that: a few requests that it allows can take a minute.
 */

export interface TurnLimits {
  /** How many are under way at a time, in all and of one owner. */
  readonly most: number;
  readonly mostOfOne: number;
  /** How many wait at a time, in all and of one owner. */
  readonly mostWaiting: number;
  readonly mostWaitingOfOne: number;
  /** How long they wait. */
  readonly seconds: number;
}

export interface Turns {
  /**
   * Runs `work` in a turn of its owner. Throws `TooManyAtOnce`, and runs nothing, if too many wait or if no turn comes
   * in time.
   */
  take<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/**
 * One owner has two under way: with one, a long request would keep its short ones waiting, and with more, one owner
 * could take all connections. A page of the console asks for half a dozen things at once, and a program of an operator
 * for ten: those wait. A caller waits less time for a turn than for a connection.
 */
const OF_ONE = { mostOfOne: 2, mostWaiting: 64, mostWaitingOfOne: 16, seconds: 3 };

/**
 * The turns at the administration API and SCIM, by the connections that both have (decision 123). There are twice as
 * many as connections, because some requests wait for another host, without a connection. Directories use all
 * connections but one at most, so that administrators find one.
 */
export function turnsFor(connections: number) {
  const requests = openTurns({ ...OF_ONE, most: connections * 2 });
  const ofAll = openTurns({ ...OF_ONE, most: Math.max(1, connections - 1) });
  return {
    requests,
    /** Also those of `requests`: an organization has one share for its directory and its administrators. */
    directories: { take: (owner, work) => ofAll.take(owner, () => requests.take(owner, work)) } satisfies Turns,
    /**
     * The processor is what a large request takes, here and at the database: one after the other leaves a core to
     * people where there are two.
     */
    large: openTurns({ ...OF_ONE, most: 1, mostOfOne: 1 }),
    streams: openTurns({ ...OF_ONE, most: connections, mostWaiting: 0 }),
  };
}

/** No turn came. */
export class TooManyAtOnce extends Error {
  /** After how many seconds to try again. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("too many requests are under way: send fewer at a time");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Waiting {
  readonly owner: string;
  begin(): void;
}

export function openTurns({ most, mostOfOne, mostWaiting, mostWaitingOfOne, seconds }: TurnLimits): Turns {
  const running = new Map<string, number>();
  /** In the order of their arrival. */
  const waiting = new Set<Waiting>();
  /** When owners who run or wait began last. The one who began longest ago is next, so none is kept behind a crowd. */
  const began = new Map<string, number>();
  let total = 0;
  let turn = 0;

  const hasTurn = (owner: string) => total < most && (running.get(owner) ?? 0) < mostOfOne;
  const waitingOf = (owner: string) => [...waiting].filter((one) => one.owner === owner).length;

  function begin(owner: string): void {
    total += 1;
    running.set(owner, (running.get(owner) ?? 0) + 1);
    turn += 1;
    began.set(owner, turn);
  }

  function end(owner: string): void {
    total -= 1;
    const left = (running.get(owner) ?? 0) - 1;
    if (left > 0) running.set(owner, left);
    else running.delete(owner);
    for (let next = nextOne(); next !== undefined; next = nextOne()) next.begin();
    if (!running.has(owner) && waitingOf(owner) === 0) began.delete(owner);
  }

  function nextOne(): Waiting | undefined {
    const since = (one: Waiting) => began.get(one.owner) ?? 0;
    const able = [...waiting].filter((one) => hasTurn(one.owner));
    return able.reduce<Waiting | undefined>((best, one) => (best && since(best) <= since(one) ? best : one), undefined);
  }

  function wait(owner: string): Promise<void> {
    if (waiting.size >= mostWaiting || waitingOf(owner) >= mostWaitingOfOne) throw new TooManyAtOnce(seconds);
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        owner,
        begin() {
          clearTimeout(timer);
          waiting.delete(one);
          begin(owner);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.delete(one);
        reject(new TooManyAtOnce(seconds));
      }, seconds * 1000);
      waiting.add(one);
    });
  }

  return {
    async take(owner, work) {
      if (hasTurn(owner)) begin(owner);
      else await wait(owner);
      try {
        return await work();
      } finally {
        end(owner);
      }
    },
  };
}
