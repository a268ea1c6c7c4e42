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
  readonly connections: number;
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

interface Connection {
  client: Promise<Client> | undefined;
  /** Statements without an answer. */
  waiting: number;
}

/** Statements over connections that are opened when they are needed. */
export function openStatements(options: StatementsOptions): Statements {
  const { connections: most, answerTimeoutMs, maxAgeMs, onError, onFailure = () => {}, ...config } = options;
  const connections = Array.from({ length: most }, (): Connection => ({ client: undefined, waiting: 0 }));

  function open(connection: Connection): Promise<Client> {
    const client = new Client({ ...config, pipeline: true, query_timeout: answerTimeoutMs });
    const opened = client.connect().then(() => client);
    const forget = () => {
      if (connection.client === opened) connection.client = undefined;
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
  async function replace(connection: Connection): Promise<void> {
    const old = connection.client;
    if (old === undefined) return;
    const opened = open(connection);
    try {
      await opened;
    } catch (err) {
      return onError(err as Error);
    }
    if (connection.client !== old) return retire({ client: opened, waiting: 0 }); // the old one was lost meanwhile
    retire(connection);
    connection.client = opened;
  }
  const replacements = maxAgeMs === undefined ? undefined : inTurns(connections, maxAgeMs, replace);

  return {
    async query<Row>(statement: Statement) {
      const connection = leastBusy(connections);
      connection.client ??= open(connection);
      const { client } = connection;
      connection.waiting += 1;
      try {
        const { texts, rowCount } = await answerTo(statement, await client);
        return { rows: texts.map((text): Row => JSON.parse(text)), rowCount };
      } catch (err) {
        if (err instanceof Error) Error.captureStackTrace(err); // where it was asked, and not where the answer was read
        if (isConnectionLost(err) && connection.client === client) {
          onError(err as Error);
          retire(connection);
        }
        onFailure(err);
        throw err;
      } finally {
        connection.waiting -= 1;
      }
    },
    renew: () => connections.forEach(retire),
    async close() {
      await replacements?.stop();
      const clients = await Promise.allSettled(connections.map(({ client }) => client));
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
function retire(connection: Connection): void {
  connection.client?.then((client) => client.end()).catch(() => {});
  connection.client = undefined;
}

/** Does it for each connection once in `everyMs`, never for two at a time. `stop` waits for the one under way. */
function inTurns(connections: readonly Connection[], everyMs: number, act: (connection: Connection) => Promise<void>) {
  let turn = 0;
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    const connection = connections[turn % connections.length];
    if (underWay !== undefined || connection === undefined) return;
    turn += 1;
    underWay = act(connection).finally(() => {
      underWay = undefined;
    });
  }, everyMs / connections.length);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}

function leastBusy([first, ...others]: readonly Connection[]): Connection {
  if (first === undefined) throw new Error("there are no connections");
  return others.reduce((least, connection) => (connection.waiting < least.waiting ? connection : least), first);
}

// The driver writes a Date out in local time, digit by digit.
const sent = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
