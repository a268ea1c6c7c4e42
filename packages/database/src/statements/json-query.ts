/** A query of the driver whose rows stay text: it would name and convert their one column again for each answer. */
import type { Writable } from "node:stream";
import { beginStatement } from "@countersign/tracing";
import { type Client, Query } from "pg";
import type { Statement } from "./statement.ts";

/** The connection of the driver, as far as a query uses it. */
interface Sending {
  /** The text of each statement that PostgreSQL has parsed, by its name. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly stream: Writable;
  describe(portal: object): void;
}

class JsonQuery extends Query {
  readonly texts: string[] = [];
  rowCount = 0;
  readonly #statement: Statement;

  constructor(statement: Statement, callback: (err: Error | undefined) => void) {
    super(statement, undefined, callback);
    this.#statement = statement;
  }

  /** Sends what the driver sends, except for the question what the columns are: there is one, and it is text. */
  prepare(connection: Sending): void {
    const { name, text, values } = this.#statement;
    if (connection.parsedStatements[name] !== text || !values.every(isText)) {
      prepareOfDriver.call(this, unasking(connection));
    } else if (connection.stream.writable) connection.stream.write(messagesOf(name, values));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.texts.push(fields[0] ?? "null");
  }

  /** The tag ends with the number of rows (PostgreSQL, "Message Formats"). */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.rowCount = Number(text.slice(text.lastIndexOf(" ") + 1)) || 0;
  }
}

// The types of the driver leave it out.
const prepareOfDriver: (this: Query, connection: Sending) => void = Reflect.get(Query.prototype, "prepare");

/** NULL has no text. */
const isText = (value: unknown): value is string | null => typeof value === "string" || value === null;

const BIND = 0x42;
/** Execute of the unnamed portal, for all rows, and Sync. */
const EXECUTE_AND_SYNC = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);

/**
 * Fast path of nearly all statements: the messages that run a parsed statement with values that are texts, in one
 * write. The driver would make a message each, and send them as three chunks. It skips Describe.
 */
function messagesOf(name: string, values: readonly (string | null)[]): Buffer {
  // Two names end with a zero byte each, three numbers of formats and values have two bytes each.
  let size = 4 + 1 + Buffer.byteLength(name) + 1 + 6;
  for (const value of values) size += 4 + (value === null ? 0 : Buffer.byteLength(value));
  const messages = Buffer.allocUnsafe(1 + size + EXECUTE_AND_SYNC.length);
  messages[0] = BIND;
  let at = messages.writeInt32BE(size, 1);
  messages[at++] = 0; // the unnamed portal
  at += messages.write(name, at);
  messages[at++] = 0;
  at = messages.writeInt16BE(0, at); // all values are sent as text
  at = messages.writeInt16BE(values.length, at);
  for (const value of values) {
    const length = value === null ? 0 : messages.write(value, at + 4);
    at = messages.writeInt32BE(value === null ? -1 : length, at) + length;
  }
  at = messages.writeInt16BE(0, at); // all columns are asked for as text
  EXECUTE_AND_SYNC.copy(messages, at);
  return messages;
}

const knownUnasking = new WeakMap<Sending, Sending>();

/** The same connection, which does not send that question. */
function unasking(connection: Sending): Sending {
  const known = knownUnasking.get(connection);
  if (known !== undefined) return known;
  const made: Sending = Object.create(connection, { describe: { value: () => {} } });
  knownUnasking.set(connection, made);
  return made;
}

/** Sends a statement, and returns its rows as they were sent. */
export function answerTo(
  { name, text, values, askers }: Statement,
  client: Client,
): Promise<{ readonly texts: readonly string[]; readonly rowCount: number }> {
  const span = beginStatement(name, text, askers);
  return new Promise((resolve, reject) => {
    const query = new JsonQuery({ name, text, values: values.map(sent) }, (err) => {
      span?.end(err ?? undefined);
      if (err) reject(err);
      else resolve(query);
    });
    client.query(query);
  });
}

// The driver formats a Date in local time, digit by digit.
const sent = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
