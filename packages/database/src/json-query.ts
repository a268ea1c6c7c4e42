/** A query of the driver whose rows stay text: it would name and convert their one column again for each answer. */
import { type Client, Query } from "pg";
import type { Statement } from "./pipelined.ts";

class JsonQuery extends Query {
  readonly texts: string[] = [];

  handleRowDescription(): void {}

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.texts.push(fields[0] ?? "null");
  }
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
