/**
 * Hot statements. Each stands alone, has a name, and shares a connection with other running statements. A pool would
 * take out and return a connection for each statement, which costs more than the statement itself.
 */
import { Client, type ClientConfig, Query } from "pg";
import { askForConnection } from "./held.ts";
import { isConnectionLost } from "./lost.ts";

export interface Statement {
  /** The statement is parsed and planned once for each connection. */
  readonly name: string;
  /**
   * Rows, if any, have one column of JSON, which the driver reads in half the time of a dozen columns. A time in the
   * JSON is text.
   */
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface Answer<Row> {
  readonly rows: readonly Row[];
  /** The number of rows that the statement gave or changed. */
  readonly rowCount: number;
}

export interface Statements {
  /** Sends a statement as a transaction of its own. Rejects as `pg` does; a failed statement is not tried again. */
  query<Row>(statement: Statement): Promise<Answer<Row>>;
  /** Sends no further statement over the current connections. They end when their running statements have ended. */
  renew(): void;
  /** Waits for the running statements. */
  close(): Promise<void>;
}

export interface StatementsOptions extends ClientConfig {
  /** The maximum number of connections. */
  readonly connections: number;
  /**
   * How long an answer may take, in milliseconds. After that its connection counts as lost, with all statements that
   * wait on it.
   */
  readonly answerTimeoutMs: number;
  /**
   * The maximum age of a connection, in milliseconds. Connections are replaced one after the other; an old one still
   * answers the statements that it was sent. If absent, connections are not replaced by age.
   */
  readonly maxAgeMs?: number;
  /** Called when a connection breaks; the next statement opens another. */
  readonly onError: (err: Error) => void;
  /** Called for each statement that fails. */
  readonly onFailure?: (err: unknown) => void;
}

interface Connection {
  client: Promise<Client> | undefined;
  /** The number of statements without an answer. */
  waiting: number;
}

/** Opens connections when statements need them. */
export function openStatements(options: StatementsOptions): Statements {
  const { connections: most, answerTimeoutMs, maxAgeMs, onError, onFailure = () => {}, ...config } = options;
  const connections = Array.from({ length: most }, (): Connection => ({ client: undefined, waiting: 0 }));

  function open(connection: Connection): Promise<Client> {
    const client = new Client({ ...config, pipeline: true, query_timeout: answerTimeoutMs });
    const opened = client.connect().then(() => client);
    const forget = () => {
      if (connection.client === opened) connection.client = undefined;
    };
    let told = false; // PostgreSQL reports the cause, then the network reports it again
    client.on("error", (err) => {
      if (!told) onError(err);
      told = true;
      forget();
    });
    client.on("end", forget);
    opened.catch(forget);
    return opened;
  }

  /** Statements go to the old connection until there is a new one. If no new one can be opened, the old one stays. */
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
      askForConnection();
      const connection = leastBusy(connections);
      connection.client ??= open(connection);
      const { client } = connection;
      connection.waiting += 1;
      try {
        const { texts, rowCount } = await answerTo(statement, await client);
        return { rows: texts.map((text): Row => JSON.parse(text)), rowCount };
      } catch (err) {
        if (err instanceof Error) Error.captureStackTrace(err); // the stack of the caller, not of the driver
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

/** A query whose rows stay text: the driver would name and convert their one column again for each answer. */
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

/** Sends no further statement over this connection. */
function retire(connection: Connection): void {
  connection.client?.then((client) => client.end()).catch(() => {});
  connection.client = undefined;
}

/** Runs `act` for each connection once in `everyMs`, never two at a time. `stop` waits for the running call. */
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

// The driver formats a Date in local time, digit by digit.
const sent = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
