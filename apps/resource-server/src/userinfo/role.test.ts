/**
 * Least privilege: what a compromised resource server could do with its login. Not shown here, because PostgreSQL
 * gives
 * it to every login and only a superuser can revoke it: large objects, advisory locks, NOTIFY, pg_stat_activity.
 */
import { afterAll, describe, expect, it } from "vitest";
import { authorizationId, startDatabase } from "../testing/test-database.ts";

const { login, owner, intruder, stop } = await startDatabase();
afterAll(() => stop());

const DENIED = { code: "42501" }; // The code insufficient_privilege.

describe("the resource server's login may read its view, and none of our tables", () => {
  it("reads the view", async () => {
    const { rows } = await intruder.query("SELECT sub FROM userinfo_v1 WHERE authorization_id = $1", [authorizationId]);
    expect(rows).toEqual([{ sub: "alice" }]);
  });

  it("has one right on one relation, whichever relations migrations add", async () => {
    const { rows } = await owner.query(
      `SELECT relname, privilege
         FROM pg_class,
              unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS privilege
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
          AND has_table_privilege($1, pg_class.oid, privilege)`,
      [login],
    );
    expect(rows).toEqual([{ relname: "userinfo_v1", privilege: "SELECT" }]);
  });

  it("has no right on any column or sequence", async () => {
    const { rows } = await owner.query(
      `SELECT relname FROM pg_class
        WHERE relnamespace = 'public'::regnamespace
          AND CASE relkind
                WHEN 'S' THEN has_sequence_privilege($1, oid, 'USAGE, SELECT, UPDATE')
                WHEN 'r' THEN has_any_column_privilege($1, oid, 'SELECT, INSERT, UPDATE, REFERENCES')
                ELSE false
              END`,
      [login],
    );
    expect(rows).toEqual([]);
  });

  it("sees no password hash in its view", async () => {
    const { rows } = await intruder.query("SELECT to_jsonb(userinfo_v1) AS row FROM userinfo_v1");
    expect(JSON.stringify(rows)).not.toContain("argon2-secret");
  });

  it.each([
    ["read people", "SELECT username FROM end_user"],
    ["read sealed keys", "SELECT * FROM signing_key"],
    ["insert a person", "INSERT INTO end_user (id) VALUES (gen_random_uuid())"],
    ["restore a revoked authorization", `UPDATE "authorization" SET revoked_at = NULL`],
    ["lock a table", "DO $$ BEGIN LOCK TABLE end_user; END $$"],
    ["create a table", "CREATE TABLE stolen (x text)"],
    ["create a temporary table", "CREATE TEMPORARY TABLE stolen (x text)"],
    ["create a schema", "CREATE SCHEMA stolen"],
    ["create a function", "CREATE FUNCTION stolen() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
    ["truncate a table", "TRUNCATE rate_limit"],
    ["create a role", "CREATE ROLE stolen"],
    ["create a database", "CREATE DATABASE stolen"],
    ["alter the view", "ALTER VIEW userinfo_v1 RENAME TO mine"],
    ["grant on the view", "GRANT SELECT ON end_user TO PUBLIC"],
    ["read a file", "SELECT pg_read_file('/etc/passwd')"],
    ["list a folder", "SELECT pg_ls_dir('.')"],
    ["copy to a program", "COPY (SELECT 1) TO PROGRAM 'true'"],
    ["copy to a file", "COPY (SELECT 1) TO '/tmp/stolen'"],
    ["import a file", "SELECT lo_import('/etc/passwd')"],
    ["read password hashes of logins", "SELECT * FROM pg_authid"],
    ["change a setting of the server", "ALTER SYSTEM SET log_statement = 'all'"],
  ])("may not %s", async (_, statement) => {
    await expect(intruder.query(statement)).rejects.toMatchObject(DENIED);
  });

  it("may not SET ROLE to the owner", async () => {
    const { rows } = await owner.query("SELECT quote_ident(current_user) AS name");
    await expect(intruder.query(`SET ROLE ${rows[0].name}`)).rejects.toMatchObject(DENIED);
  });

  it("may call no function of ours", async () => {
    // Trigger functions cannot be called directly, and what an extension brought along is not ours.
    const { rows } = await owner.query(
      `SELECT proname FROM pg_proc p
        WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
          AND NOT EXISTS (SELECT FROM pg_depend d
                           WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
          AND has_function_privilege($1, oid, 'EXECUTE')`,
      [login],
    );
    expect(rows).toEqual([]);
  });
});
