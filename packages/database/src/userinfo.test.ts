import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "./migrate/migrate.ts";
import { createEmptyDatabase, type EmptyDatabase, query, urlAs } from "./testing/empty-database.ts";
import { openUserinfoDatabase, type UserinfoDatabase } from "./userinfo.ts";

const login = `reader_${randomUUID().replaceAll("-", "")}`;
const user = randomUUID();
const authorization = randomUUID();

let database: EmptyDatabase;
beforeAll(async () => {
  // The rights are granted here because PostgreSQL does not copy privileges on the database itself.
  database = await createEmptyDatabase();
  await owner(`CREATE ROLE ${login} LOGIN PASSWORD '${login}'`);
  await migrate(database.connectionString, { logins: { reader: login } });
  await owner(
    `INSERT INTO end_user (id, username, password_hash, name, created_at, updated_at)
     VALUES ('${user}', 'alice', 'a-hash', 'Alice', now(), now())`,
  );
  await owner(
    `INSERT INTO client (id, profile, name, application_type, token_endpoint_auth_method, redirect_uris,
       post_logout_redirect_uris, grant_types, response_types, scopes, id_token_signed_response_alg, created_at)
     VALUES ('web', 'oauth21', 'Web', 'web', 'none', '{}', '{}', '{}', '{}', '{}', 'ES256', now())`,
  );
  await owner(
    `INSERT INTO "authorization"
       (id, client_id, user_id, sub, scopes, resource, acr, amr, auth_time, created_at, expires_at)
     VALUES ('${authorization}', 'web', '${user}', 'alice', '{openid}', 'https://api.example', '1', '{pwd}',
       now(), now(), now() + interval '1 hour')`,
  );
});
afterAll(() => database.drop());

const owner = (sql: string) => query<Record<string, unknown>>(database.connectionString, sql);
const reader = (sql: string, values: unknown[] = []) =>
  query<Record<string, unknown>>(urlAs(database.connectionString, login), sql, values);
const ask = (connections: UserinfoDatabase, text: string) => connections.query({ name: "", text, values: [] });
const read = () => reader("SELECT name FROM userinfo_v1 WHERE authorization_id = $1", [authorization]);

describe("the resource server's login", () => {
  it("reads the view", async () => {
    expect(await read()).toEqual([{ name: "Alice" }]);
  });

  it("may read nothing else, and write nothing", async () => {
    const granted = await owner(
      `SELECT c.relname AS name, p.privilege
         FROM pg_class c,
              unnest(ARRAY['SELECT','INSERT','UPDATE','DELETE','TRUNCATE','REFERENCES','TRIGGER']) AS p (privilege)
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
          AND (has_table_privilege('${login}', c.oid, p.privilege)
            OR p.privilege IN ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
               AND has_any_column_privilege('${login}', c.oid, p.privilege))`,
    );
    expect(granted).toEqual([{ name: "userinfo_v1", privilege: "SELECT" }]);
  });

  it("may use no sequence, and create no table, temporary or not", async () => {
    const [may] = await owner(
      `SELECT has_schema_privilege('${login}', 'public', 'CREATE') AS tables,
              has_database_privilege('${login}', current_database(), 'CREATE') AS schemas,
              has_database_privilege('${login}', current_database(), 'TEMPORARY') AS temporary,
              has_sequence_privilege('${login}', 'audit_event_id_seq', 'USAGE') AS sequences`,
    );
    expect(may).toEqual({ tables: false, schemas: false, temporary: false, sequences: false });
  });

  it("sees no password hash among the columns", async () => {
    const columns = await reader(
      "SELECT attname AS name FROM pg_attribute WHERE attrelid = 'userinfo_v1'::regclass AND attnum > 0",
    );
    const names = columns.map(({ name }) => String(name));
    expect(names).toContain("authorization_id");
    expect(names.filter((name) => /hash|password|secret|^username|code|jwk/.test(name))).toEqual([]);
  });

  it.each(["SELECT * FROM end_user", 'SELECT * FROM "authorization"', "SELECT * FROM signing_key"])(
    "is refused %s",
    async (sql) => {
      await expect(reader(sql)).rejects.toMatchObject({ code: "42501" });
    },
  );

  it("gets its right to connect from a grant, not from PUBLIC: a login without the grant cannot connect", async () => {
    const stranger = `stranger_${randomUUID().replaceAll("-", "")}`;
    await owner(`CREATE ROLE ${stranger} LOGIN PASSWORD '${stranger}'`);
    await expect(query(urlAs(database.connectionString, stranger), "SELECT 1")).rejects.toMatchObject({
      code: "42501",
    });
  });
});

describe("the connections", () => {
  it("are read-only, even for a login that could write", async () => {
    const privileged = openUserinfoDatabase(database.connectionString);
    await expect(ask(privileged, "CREATE TABLE mine ()")).rejects.toMatchObject({ code: "25006" });
    await privileged.close();
  });

  it("stop a statement that exceeds its time limit", async () => {
    const hasty = openUserinfoDatabase(database.connectionString, { statementTimeoutMs: 50 });
    await expect(ask(hasty, "SELECT pg_sleep(5)")).rejects.toMatchObject({ code: "57014" });
    await hasty.close();
  });
});

describe("O10: the limits of a session", () => {
  it.each([
    [5000, []],
    [0, ["statement_timeout"]],
  ])("with a statement_timeout of %i ms, %j are missing", async (statementTimeoutMs, missing) => {
    const connections = openUserinfoDatabase(urlAs(database.connectionString, login), { statementTimeoutMs });
    expect(await connections.missingLimits()).toEqual(missing);
    await connections.close();
  });
});

describe("O2: what this version needs of the view", () => {
  it("is compared at each check, and what is missing is named", async () => {
    const empty = await createEmptyDatabase();
    const reader = openUserinfoDatabase(empty.connectionString);
    await expect(reader.checkSchema()).rejects.toThrow('relation "userinfo_v1" does not exist');
    await migrate(empty.connectionString);
    await expect(reader.checkSchema()).resolves.toBeUndefined();
    await query(empty.connectionString, "ALTER VIEW userinfo_v1 RENAME COLUMN organizations TO later");
    for (let n = 0; n < 2; n++) {
      const lacks = 'the database lacks what this version needs (column "organizations" does not exist)';
      await expect(reader.checkSchema()).rejects.toThrow(`${lacks}: run countersign prepare`);
    }
    await query(empty.connectionString, "ALTER VIEW userinfo_v1 RENAME COLUMN later TO organizations");
    await expect(reader.checkSchema()).resolves.toBeUndefined();
    await reader.close();
    await empty.drop();
  });

  it("says nothing of a database that does not answer", async () => {
    const nowhere = openUserinfoDatabase("postgres://x:x@127.0.0.1:1/x");
    await expect(nowhere.checkSchema()).resolves.toBeUndefined();
    await nowhere.close();
  });
});

describe("the view userinfo_v1: no row means no access", () => {
  it.each([
    ["is revoked", '"authorization"', "revoked_at = now()", "revoked_at = NULL"],
    [
      "has expired",
      '"authorization"',
      "expires_at = now() - interval '1 second'",
      "expires_at = now() + interval '1 hour'",
    ],
    ["belongs to a disabled person", "end_user", "disabled_at = now()", "disabled_at = NULL"],
    ["belongs to a disabled client", "client", "disabled_at = now()", "disabled_at = NULL"],
  ])("hides an authorization that %s", async (_, table, change, undo) => {
    await owner(`UPDATE ${table} SET ${change}`);
    const hidden = await read();
    await owner(`UPDATE ${table} SET ${undo}`);
    expect({ hidden, shown: await read() }).toEqual({ hidden: [], shown: [{ name: "Alice" }] });
  });

  it("at-13: hides an authorization that a client got for itself, because it has no person", async () => {
    await owner(`INSERT INTO "authorization" (id, client_id, sub, scopes, resource, amr, created_at, expires_at)
                 SELECT gen_random_uuid(), id, id, '{openid}', '', '{}', now(), 'infinity' FROM client`);
    const rows = await reader("SELECT FROM userinfo_v1 WHERE sub = client_id");
    await owner(`DELETE FROM "authorization" WHERE user_id IS NULL`);
    expect(rows).toEqual([]);
  });

  it("lists the access tokens that were revoked one by one", async () => {
    await owner(`INSERT INTO revoked_access_token VALUES ('j-1', '${authorization}', now() + interval '5 minutes')`);
    const rows = await reader("SELECT revoked_jtis FROM userinfo_v1");
    expect(rows).toEqual([{ revoked_jtis: ["j-1"] }]);
  });

  it("does not evaluate a reader's conditions on hidden rows, where an error would reveal their content", async () => {
    await owner('UPDATE "authorization" SET revoked_at = now()');
    const guessed = await reader("SELECT 1 FROM userinfo_v1 WHERE CAST(name AS integer) = 1");
    await owner('UPDATE "authorization" SET revoked_at = NULL');
    expect(guessed).toEqual([]);
  });

  it("finds its row by the index, despite the security barrier", async () => {
    const planner = new URL(database.connectionString);
    planner.searchParams.set("options", "-c enable_seqscan=off");
    const rows = await query<Record<string, unknown>>(
      planner.href,
      `EXPLAIN SELECT name FROM userinfo_v1 WHERE authorization_id = '${authorization}'`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Index Scan using authorization_pkey");
  });
});
