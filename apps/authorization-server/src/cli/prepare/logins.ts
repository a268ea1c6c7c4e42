/** The database and the two logins that work on it. Every step may run again, and several at once. */
import { openDatabase } from "@countersign/database";
import { refusal } from "../refusal.ts";
import { isPlainPassword, scramVerifier } from "./scram.ts";

/** What is used of a connection of `pg`. */
interface Connection {
  query<Row>(text: string, values?: unknown[]): Promise<{ readonly rows: Row[]; readonly rowCount: number | null }>;
  escapeIdentifier(word: string): string;
  escapeLiteral(text: string): string;
}

export interface Login {
  readonly name: string;
  readonly password: string;
  readonly database: string;
}

/** Made by the migrations: may read the userinfo view and nothing else. */
const READER = "countersign_userinfo";

/**
 * The login that a PostgreSQL URL names.
 *
 * @param variable where the URL comes from, for the refusal
 * @throws a refusal when login, password or database are missing, or the password is not printable ASCII
 */
export function loginOf(url: string, variable: string): Login {
  const { username, password, pathname } = new URL(url);
  const login = {
    name: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
  };
  if (login.name === "" || login.password === "" || login.database === "") {
    throw refusal(
      `${variable} must name a login, its password and a database: postgres://login:password@host/database`,
    );
  }
  if (!isPlainPassword(login.password)) throw refusal(`the password in ${variable} must be of printable ASCII`);
  return login;
}

/**
 * Makes the login that owns the database, or sets its password again, and the database when it is not there.
 *
 * @param adminUrl of a login that may make roles and databases
 */
export async function keepDatabase(adminUrl: string, owner: Login): Promise<void> {
  await withConnection(adminUrl, async (connection) => {
    // CREATEROLE: the migrations make the reader's role.
    await keepRole(connection, owner, "CREATEROLE");

    const there = async () =>
      (await connection.query("SELECT FROM pg_database WHERE datname = $1", [owner.database])).rowCount === 1;
    if (await there()) return;
    const [database, name] = [owner.database, owner.name].map((word) => connection.escapeIdentifier(word));
    try {
      await connection.query(`CREATE DATABASE ${database} OWNER ${name}`);
    } catch (err) {
      // Another one of us was faster: no transaction can hold this statement, so no lock can order it.
      if (!(await there())) throw err;
    }
  });
}

/**
 * Makes the resource server's login, or sets its password again: a member of the role that reads the userinfo view, and
 * nothing else. Goes after the migrations.
 *
 * @param url of a login that may make roles: the owner of the database can
 * @throws a refusal when the login exists and may do more than that
 */
export async function keepReader(url: string, reader: Login): Promise<void> {
  await withConnection(url, async (connection) => {
    await refusePowers(connection, reader.name);
    await keepRole(connection, reader, "");
    await connection.query(`GRANT ${READER} TO ${connection.escapeIdentifier(reader.name)}`);
  });
}

async function refusePowers(connection: Connection, name: string): Promise<void> {
  const { rows } = await connection.query<{ powerful: boolean; others: string[] }>(
    `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS powerful,
            ARRAY(SELECT roleid::regrole::text FROM pg_auth_members
                   WHERE member = r.oid AND roleid <> $2::regrole ORDER BY 1) AS others
       FROM pg_roles r WHERE rolname = $1`,
    [name, READER],
  );
  const [found] = rows;
  if (found === undefined || (!found.powerful && found.others.length === 0)) return;

  const more = found.powerful ? "make roles or more" : `do what ${found.others.join(", ")} may`;
  throw refusal(`the login ${name} may ${more}: give the resource server a login of its own`);
}

async function keepRole(connection: Connection, { name, password }: Login, attributes: string): Promise<void> {
  const role = connection.escapeIdentifier(name);
  const verifier = connection.escapeLiteral(scramVerifier(password));
  await connection.query("BEGIN");
  // Two at once would both find no role, and one of them fail.
  await connection.query("SELECT pg_advisory_xact_lock(hashtext('countersign prepare'))");
  const { rowCount } = await connection.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  await connection.query(
    `${rowCount === 0 ? "CREATE" : "ALTER"} ROLE ${role} WITH LOGIN ${attributes} PASSWORD ${verifier}`,
  );
  await connection.query("COMMIT");
}

async function withConnection(url: string, work: (connection: Connection) => Promise<void>): Promise<void> {
  const { pool, close } = openDatabase({ connectionString: url, max: 1 });
  try {
    const connection = await pool.connect();
    // Destroyed, not returned: a failed transaction must not be anybody's.
    await work(connection).finally(() => connection.release(true));
  } finally {
    await close();
  }
}
