/** A query of the driver whose rows stay text: it would name and convert their one column again for each answer. */
import { type Client, Query } from "pg";
import type { Statement } from "./statement.ts";

/** The connection of the driver, as far as a query asks it what the columns of its rows are. */
interface Asking {
  describe(portal: object): void;
}

class JsonQuery extends Query {
  readonly texts: string[] = [];

  /** Sends what the driver sends, except for the question what the columns are: there is one, and it is text. */
  prepare(connection: Asking): void {
    prepareOfDriver.call(this, unasking(connection));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.texts.push(fields[0] ?? "null");
  }
}

// The types of the driver leave it out.
const prepareOfDriver: (this: Query, connection: Asking) => void = Reflect.get(Query.prototype, "prepare");

const knownUnasking = new WeakMap<Asking, Asking>();

/** The same connection, which does not send that question. */
function unasking(connection: Asking): Asking {
  const known = knownUnasking.get(connection);
  if (known !== undefined) return known;
  const made: Asking = Object.create(connection, { describe: { value: () => {} } });
  knownUnasking.set(connection, made);
  return made;
}

/** Sends a statement, and returns its rows as they were sent. */
export function answerTo(
  { name, text, values }: Statement,
  client: Client,
): Promise<{ texts: string[]; rowCount: number }> {
  return new Promise((resolve, reject) => {
    const query = new JsonQuery(text, values.map(sent), (err, result) => {
      if (err) reject(err);
      else resolve({ texts: query.texts, rowCount: result.rowCount ?? 0 });
    });
    client.query(Object.assign(query, { name }));
  });
}

// The driver formats a Date in local time, digit by digit.
const sent = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
