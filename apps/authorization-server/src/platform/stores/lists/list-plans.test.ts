/**
 * Rows ad.5, ad.15: the plans of the statements that lists of events, sessions and clients run. The tables are not
 * small.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PlanNode, plannedNodes } from "../../../../testing/plans.ts";
import { openWorld, type World } from "../../../../testing/world.ts";
import { pageOfClients } from "../../records/client-list.ts";
import { type AuditFilter, countAuditEvents, pageOfAuditEvents } from "../audit/audit-pages.ts";
import { countConsents, pageOfConsents } from "../issued/consent-list.ts";
import { countSessions, pageOfSessions, type SessionFilter } from "../session/session-list.ts";

let world: World;
const [id, at] = [randomUUID(), new Date(Date.now() - 5 * 3_600_000).toISOString()];
beforeAll(async () => {
  world = await openWorld();
  // In parts, each within the timeout of a statement on a busy machine.
  for (let first = 0; first < 40_000; first += 5000)
    await world.rows(
      `INSERT INTO audit_event (at, type, actor, actor_id, user_id, client_id, detail)
       SELECT now() - n * interval '1 second', 'type ' || n % 40, 'user', 'actor ' || n % 900,
              md5('p ' || n % 900)::uuid, 'client ' || n % 90, '{}'
         FROM generate_series($1::int + 1, $1::int + 5000) n`,
      [first],
    );
  await world.rows(
    `INSERT INTO browser_session (id, secret_hash, active_user_id, created_at, idle_expires_at, expires_at)
     SELECT gen_random_uuid(), sha256(n::text::bytea), u.id, now() - n * interval '1 second', now(), now()
       FROM generate_series(1, 20000) n, (SELECT id FROM end_user LIMIT 1) u`,
  );
  await world.rows(
    `INSERT INTO client SELECT (jsonb_populate_record(c, jsonb_build_object('id', 'app ' || n, 'name', 'app ' || n))).*
       FROM client c, generate_series(1, 5000) n WHERE c.id = 'publicClient'`,
  );
  await world.rows("INSERT INTO client_sign_in SELECT id, now() FROM client");
  await world.rows(
    `INSERT INTO consent (user_id, client_id, resource, granted_scopes, declined_scopes, updated_at)
     SELECT u.id, c.id, r.identifier, '{}', '{}', now() - random() * interval '1 day'
       FROM client c, (SELECT id FROM end_user LIMIT 1) u, (SELECT identifier FROM resource_server LIMIT 1) r`,
  );
  await world.rows("ANALYZE");
});
afterAll(() => world.close());

/** The nodes of the plan of each statement that a page runs. */
const nodesFor = (page: (database: Pick<World["database"], "pool">) => Promise<unknown>) => plannedNodes(world, page);

function expectIndex(nodes: readonly PlanNode[], table: string, index: string): void {
  expect(nodes.filter((node) => node["Node Type"] === "Seq Scan" && node["Relation Name"] === table)).toEqual([]);
  expect(nodes.filter((node) => node["Index Name"]?.startsWith(index))).not.toEqual([]);
}

it.each<[string, AuditFilter, string]>([
  ["no filter", {}, "audit_event_at_idx"],
  ["time", { since: new Date(0), until: new Date() }, "audit_event_at_idx"],
  ["type", { type: "type 7" }, "audit_event_type_time_idx"],
  ["actor", { actorId: "actor 7" }, "audit_event_actor_time_idx"],
  ["person", { userId: id }, "audit_event_user_"],
  ["client", { clientId: "client 7" }, "audit_event_client_"],
  ["client and type", { clientId: "client 7", type: "type 3" }, "audit_event_client_"],
  [
    "actor, client, type and time",
    { actorId: "a", clientId: "c", type: "t", since: new Date(0) },
    "audit_event_actor_time_idx",
  ],
])("ad.15: the audit log by %s is a range of an index", async (_, filter, index) => {
  for (const after of [undefined, [at, "5"]]) {
    const nodes = await nodesFor((database) => pageOfAuditEvents(database, filter, { after, limit: 50 }));
    expectIndex(nodes, "audit_event", index);
  }
  expectIndex(await nodesFor((database) => countAuditEvents(database, filter)), "audit_event", index);
});

it.each<[string, SessionFilter, string]>([
  ["no filter", {}, "browser_session_created_at_idx"],
  ["client", { clientId: "c" }, "browser_session_created_at_idx"],
  ["time", { since: new Date(0), until: new Date() }, "browser_session_created_at_idx"],
  ["person", { userId: id }, "browser_session_active_user_id_idx"],
])("ad.5: the sessions by %s are a range of an index", async (_, filter, index) => {
  for (const after of [undefined, [at, id]]) {
    const nodes = await nodesFor((database) => pageOfSessions(database, filter, { after, limit: 50, now: new Date() }));
    expectIndex(nodes, "browser_session", index);
  }
  const counting = await nodesFor((database) => countSessions(database, filter, new Date()));
  expectIndex(counting, "browser_session", index);
});

it("the last sign-in to each client of a page is found by its client", async () => {
  for (const after of [undefined, ["app 7", "app 7"]]) {
    const nodes = await nodesFor((database) => pageOfClients(database, { part: undefined, after, most: 26 }));
    expectIndex(nodes, "client", "client_name_order_idx");
    expectIndex(nodes, "client_sign_in", "client_sign_in_pkey");
  }
});

it("the clients, the newest first, are a range of an index", async () => {
  for (const after of [undefined, [at, "app 7"]]) {
    const sort = "-created_at";
    const nodes = await nodesFor((database) => pageOfClients(database, { sort, after, most: 26 }));
    expectIndex(nodes, "client", "client_created_at_idx");
  }
});

it("decision 275: the consents to a client are a range of an index", async () => {
  const clientId = "publicClient";
  for (const after of [undefined, [at, id, "https://a.example"]]) {
    const nodes = await nodesFor((database) => pageOfConsents(database, { clientId, after, most: 26 }));
    expectIndex(nodes, "consent", "consent_client_id_updated_at_idx");
  }
  expectIndex(
    await nodesFor((database) => countConsents(database, { clientId, most: 10_001 })),
    "consent",
    "consent_client_id_",
  );
});
