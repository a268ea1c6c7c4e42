import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEmptyDatabase, type EmptyDatabase, query, urlAs } from "../testing/empty-database.ts";
import { migrate } from "./migrate.ts";
import { READER_RIGHTS, SERVICE_FUNCTIONS, SERVICE_RIGHTS } from "./rights.ts";

const MIGRATIONS = join(import.meta.dirname, "..", "..", "prisma", "migrations");
const BEFORE = "0020_predecessors";

const newLogin = (of: string) => `${of}_${randomUUID().replaceAll("-", "")}`;

let database: EmptyDatabase;
const superuser = (sql: string) => query<Record<string, unknown>>(database.connectionString, sql);
const as = (login: string, sql: string) => query<Record<string, unknown>>(urlAs(database.connectionString, login), sql);

async function made(...logins: string[]): Promise<void> {
  for (const login of logins) await superuser(`CREATE ROLE ${login} LOGIN PASSWORD '${login}'`);
}

/** Every right on every relation: `table: RIGHT, RIGHT`. */
const rightsOf = (login: string) =>
  superuser(
    `SELECT c.relname AS name, array_agg(p.privilege ORDER BY p.nr) AS rights
       FROM pg_class c,
            unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'])
              WITH ORDINALITY AS p (privilege, nr)
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
        AND has_table_privilege('${login}', c.oid, p.privilege)
      GROUP BY c.relname ORDER BY c.relname`,
  );

const listed = (rights: typeof SERVICE_RIGHTS) =>
  Object.entries(rights)
    .filter(([, some]) => some.length > 0)
    .map(([name, some]) => ({ name, rights: some }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));

describe("the rights of the services' logins", () => {
  const [service, reader] = [newLogin("service"), newLogin("reader")];
  beforeAll(async () => {
    database = await createEmptyDatabase();
    await made(service, reader);
    await migrate(database.connectionString, { logins: { service, reader } });
  });
  afterAll(() => database.drop());

  it("name every table and view, so a new relation needs a decision about its rights", async () => {
    const found = await superuser(
      `SELECT relname AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'p', 'f') ORDER BY 1`,
    );
    expect(found.map(({ name }) => name)).toEqual(Object.keys(SERVICE_RIGHTS).sort());
  });

  it.each([
    ["authorization server may call the functions of its statements", service, SERVICE_FUNCTIONS],
    ["resource server may call none", reader, []],
  ])("the login of the %s", async (_, login, functions) => {
    // Trigger functions cannot be called directly.
    const found = await superuser(
      `SELECT oid::regprocedure::text AS name FROM pg_proc p
        WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
          AND NOT EXISTS (SELECT FROM pg_depend d
                           WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
          AND has_function_privilege('${login}', oid, 'EXECUTE')`,
    );
    expect(found.map(({ name }) => name).sort()).toEqual(functions);
  });

  it.each([
    ["authorization server", service, SERVICE_RIGHTS],
    ["resource server", reader, READER_RIGHTS],
  ] as const)("of the %s are those of the list, and no others", async (_, login, rights) => {
    expect(await rightsOf(login)).toEqual(listed(rights));
    const [may] = await superuser(
      `SELECT has_database_privilege('${login}', current_database(), 'CREATE') AS schemas,
              has_database_privilege('${login}', current_database(), 'TEMPORARY') AS temporary,
              has_schema_privilege('${login}', 'public', 'CREATE') AS tables`,
    );
    expect(may).toEqual({ schemas: false, temporary: false, tables: false });
  });

  it("are reset to the list, even if more rights were granted", async () => {
    await superuser(
      `GRANT ALL ON countersign_migration, audit_event TO ${service}; REVOKE ALL ON client FROM ${service}`,
    );
    await migrate(database.connectionString, { logins: { service } });
    expect(await rightsOf(service)).toEqual(listed(SERVICE_RIGHTS));
    expect(await rightsOf(reader)).toEqual(listed(READER_RIGHTS));
  });

  it("can be granted by the owner", async () => {
    const stranger = newLogin("stranger");
    await made(stranger);
    await superuser(
      `GRANT SELECT ON countersign_migration TO ${stranger}; GRANT USAGE ON SCHEMA public TO ${stranger}`,
    );
    const given = migrate(urlAs(database.connectionString, stranger), { logins: { service: stranger } });
    await expect(given).rejects.toThrow("permission denied for database");

    await superuser(`GRANT CONNECT ON DATABASE ${new URL(database.connectionString).pathname.slice(1)} TO ${stranger}`);
    const again = migrate(urlAs(database.connectionString, stranger), { logins: { service: stranger } });
    await expect(again).rejects.toThrow("The services' logins got no rights");
    expect(await rightsOf(stranger)).toEqual([{ name: "countersign_migration", rights: ["SELECT"] }]);
  });
});

describe("an upgrade", () => {
  let directory: string;
  beforeEach(async () => {
    database = await createEmptyDatabase();
    directory = await mkdtemp(join(tmpdir(), "countersign-migrations-"));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true });
    await database.drop();
  });

  /** The migrations of this version, up to the named one. */
  async function upTo(last: string): Promise<void> {
    for (const name of (await readdir(MIGRATIONS)).filter((name) => name <= last)) {
      await cp(join(MIGRATIONS, name), join(directory, name), { recursive: true });
    }
  }

  it("grants the authorization server's login its new rights, although no option names the login", async () => {
    const service = newLogin("service");
    await made(service);
    await migrate(database.connectionString, { logins: { service } });
    await superuser(`REVOKE DELETE ON sign_in FROM ${service}`);
    await migrate(database.connectionString);
    expect(await rightsOf(service)).toEqual(listed(SERVICE_RIGHTS));
  });

  it("of a deployment in use lets the resource server read at every moment, and no other role", async () => {
    const [reader, stranger] = [newLogin("reader"), newLogin("stranger")];
    await upTo(BEFORE);
    await migrate(database.connectionString, { directory });
    await made(reader, stranger);
    await superuser(`GRANT countersign_userinfo TO ${reader}, ${stranger}`);
    await superuser(`INSERT INTO signing_key VALUES ('k', 'ES256', '{}', '', 'main', now(), now())`);
    const read = "SELECT FROM userinfo_v1";
    expect(await Promise.all([reader, stranger].map((login) => as(login, read)))).toEqual([[], []]);

    await migrate(database.connectionString);
    expect(await as(reader, read)).toEqual([]);

    await migrate(database.connectionString, { logins: { reader } });
    expect(await as(reader, read)).toEqual([]);
    await expect(as(stranger, read)).rejects.toThrow("permission denied for database");
  });

  it("of an unused database removes the rights of the role that all deployments shared", async () => {
    const stranger = newLogin("stranger");
    await upTo(BEFORE);
    await migrate(database.connectionString, { directory });
    await made(stranger);
    await superuser(`GRANT countersign_userinfo TO ${stranger}`);
    await migrate(database.connectionString);
    await expect(as(stranger, "SELECT FROM userinfo_v1")).rejects.toThrow("permission denied for database");
  });
});
