/**
 * Hot statements. Each stands alone, has a name, and shares a connection with other running statements. A pool would
 * take out and return a connection for each statement, which costs more than the statement itself.
 */
import { Client, type ClientConfig } from "pg";
import { askForConnection } from "../connections/held.ts";
import { isConnectionLost } from "../connections/lost.ts";
import type { Servers } from "../servers/primary.ts";
import { countsOf, leastBusy, type StatementCounts } from "./counts.ts";
import { changesHaveDeadlines, isTooLate, type ServerClock, serverClock } from "./deadline.ts";
import { answerTo } from "./json-query.ts";
import type { Answer, Statement } from "./statement.ts";

export interface Statements {
  /**
   * Sends a statement that changes nothing, as a transaction of its own. Rejects as `pg` does; a failed statement is
   * not tried again.
   */
  query<Row>(statement: Statement): Promise<Answer<Row>>;
  /**
   * Sends a statement that changes rows, in the same way. It compares its deadline, which is the parameter after its
   * values, by `inTime`. So what is not done when this rejects is not done later either, unless it is being committed.
   */
  change<Row>(statement: Statement): Promise<Answer<Row>>;
  /** Sends no further statement over the current connections. They end when their running statements have ended. */
  renew(): void;
  /** Waits for the running statements. */
  close(): Promise<void>;
}

export interface OpenedStatements extends Statements {
  readonly counts: StatementCounts;
}

export interface StatementsOptions extends ClientConfig, Partial<Pick<Servers, "Client">> {
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

interface Opened {
  readonly client: Client;
  /** The clock of the server at its other end. */
  readonly clock: ServerClock;
}

interface Connection {
  opened: Promise<Opened> | undefined;
  /** The number of statements without an answer. */
  waiting: number;
}

type ClientOptions = Omit<StatementsOptions, "connections" | "maxAgeMs" | "onFailure">;

/** Returns the function that opens a client for a connection, which forgets it when it breaks. */
function opening({
  Client: Chosen = Client,
  answerTimeoutMs,
  onError,
  ...config
}: ClientOptions): (connection: Connection) => Promise<Opened> {
  return (connection) => {
    const client = new Chosen({ ...config, pipeline: true, query_timeout: answerTimeoutMs });
    const opened = client.connect().then(() => ({ client, clock: serverClock(() => timeOf(client)) }));
    const forget = () => {
      if (connection.opened === opened) connection.opened = undefined;
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
  };
}

/** Opens connections when statements need them. */
export function openStatements(options: StatementsOptions): OpenedStatements {
  const { connections: most, maxAgeMs, onFailure = () => {}, ...clients } = options;
  const { answerTimeoutMs, onError } = clients;
  const connections = Array.from({ length: most }, (): Connection => ({ opened: undefined, waiting: 0 }));
  const open = opening(clients);

  /** Statements go to the old connection until there is a new one. If no new one can be opened, the old one stays. */
  async function replace(connection: Connection): Promise<void> {
    const old = connection.opened;
    if (old === undefined) return;
    const opened = open(connection);
    try {
      await opened;
    } catch (err) {
      return onError(err as Error);
    }
    if (connection.opened !== old) return retire({ opened, waiting: 0 }); // the old one was lost in the meantime
    retire(connection);
    connection.opened = opened;
  }
  const replacements = maxAgeMs === undefined ? undefined : inTurns(connections, maxAgeMs, replace);

  /** @param last makes the last value, when the statement is about to be sent */
  async function send<Row>(
    statement: Statement,
    last?: (opened: Opened) => Date | Promise<Date>,
  ): Promise<Answer<Row>> {
    askForConnection();
    const connection = leastBusy(connections);
    connection.opened ??= open(connection);
    const current = connection.opened;
    connection.waiting += 1;
    try {
      const opened = await current;
      const sent = last === undefined ? statement : withLast(statement, await last(opened));
      const { texts, rowCount } = await answerTo(sent, opened.client);
      return { rows: texts.map((text): Row => JSON.parse(text)), rowCount };
    } catch (err) {
      if (err instanceof Error) Error.captureStackTrace(err); // the stack of the caller, not of the driver
      if (isTooLate(err)) (await current).clock.forget(); // the answer came in time, so the time was wrong
      if (isConnectionLost(err) && connection.opened === current) {
        onError(err as Error);
        retire(connection);
      }
      onFailure(err);
      throw err;
    } finally {
      connection.waiting -= 1;
    }
  }

  const assert = changesHaveDeadlines();
  return {
    async query<Row>(statement: Statement) {
      assert.reads(statement);
      return send<Row>(statement);
    },
    async change<Row>(statement: Statement) {
      assert.hasDeadline(statement);
      return send<Row>(statement, ({ clock }) => clock.in(answerTimeoutMs));
    },
    counts: countsOf(connections),
    renew: () => connections.forEach(retire),
    async close() {
      await replacements?.stop();
      await endAll(connections);
    },
  };
}

const withLast = ({ name, text, values, askers }: Statement, last: Date): Statement => ({
  name,
  text,
  values: [...values, last],
  askers,
});

async function timeOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ ms: string }>("SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms");
  return Number(rows[0]?.ms);
}

async function endAll(connections: readonly Connection[]): Promise<void> {
  const all = await Promise.allSettled(connections.map(({ opened }) => opened));
  await Promise.all(all.map((one) => (one.status === "fulfilled" ? one.value?.client.end() : undefined)));
}

/** Sends no further statement over this connection. */
function retire(connection: Connection): void {
  connection.opened?.then(({ client }) => client.end()).catch(() => {});
  connection.opened = undefined;
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
