/**
 * Hot statements: each stands alone, has a name, and shares a connection with others that are under way. A pool would
 * give each a connection for itself, and take it back: that costs more than the statement does.
 */
import { Client, type ClientConfig, Query } from "pg";
import { isConnectionLost } from "./lost.ts";

export interface Statement {
  /** It is parsed and planned once for each connection. */
  readonly name: string;
  /**
   * Its rows, if it gives any, are of one column of JSON, which the driver reads in half the time of a dozen, a time in
   * it as text.
   */
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Answer<Row> {
  readonly rows: readonly Row[];
  /** How many rows it gave or changed. */
  readonly rowCount: number;
}

export interface Statements {
  /** Sends a statement, a transaction of its own. Rejects as `pg` does; what failed is not tried again. */
  query<Row>(statement: Statement): Promise<Answer<Row>>;
  /** Takes no statement to the connections of now. They end when the statements under way have. */
  renew(): void;
  /** Waits for the statements under way. */
  close(): Promise<void>;
}

export interface StatementsOptions extends ClientConfig {
  /** Connections at most. */
  readonly lanes: number;
  /** How long an answer may take before its connection counts as lost, with all that wait for it. */
  readonly answerTimeoutMs: number;
  /**
   * How old a connection may become, in milliseconds. One after the other is replaced, and answers what it was sent.
   * Without it, connections stay.
   */
  readonly maxAgeMs?: number;
  /** Told when a connection breaks; the next statement opens another. */
  readonly onError: (err: Error) => void;
  /** Told of each statement that fails. */
  readonly onFailure?: (err: unknown) => void;
}

interface Lane {
  client: Promise<Client> | undefined;
  /** Statements without an answer. */
  waiting: number;
}

/** Statements over connections that are opened when they are needed. */
export function openStatements(options: StatementsOptions): Statements {
  const { lanes: most, answerTimeoutMs, maxAgeMs, onError, onFailure = () => {}, ...config } = options;
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

  /** Statements go to the old connection until there is a new one. Where none can be had, the old one stays. */
  async function replace(lane: Lane): Promise<void> {
    const old = lane.client;
    if (old === undefined) return;
    const opened = open(lane);
    try {
      await opened;
    } catch (err) {
      return onError(err as Error);
    }
    if (lane.client !== old) return leave({ client: opened, waiting: 0 }); // the old one was lost meanwhile
    leave(lane);
    lane.client = opened;
  }
  const replacements = maxAgeMs === undefined ? undefined : inTurns(lanes, maxAgeMs, replace);

  return {
    async query<Row>(statement: Statement) {
      const lane = leastBusy(lanes);
      lane.client ??= open(lane);
      const { client } = lane;
      lane.waiting += 1;
      try {
        const { texts, rowCount } = await answerTo(statement, await client);
        return { rows: texts.map((text): Row => JSON.parse(text)), rowCount };
      } catch (err) {
        if (err instanceof Error) Error.captureStackTrace(err); // where it was asked, and not where the answer was read
        if (isConnectionLost(err) && lane.client === client) {
          onError(err as Error);
          leave(lane);
        }
        onFailure(err);
        throw err;
      } finally {
        lane.waiting -= 1;
      }
    },
    renew: () => lanes.forEach(leave),
    async close() {
      await replacements?.stop();
      const clients = await Promise.allSettled(lanes.map(({ client }) => client));
      await Promise.all(clients.map((opened) => (opened.status === "fulfilled" ? opened.value?.end() : undefined)));
    },
  };
}

/**
 * A query whose rows stay the text that they are: the driver would name and convert their one column for each answer
 * anew.
 */
class JsonQuery extends Query {
  readonly texts: string[] = [];

  handleRowDescription(): void {}

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.texts.push(fields[0] ?? "null");
  }
}

function answerTo({ name, text, values }: Statement, client: Client): Promise<{ texts: string[]; rowCount: number }> {
  return new Promise((resolve, reject) => {
    const query = new JsonQuery(text, values.map(sent), (err, result) => {
      if (err) reject(err);
      else resolve({ texts: query.texts, rowCount: result.rowCount ?? 0 });
    });
    client.query(Object.assign(query, { name }));
  });
}

/** Takes no statement to this connection any more. */
function leave(lane: Lane): void {
  lane.client?.then((client) => client.end()).catch(() => {});
  lane.client = undefined;
}

/** Does it for each lane once in `everyMs`, never for two at a time. `stop` waits for the one under way. */
function inTurns(lanes: readonly Lane[], everyMs: number, act: (lane: Lane) => Promise<void>) {
  let turn = 0;
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    const lane = lanes[turn % lanes.length];
    if (underWay !== undefined || lane === undefined) return;
    turn += 1;
    underWay = act(lane).finally(() => {
      underWay = undefined;
    });
  }, everyMs / lanes.length);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}

function leastBusy([first, ...others]: readonly Lane[]): Lane {
  if (first === undefined) throw new Error("there are no connections");
  return others.reduce((least, lane) => (lane.waiting < least.waiting ? lane : least), first);
}

// The driver writes a Date out in local time, digit by digit.
const sent = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
