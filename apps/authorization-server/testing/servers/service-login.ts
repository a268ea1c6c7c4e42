/**
 * The login that the service has in tests: with the rights that `prepare` gives, so that a right it lacks fails a test.
 */
import { openDatabase } from "@countersign/database";
import { migrate } from "@countersign/database/migrate";

const LOGIN = "test_authorization_server";

/** Migrates the database that all others are copies of. The copies have the same rights on their tables. */
export async function prepareTemplate(connectionString: string): Promise<void> {
  const database = openDatabase({ connectionString, max: 1 });
  try {
    await database.pool.query(`CREATE ROLE ${LOGIN} LOGIN PASSWORD '${LOGIN}'`);
  } finally {
    await database.close();
  }
  await migrate(connectionString, { logins: { service: LOGIN } });
}

/** The same database for the login of the service. */
export function asService(connectionString: string): string {
  const url = new URL(connectionString);
  url.username = LOGIN;
  url.password = LOGIN;
  return url.href;
}
