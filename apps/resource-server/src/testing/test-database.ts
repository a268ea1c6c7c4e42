/**
 * For tests: a migrated database with one live authorization, seen by the owner and by the resource server's own login.
 */
import { randomBytes } from "node:crypto";
import { migrate } from "@countersign/database/migrate";
import { openUserinfoDatabase } from "@countersign/database/userinfo";
import { createTestDatabase } from "@countersign/dev/test-database";
import pg from "pg";
import { alice } from "./test-person.ts";

export const authorizationId = "0f0e0d0c-0b0a-4908-8706-050403020100";
const userId = "11111111-1111-4111-8111-111111111111";

/** Migrates here and not in a template, because rights on a database itself are not copied with it. */
export async function startDatabase() {
  const database = await createTestDatabase();
  const owner = new pg.Pool({ connectionString: database.connectionString });

  // As in a deployment: a separate login with the rights that the migrations give it.
  const login = `rs_${randomBytes(6).toString("hex")}`;
  await owner.query(`CREATE ROLE ${login} LOGIN PASSWORD '${login}'`);
  await migrate(database.connectionString, { logins: { reader: login } });
  const url = new URL(database.connectionString);
  url.username = login;
  url.password = login;
  const reader = openUserinfoDatabase(url.href);
  const intruder = new pg.Pool({ connectionString: url.href });

  await fill(owner);
  return {
    login,
    /** Does what the authorization server would do. */
    owner,
    /** The resource server's own access. */
    readerUrl: url.href,
    reader,
    /**
     * The access of an attacker who took the resource server over: the same login, on connections that are not
     * read-only.
     */
    intruder,
    async stop() {
      await intruder.end();
      await reader.close();
      await owner.end();
      await database.drop();
    },
  };
}

/** Adds one person with a live authorization. */
export async function fill(pool: pg.Pool): Promise<void> {
  const { client_id, sub, scopes, resource, revoked_jtis, requested_claims, wants_jwt, is_mapped, ...claims } = alice;
  const columns = Object.keys(claims);
  await pool.query(
    `INSERT INTO end_user (id, username, password_hash, created_at, ${columns.join(", ")})
     VALUES ($1, 'alice', 'argon2-secret', now(), ${columns.map((_column, index) => `$${index + 2}`).join(", ")})`,
    [userId, ...Object.values(claims)],
  );
  await pool.query(
    `INSERT INTO client (id, profile, name, application_type, token_endpoint_auth_method, redirect_uris, grant_types,
                         post_logout_redirect_uris, response_types, scopes, id_token_signed_response_alg, created_at)
     VALUES ($1, 'oidc', 'Web', 'web', 'none', '{}', '{}', '{}', '{}', '{}', 'RS256', now())`,
    [client_id],
  );
  await pool.query(
    `INSERT INTO "authorization"
       (id, client_id, user_id, sub, scopes, resource, acr, amr, auth_time, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, '1', '{pwd}', now(), now(), now() + interval '1 hour')`,
    [authorizationId, client_id, userId, sub, scopes, resource],
  );
}
