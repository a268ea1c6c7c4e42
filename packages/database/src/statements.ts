/**
 * Hot statements: each stands alone, has a name, and shares a connection with others that are under way. A pool would give
 * each a connection for itself, and take it back: that costs more than the statement does.
 */
import { Client, type ClientConfig, DatabaseError, type QueryResult, type QueryResultRow } from "pg";

export interface Statement {
  /** It is parsed and planned once for each connection. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Statements {
  /** Sends a statement, a transaction of its own. Rejects as `pg` does; what failed is not tried again. */
  query<Row extends QueryResultRow>(statement: Statement): Promise<QueryResult<Row>>;
  /** Waits for the statements under way. */
  close(): Promise<void>;
}

export interface StatementsOptions extends ClientConfig {
  /** Connections at most. */
  readonly lanes: number;
  /** How long an answer may take before its connection counts as lost, with all that wait for it. */
  readonly answerTimeoutMs: number;
  /** Told when a connection breaks; the next statement opens another. */
  readonly onError: (err: Error) => void;
}

interface Lane {
  client: Promise<Client> | undefined;
  /** Statements without an answer. */
  waiting: number;
}

/** Statements over connections that are opened when they are needed. */
export function openStatements({ lanes: most, answerTimeoutMs, onError, ...config }: StatementsOptions): Statements {
  const lanes = Array.from({ length: most }, (): Lane => ({ client: undefined, waiting: 0 }));

  function open(lane: Lane): Promise<Client> {
    const client = new Client({ ...config, pipeline: true, query_timeout: answerTimeoutMs });
    const opened = client.connect().then(() => client);
    const forget = () => {
      if (lane.client === opened) lane.client = undefined;
    };
    let told = false; // PostgreSQL says why, then the network says that
    client.on("error", (err) => {
      if (!told) onError(err);
      told = true;
      forget();
    });
    client.on("end", forget);
    opened.catch(forget);
    return opened;
  }

  return {
    async query<Row extends QueryResultRow>({ name, text, values }: Statement) {
      const lane = leastBusy(lanes);
      lane.client ??= open(lane);
      const { client } = lane;
      lane.waiting += 1;
      try {
        return await (await client).query<Row>({ name, text, values: values.map(sent) });
      } catch (err) {
        // What PostgreSQL itself did not say is about the connection.
        if (!(err instanceof DatabaseError) && lane.client === client) leave(lane);
        throw err;
      } finally {
        lane.waiting -= 1;
      }
    },
    async close() {
      const clients = await Promise.allSettled(lanes.map(({ client }) => client));
      await Promise.all(clients.map((opened) => (opened.status === "fulfilled" ? opened.value?.end() : undefined)));
    },
  };
}

/** Takes no statement to this connection any more. */
function leave(lane: Lane): void {
  lane.client?.then((client) => client.end()).catch(() => {});
  lane.client = undefined;
}

function leastBusy([first, ...others]: readonly Lane[]): Lane {
  if (first === undefined) throw new Error("there are no connections");
  return others.reduce((least, lane) => (lane.waiting < least.waiting ? lane : least), first);
}

// The driver writes a Date out in local time, digit by digit.
const sent = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
