/**
 * Reads from a replica that is behind its primary by no more than a bound, and otherwise from the primary.
 *
 * The lag is measured without a clock that someone could set: the primary is asked how far it has written, and the
 * replica how far it has read. What had been written when the primary was asked is then known to be in the replica. So
 * an idle primary makes no replica old, and a replica that lost its primary does not pass for a new one.
 */
import type { Statements } from "../statements/pipelined.ts";
import type { Answer, Statement } from "../statements/statement.ts";

type Source = Pick<Statements, "query">;

export interface ReplicaOptions {
  /** The oldest state that may be read, in milliseconds before a statement is sent. */
  readonly maxLagMs: number;
  /** Called when statements begin to go to the other server. */
  readonly onSwitch: (to: "primary" | "replica", why?: unknown) => void;
  /** Milliseconds since some moment, on a clock that cannot be set. */
  readonly elapsed?: () => number;
}

export interface Replicated extends Source {
  /** How old the state of the replica may be now, in milliseconds; infinite if it is not known. */
  lagMs(): number;
  /** Whether statements go to the replica now. */
  isUsed(): boolean;
  close(): Promise<void>;
}

/** How far a server has come in the log of a cluster. A timeline ends when another server takes over. */
interface Position {
  readonly system: string;
  readonly timeline: number;
  /** In bytes. */
  readonly at: string;
}

/** What has been committed by now is before this position of the primary. */
const POSITION = {
  name: "position",
  text: `SELECT json_build_object(
           'system', (SELECT system_identifier::text FROM pg_control_system()),
           'timeline', (SELECT timeline_id FROM pg_control_checkpoint()),
           'at', (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END
                  - '0/0'::pg_lsn)::text)`,
  values: [],
};

const MOST_PAUSE_MS = 1000;
/** So many measurements fit into the time in which one is of use. */
const MEASUREMENTS = 4;

/** Measures from now on, at least four times within the bound. */
export function readingFromReplica(
  primary: Source,
  replica: Source,
  { maxLagMs, onSwitch, elapsed = () => performance.now() }: ReplicaOptions,
): Replicated {
  /** The last moment whose state is known to be in the replica. */
  let freshAt = Number.NEGATIVE_INFINITY;
  let isUsed = false;
  let asked: { readonly at: number; readonly position: Position }[] = [];
  let underWay: Promise<void> | undefined;

  const lagMs = () => elapsed() - freshAt;
  const chooses = (why?: unknown) => {
    const isFresh = lagMs() < maxLagMs;
    if (isFresh !== isUsed) onSwitch(isFresh ? "replica" : "primary", why);
    isUsed = isFresh;
    return isFresh;
  };

  async function measure(): Promise<void> {
    const at = elapsed();
    const [written, read] = await Promise.all([positionOf(primary), positionOf(replica)]);
    asked = [...asked.filter((one) => one.at > freshAt && at - one.at < maxLagMs), { at, position: written }];
    const reached = asked.findLast(({ position }) => hasReached(read, position));
    if (reached !== undefined) freshAt = reached.at;
    chooses();
  }
  const again = () => {
    underWay ??= measure()
      .catch((err: unknown) => void chooses(err))
      .finally(() => {
        underWay = undefined;
      });
  };
  again();
  const timer = setInterval(again, Math.min(MOST_PAUSE_MS, maxLagMs / MEASUREMENTS)).unref();

  return {
    lagMs,
    isUsed: () => isUsed,
    async query<Row>(statement: Statement): Promise<Answer<Row>> {
      if (!chooses()) return primary.query<Row>(statement);
      try {
        return await replica.query<Row>(statement);
      } catch (err) {
        // Until it is measured again: it may be gone, or it cancelled what stood in the way of its reading.
        freshAt = Number.NEGATIVE_INFINITY;
        chooses(err);
        return primary.query<Row>(statement);
      }
    },
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}

async function positionOf(server: Source): Promise<Position> {
  const { rows } = await server.query<Position>(POSITION);
  if (rows[0] === undefined) throw new Error("the server does not say how far it has come");
  return rows[0];
}

const hasReached = (read: Position, written: Position): boolean =>
  read.system === written.system && read.timeline === written.timeline && BigInt(read.at) >= BigInt(written.at);
