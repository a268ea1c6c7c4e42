/** The stores of the services, behind proxies that count what is sent to them and what they return. */
import { openProxy } from "@countersign/dev/test-proxy";

export interface StoreUse {
  /** Sent to Redis, without those that its scripts call. */
  readonly redisCommands: number;
  /** From both stores. */
  readonly bytes: number;
  /** Every statement sent to PostgreSQL, BEGIN and COMMIT too. */
  readonly names: readonly string[];
}

export interface CountedStores {
  /** The same URL of the database, or of Redis, counted. */
  database(url: string): string;
  readonly redisUrl: string;
  /** What was used since the last call. */
  take(): StoreUse;
  close(): Promise<void>;
}

export async function countStores(databaseUrl: string, redisUrl: string): Promise<CountedStores> {
  const [database, redis] = await Promise.all([openProxy(databaseUrl), openProxy(redisUrl)]);
  let names: string[] = [];
  let [redisCommands, bytes] = [0, 0];
  database.tap((sent) => names.push(...statementsIn(sent)));
  redis.tap((sent) => {
    redisCommands += commandsIn(sent);
  });
  for (const proxy of [database, redis])
    proxy.tapAnswers((answer) => {
      bytes += answer.length;
    });
  return {
    database: (url) => database.through(url),
    redisUrl: redis.through(redisUrl),
    take() {
      const taken = { redisCommands, bytes, names };
      names = [];
      [redisCommands, bytes] = [0, 0];
      return taken;
    },
    async close() {
      await Promise.all([database.close(), redis.close()]);
    },
  };
}

/**
 * The statements in these messages: the name of each that is bound, and the text of each simple query. A message has a
 * letter, its length in four bytes, and what it says.
 */
function statementsIn(sent: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at + 5 <= sent.length; at += 1 + sent.readUInt32BE(at + 1)) {
    const kind = String.fromCharCode(sent.readUInt8(at));
    if (!/[A-Za-z]/.test(kind)) break; // the first message of a connection has no letter
    const [first = "", second = ""] = sent.toString("latin1", at + 5, at + 200).split("\0");
    if (kind === "B") found.push(second || "(unnamed)");
    if (kind === "Q") found.push(first);
  }
  return found;
}

/** Each command is an array whose first member is its name. */
const commandsIn = (sent: Buffer) => sent.toString("latin1").match(/\*\d+\r\n\$\d+\r\n[A-Z]+\r\n/g)?.length ?? 0;
