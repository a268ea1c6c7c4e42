/**
 * A database of a test's own, with the people and clients of the attack catalogue in it, and a clock that the test
 * moves.
 */
import { type Database, openDatabase } from "@countersign/database";
import { createTestDatabase } from "@countersign/dev/test-database";
import { byTest } from "@countersign/dev/test-held-connections";
import type { SignIn } from "@countersign/rules";
import { noon, PEOPLE } from "./inhabitants.ts";
import { asService } from "./servers/service-login.ts";

export { issuer, noon, resource } from "./inhabitants.ts";
export const password = "correct horse battery staple";

/** Thousands of rows of a fixture take as long as a busy machine needs: the limit of the service is for its work. */
const FIXTURE_MS = 600_000;

export interface World {
  /** With the login of the service, as `database` has it. */
  readonly connectionString: string;
  readonly database: Database;
  /** For what the service may not do. */
  readonly superuser: Database;
  readonly superuserUrl: string;
  readonly clock: { now: Date };
  readonly alice: string;
  readonly mallory: string;
  /** Moves the clock on. */
  pass(seconds: number): void;
  /** The rows of a statement, sent by the superuser. */
  rows(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** @param stage `keyed`, if the first keys of the service are in the database, too */
export async function openWorld({ max = 10, stage = "inhabited" } = {}): Promise<World> {
  const { connectionString: superuserUrl, drop } = await createTestDatabase({ stage });
  const connectionString = asService(superuserUrl);
  const database = openDatabase({ connectionString, max });
  const superuser = openDatabase({ connectionString: superuserUrl, max: 2, statementTimeoutMs: FIXTURE_MS });
  const clock = { now: noon };

  const ids = await personIds(superuser);
  return {
    connectionString,
    database,
    superuser,
    superuserUrl,
    clock,
    alice: ids.alice,
    mallory: ids.mallory,
    pass(seconds) {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    },
    rows: async (text, values = []) => (await byTest(() => superuser.pool.query(text, [...values]))).rows,
    async close() {
      await Promise.all([database.close(), superuser.close()]);
      await drop();
    },
  };
}

async function personIds({ pool }: Database): Promise<Record<(typeof PEOPLE)[number], string>> {
  const found = "SELECT username, id FROM end_user WHERE username = ANY ($1)";
  const { rows } = await byTest(() => pool.query(found, [PEOPLE]));
  if (rows.length !== PEOPLE.length) throw new Error("the people of every test are missing");
  return Object.fromEntries(rows.map(({ username, id }) => [username, id]));
}

/** That this person proved who they are, at this time. */
export const signInOf = (userId: string, authenticatedAt: Date): SignIn => ({
  userId,
  authenticatedAt,
  amr: ["pwd"],
  acr: "urn:countersign:acr:password",
});
