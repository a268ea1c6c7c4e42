/**
 * Loaded into our services before they start. It writes every named statement that they use, once, into
 * STATEMENTS_FILE, with the options of its connection.
 */
import { appendFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const DATABASE = join(import.meta.dirname, "..", "..", "packages", "database", "package.json");
const { Client } = createRequire(DATABASE)("pg");
const { STATEMENTS_FILE = "" } = process.env;
const written = new Set<string>();
const { query } = Client.prototype;

Client.prototype.query = function recorded(statement: { name?: string; text?: string } | string, ...rest: unknown[]) {
  if (typeof statement === "object" && statement.name !== undefined && !written.has(statement.name)) {
    written.add(statement.name);
    const { options } = this.connectionParameters;
    appendFileSync(STATEMENTS_FILE, `${JSON.stringify({ name: statement.name, text: statement.text, options })}\n`);
  }
  return query.call(this, statement, ...rest);
};
