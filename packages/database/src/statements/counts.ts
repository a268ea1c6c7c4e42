/** How busy the connections of hot statements are, in the words of a pool. */

export interface StatementCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  /** Statements that were sent behind another one of their connection, and wait for its end. */
  readonly waitingCount: number;
}

interface Connection {
  readonly opened: unknown;
  /** The number of statements without an answer. */
  readonly waiting: number;
}

/** Counts whenever it is read. */
export const countsOf = (connections: readonly Connection[]): StatementCounts => ({
  get totalCount() {
    return connections.filter(isOpen).length;
  },
  get idleCount() {
    return connections.filter((one) => isOpen(one) && one.waiting === 0).length;
  },
  get waitingCount() {
    return sum(connections.map(({ waiting }) => Math.max(0, waiting - 1)));
  },
});

const isOpen = ({ opened }: Connection) => opened !== undefined;

/** The first of those with the fewest statements that wait. */
export function leastBusy<C extends Connection>(connections: readonly C[]): C {
  let [least] = connections;
  if (least === undefined) throw new Error("there are no connections");
  for (const connection of connections) {
    if (least.waiting === 0) break;
    if (connection.waiting < least.waiting) least = connection;
  }
  return least;
}

/** Several groups of connections as one. */
export const countedTogether = (all: readonly StatementCounts[]): StatementCounts => ({
  get totalCount() {
    return sum(all.map(({ totalCount }) => totalCount));
  },
  get idleCount() {
    return sum(all.map(({ idleCount }) => idleCount));
  },
  get waitingCount() {
    return sum(all.map(({ waitingCount }) => waitingCount));
  },
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
