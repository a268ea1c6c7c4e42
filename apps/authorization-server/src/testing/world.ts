/**
 * A database of a test's own, with the people and clients of the attack catalogue in it, and a clock that the test
 * moves.
 */
import { type Database, openDatabase } from "@countersign/database";
import { createTestDatabase } from "@countersign/dev/test-database";
import { byTest } from "@countersign/dev/test-held-connections";
import type { SignIn } from "@countersign/rules";
import { addClient } from "../administration/clients.ts";
import { addPerson } from "../administration/people.ts";
import { resourceServerStore } from "../stores/client/resource-servers.ts";
import { byOperatorAt } from "./acts.ts";
import { clientsOf } from "./clients.ts";
import { asService } from "./service-login.ts";

export const issuer = "https://auth.example";
export const resource = "https://api.example";
export const noon = new Date("2030-01-01T12:00:00Z");
export const password = "correct horse battery staple";
/** argon2id of `password`, with a tenth of the cost that real ones have. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=1024,t=1,p=1$MTtI7d2b8zj+OOPkhBqu0g$4UhSBNHiQ7DlbS5DwA8lkZ1DzHzq3pmxIN0EQcZTMc8";

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

export async function openWorld({ max = 10 }: { max?: number } = {}): Promise<World> {
  const { connectionString: superuserUrl, drop } = await createTestDatabase();
  const connectionString = asService(superuserUrl);
  const database = openDatabase({ connectionString, max });
  const superuser = openDatabase({ connectionString: superuserUrl, max: 2 });
  const clock = { now: noon };

  const scopes = ["openid", "profile", "email", "address", "phone", "offline_access"];
  const about = { name: "userinfo", accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300 } as const;
  await resourceServerStore(database).upsert({ identifier: resource, scopes, ...about });
  const people = { alice: await person(database, "alice"), mallory: await person(database, "mallory") };
  for (const client of clientsOf(issuer)) await addClient(database, client, byOperatorAt(noon));

  return {
    connectionString,
    database,
    superuser,
    superuserUrl,
    clock,
    ...people,
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

/** Adds a person who signs in with `password`, and returns their id. */
async function person(database: Database, username: string): Promise<string> {
  const claims = { name: `${username} example`, email: `${username}@example.org`, email_verified: true };
  const id = await addPerson(database, { username, passwordHash: PASSWORD_HASH, claims }, byOperatorAt(noon));
  if (id === undefined) throw new Error(`${username} is there already`);
  return id;
}

/** That this person proved who they are, at this time. */
export const signInOf = (userId: string, authenticatedAt: Date): SignIn => ({
  userId,
  authenticatedAt,
  amr: ["pwd"],
  acr: "urn:countersign:acr:password",
});
