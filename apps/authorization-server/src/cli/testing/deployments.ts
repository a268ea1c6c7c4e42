/** Deployments that `prepare` creates on the test server. They have their own names, and are removed at the end. */
import { randomBytes } from "node:crypto";
import { openDatabase } from "@countersign/database";
import { type CommandLine, openCommandLine } from "./command-line.ts";

/** The variables for `prepare`: a URL for each login of one database. */
export interface Urls extends NodeJS.ProcessEnv {
  readonly ADMIN_DATABASE_URL: string;
  readonly OWNER_DATABASE_URL: string;
  readonly DATABASE_URL: string;
  readonly RESOURCE_SERVER_DATABASE_URL: string;
}

export interface Deployments {
  readonly cli: CommandLine;
  /** Part of the name of every login and database: roles belong to the server, which other tests use too. */
  readonly suffix: string;
  /** The URLs of a deployment. `name` is the name of its database without the suffix. */
  urls(name?: string, password?: string): Urls;
  /** The URL of the administrator, for the database of a deployment. */
  administrator(name?: string): string;
  close(): Promise<void>;
}

export async function openDeployments(): Promise<Deployments> {
  const cli = await openCommandLine();
  const suffix = randomBytes(6).toString("hex");
  const adminUrl = cli.superuserUrl;

  const url = (login: string | undefined, database: string, password: string) => {
    const made = new URL(adminUrl);
    made.pathname = `/${database}-${suffix}`;
    if (login === undefined) return made.href;
    made.username = `${login}-${suffix}`;
    made.password = encodeURIComponent(password);
    return made.href;
  };

  return {
    cli,
    suffix,
    urls: (name = "made", password = "old / password") => ({
      ADMIN_DATABASE_URL: adminUrl,
      OWNER_DATABASE_URL: url(`${name}-owner`, name, password),
      DATABASE_URL: url(`${name}-service`, name, password),
      RESOURCE_SERVER_DATABASE_URL: url(`${name}-reader`, name, password),
    }),
    administrator: (name = "made") => url(undefined, name, ""),
    async close() {
      const { pool } = cli.database;
      const databases = await pool.query("SELECT datname AS name FROM pg_database WHERE datname LIKE $1", [
        `%${suffix}`,
      ]);
      for (const { name } of databases.rows) await pool.query(`DROP DATABASE "${name}" WITH (FORCE)`);
      const roles = await pool.query("SELECT rolname AS name FROM pg_roles WHERE rolname LIKE $1", [`%${suffix}`]);
      for (const { name } of roles.rows) await pool.query(`DROP OWNED BY "${name}"; DROP ROLE "${name}"`);
      await cli.close();
    },
  };
}

/** Sends a statement with the login of a URL, and returns its rows. */
export async function query(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const database = openDatabase({ connectionString, max: 1 });
  try {
    return (await database.pool.query(statement)).rows;
  } finally {
    await database.close();
  }
}
