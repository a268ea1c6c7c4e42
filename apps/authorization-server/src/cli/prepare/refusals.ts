/** Checks of logins that exist already. `prepare` makes them before it changes anything. */
import { refusal } from "../command/refusal.ts";
import { type Connection, withConnection } from "./connection.ts";
import type { Login, Logins } from "./logins.ts";

/** The first migration grants rights to this role, and `prepare` revokes them: so its members get no rights from it. */
export const SHARED = "countersign_userinfo";

/**
 * Refuses logins that do not belong only to this deployment, or that have rights which a service must not have.
 *
 * @param url of a login that may create roles
 * @param creates whether `prepare` also maintains the database and its owner
 */
export async function assertOurs(
  url: string,
  { owner, service, reader }: Logins,
  { creates }: { creates: boolean },
): Promise<void> {
  await withConnection(url, async (connection) => {
    if (creates) {
      await refuseOtherOwner(connection, owner);
      await refuseOtherDatabase(connection, owner);
    }
    for (const [login, whose] of [
      [service, "authorization server"],
      [reader, "resource server"],
    ] as const) {
      if (login === undefined) continue;
      await refusePowers(connection, login, whose);
      await refuseOtherDatabase(connection, login);
    }
  });
}

async function refuseOtherOwner(connection: Connection, { name, database }: Login): Promise<void> {
  const { rows } = await connection.query<{ owner: string }>(
    `SELECT o.rolname AS owner FROM pg_database d JOIN pg_roles o ON o.oid = d.datdba
      WHERE d.datname = $1
        AND NOT EXISTS (SELECT FROM pg_roles WHERE rolname = $2 AND pg_has_role(oid, d.datdba, 'USAGE'))`,
    [database, name],
  );
  const [found] = rows;
  if (found === undefined) return;
  throw refusal(`the database ${database} belongs to the login ${found.owner}: name that one in OWNER_DATABASE_URL`);
}

/** Logins belong to the server. If another deployment has a login of this name, its password would be changed. */
async function refuseOtherDatabase(connection: Connection, { name, database }: Login): Promise<void> {
  const { rows } = await connection.query<{ other: string }>(
    `SELECT d.datname AS other FROM pg_database d, pg_roles r
      WHERE r.rolname = $1 AND d.datname <> $2
        AND (d.datdba = r.oid OR EXISTS (SELECT FROM aclexplode(d.datacl) a WHERE a.grantee = r.oid))
      ORDER BY 1 LIMIT 1`,
    [name, database],
  );
  const [found] = rows;
  if (found === undefined) return;
  throw refusal(`the login ${name} is used for the database ${found.other}: give this deployment logins of its own`);
}

async function refusePowers(connection: Connection, { name, database }: Login, whose: string): Promise<void> {
  const { rows } = await connection.query<{ powerful: boolean; owner: boolean; others: string[] }>(
    `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS powerful,
            EXISTS (SELECT FROM pg_database WHERE datname = $3 AND datdba = r.oid) AS owner,
            ARRAY(SELECT g.rolname::text FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
                   WHERE m.member = r.oid AND g.rolname <> $2 ORDER BY 1) AS others
       FROM pg_roles r WHERE rolname = $1`,
    [name, SHARED, database],
  );
  const [found] = rows;
  if (found === undefined) return;

  const [more] = [
    ...(found.owner ? [`change every table: it owns the database ${database}`] : []),
    ...(found.powerful ? ["make roles or more"] : []),
    ...(found.others.length > 0 ? [`do what ${found.others.join(", ")} may`] : []),
  ];
  if (more !== undefined) throw refusal(`the login ${name} may ${more}. Give the ${whose} a login of its own`);
}
