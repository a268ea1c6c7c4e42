/** The effect of migrations 0023 and 0024 on authorizations that already existed. */
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createEmptyDatabase, type EmptyDatabase, query } from "../testing/empty-database.ts";
import { migrate } from "./migrate.ts";

const MIGRATIONS = fileURLToPath(new URL("../../prisma/migrations/", import.meta.url));

let database: EmptyDatabase;
let before: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  before = await mkdtemp(join(tmpdir(), "countersign-migrations-"));
  for (const name of await readdir(MIGRATIONS)) {
    if (name < "0023") await cp(join(MIGRATIONS, name), join(before, name), { recursive: true });
  }
  await migrate(database.connectionString, { directory: before });
});
afterEach(async () => {
  await rm(before, { recursive: true });
  await database.drop();
});

const rows = (sql: string) => query<Record<string, unknown>>(database.connectionString, sql);

/** Inserts a person, a client, a live session and one authorization of each kind, named by its `sub`. */
const FILL = `
  INSERT INTO end_user (id, username, created_at, updated_at)
  VALUES ('00000000-0000-4000-8000-000000000001', 'alice', now(), now());
  INSERT INTO client (id, profile, name, application_type, token_endpoint_auth_method, id_token_signed_response_alg,
                      redirect_uris, post_logout_redirect_uris, grant_types, response_types, scopes, created_at)
  VALUES ('web', 'oauth21', 'Web', 'web', 'none', 'ES256', '{}', '{}', '{}', '{}', '{}', now());
  INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at)
  SELECT ('00000000-0000-4000-8000-00000000000' || n)::uuid, n::text::bytea, u.id, now(),
         now() + interval '1 hour', now() + interval '1 hour'
    FROM end_user u, unnest(ARRAY[2, 3]) n;
  INSERT INTO session_client (sid, session_id, client_id)
  SELECT ('00000000-0000-4000-8000-00000000001' || n)::uuid, ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'web'
    FROM unnest(ARRAY[2, 3]) n;
  INSERT INTO "authorization" (id, client_id, user_id, session_id, sid, sub, scopes, resource, acr, amr,
                               auth_time, created_at, expires_at)
  SELECT gen_random_uuid(), 'web', u.id, ('00000000-0000-4000-8000-00000000000' || bound)::uuid,
         ('00000000-0000-4000-8000-00000000001' || made_in)::uuid, sub, scopes::text[], 'https://api.example',
         '1', '{}', now(), now(), now() + interval '1 day'
    FROM end_user u, (VALUES ('session lives', 2, 2, '{email}'),
                             ('session was purged', 3, 3, '{email}'),
                             ('outlives its session', NULL, 3, '{email,offline_access}'),
                             ('narrowed, made in a session that lives', NULL, 2, '{email}'),
                             ('narrowed, made in a session that was purged', NULL, 3, '{email}')
                     ) AS kinds (sub, bound, made_in, scopes);
  INSERT INTO "authorization" (id, client_id, sub, scopes, resource, amr, created_at, expires_at)
  VALUES (gen_random_uuid(), 'web', 'of the client itself', '{}', 'https://api.example', '{}',
          now(), now() + interval '1 day');
  DELETE FROM browser_session WHERE id = '00000000-0000-4000-8000-000000000003';`;

const LEFT = `
  SELECT sub, session_id IS NOT NULL AS bound, revoked_at IS NULL AS live FROM "authorization" ORDER BY sub`;

it("rt-16, OIDC Core §11: an authorization whose session is gone is revoked, with all that look the same", async () => {
  await rows(FILL);
  await migrate(database.connectionString);
  expect(await rows(LEFT)).toEqual([
    { sub: "narrowed, made in a session that lives", bound: false, live: true },
    { sub: "narrowed, made in a session that was purged", bound: false, live: false },
    { sub: "of the client itself", bound: false, live: true },
    { sub: "outlives its session", bound: false, live: true },
    { sub: "session lives", bound: true, live: true },
    { sub: "session was purged", bound: false, live: false },
  ]);
});

it("after the migration, an authorization still names its session when the session is purged", async () => {
  await rows(FILL);
  await migrate(database.connectionString);
  await rows("DELETE FROM browser_session");
  expect(await rows(`SELECT sub FROM "authorization" WHERE session_id IS NOT NULL`)).toEqual([
    { sub: "session lives" },
  ]);
});
