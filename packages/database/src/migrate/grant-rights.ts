/**
 * Gives the logins of the services their rights. Every deployment runs it after the migrations, which may add tables.
 */
import { type Client, DatabaseError } from "pg";
import { migrationError } from "./migration-error.ts";
import { withPrivilegeWarnings } from "./privilege-warnings.ts";
import { READER_RIGHTS, SERVICE_FUNCTIONS, SERVICE_RIGHTS } from "./rights.ts";

/** Names of existing logins. If a name is absent, its rights stay as they are. */
export interface ServiceLogins {
  /** The login of the authorization server. */
  readonly service?: string | undefined;
  /** The login of the resource server. */
  readonly reader?: string | undefined;
}

/**
 * This role had the right to read in every database of the server, and all deployments there shared it. Logins have
 * their own rights now.
 */
const SHARED = "countersign_userinfo";

/**
 * Gives the named logins exactly their rights, in one transaction, so that a running service is not disturbed. Logins
 * that already have the rights of the authorization server get the rights on new tables.
 *
 * @param client connected as the database's owner; it holds the lock of the migrations
 * @throws MigrationError when the client may not give the rights
 */
export async function grantRights(client: Client, { service, reader }: ServiceLogins): Promise<void> {
  const known = (await serviceLogins(client)).filter((login) => login !== service);
  if (service === undefined && reader === undefined && known.length === 0) return;

  const { database, shared, functions } = await facts(client);
  const statements = [
    // A copy or a restored dump does not have these rights.
    `REVOKE ALL ON DATABASE ${database} FROM PUBLIC`,
    "REVOKE ALL ON SCHEMA public FROM PUBLIC",
    ...functions.map((one) => `REVOKE ALL ON FUNCTION ${one} FROM PUBLIC`), // PostgreSQL gives a new one to all
    ...known.flatMap((login) => granted(client, { login, database, ...OF_SERVICE })),
    ...[
      { login: service, ...OF_SERVICE },
      { login: reader, rights: READER_RIGHTS, functions: [] },
    ].flatMap(({ login, ...rights }) =>
      login === undefined
        ? []
        : [...revoked(client, login, functions), ...granted(client, { login, database, ...rights })],
    ),
    // Only after the reader has the same right by itself.
    ...(reader === undefined || !shared ? [] : unshared(database)),
  ];

  await client.query("BEGIN");
  const { warnings } = await withPrivilegeWarnings(client, () => client.query(statements.join(";"))).catch(refusedBy);
  if (warnings.length > 0) throw notOurs(warnings.join("; "));
  await client.query("COMMIT"); // if an error is thrown before this, the transaction ends with the connection
}

function refusedBy(error: unknown): never {
  const denied = error instanceof DatabaseError && error.code === "42501"; // insufficient_privilege
  throw denied ? notOurs(error.message, error) : error;
}

const notOurs = (reason: string, cause?: unknown) =>
  migrationError(`The services' logins got no rights (${reason}). Migrate as the owner of the database.`, cause);

/** The logins that may add authorizations, except the owner. */
async function serviceLogins(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT r.rolname AS name
       FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
      WHERE c.oid = to_regclass('public."authorization"') AND a.privilege_type = 'INSERT' AND a.grantee <> c.relowner`,
  );
  return rows.map(({ name }) => name);
}

interface Facts {
  readonly database: string;
  readonly shared: boolean;
  /** Our functions, and none of an extension. Functions of triggers are never called by a login. */
  readonly functions: readonly string[];
}

async function facts(client: Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `SELECT quote_ident(current_database()) AS database,
            EXISTS (SELECT FROM pg_roles WHERE rolname = '${SHARED}') AS shared,
            ARRAY(SELECT p.oid::regprocedure::text FROM pg_proc p
                   WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype
                     AND NOT EXISTS (SELECT FROM pg_depend d
                                      WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'))
              AS functions`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error("PostgreSQL names no database");
  return found;
}

const OF_SERVICE = { rights: SERVICE_RIGHTS, functions: SERVICE_FUNCTIONS } as const;

function revoked(client: Client, login: string, functions: readonly string[]): string[] {
  const name = client.escapeIdentifier(login);
  return [
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${name}`,
    ...functions.map((one) => `REVOKE ALL ON FUNCTION ${one} FROM ${name}`),
  ];
}

interface Grant {
  readonly login: string;
  readonly database: string;
  readonly rights: typeof SERVICE_RIGHTS;
  readonly functions: readonly string[];
}

function granted(client: Client, { login, database, rights, functions }: Grant): string[] {
  const name = client.escapeIdentifier(login);
  const tables = Object.entries(rights).filter(([, some]) => some.length > 0);
  return [
    `GRANT CONNECT ON DATABASE ${database} TO ${name}`,
    `GRANT USAGE ON SCHEMA public TO ${name}`,
    ...tables.map(([table, some]) => `GRANT ${some.join(", ")} ON ${client.escapeIdentifier(table)} TO ${name}`),
    ...functions.map((one) => `GRANT EXECUTE ON FUNCTION ${one} TO ${name}`),
  ];
}

const unshared = (database: string) => [
  `REVOKE ALL ON userinfo_v1 FROM ${SHARED}`,
  `REVOKE ALL ON SCHEMA public FROM ${SHARED}`,
  `REVOKE ALL ON DATABASE ${database} FROM ${SHARED}`,
];
