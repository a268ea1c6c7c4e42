/**
 * The plans of hot statements in a database that is still small. There PostgreSQL considers two indexes equally good,
 * although one of them may be that of a client with a million rows. It keeps a plan for up to a minute while the
 * database grows.
 */
import { randomUUID } from "node:crypto";
import { inTime, userinfoLookup } from "@countersign/database";
import { lineage, NO_SENDER } from "@countersign/rules";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openIssuing } from "../../../testing/clients/issuing.ts";
import { openWorld, resource, type World } from "../../../testing/world.ts";
import { accessTokenStore } from "./issued/access-tokens.ts";
import { refreshTokenStore } from "./issued/refresh-tokens.ts";
import { standingAuthorizationStore } from "./issued/standing-authorizations.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ max: 1 }); // The statements are prepared per connection.
  await askAll();
  await world.rows(EXPLAINED);
});
afterAll(() => world.close());

/** Columns that many rows share: those of a client, of a person, of a resource server. */
const OF_MANY = /authorization_(client|user|session)_id_idx|consent_(client_id|resource)_|session_client_client_id_idx/;
const LARGE = ["authorization", "refresh_token", "browser_session", "session_client", "sign_in", "consent"];

const NAMES = LARGE.map((name) => `'${name}'`).join(", ");

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Plan[];
}

/** The large tables that a plan scans completely, also in the order of an index. */
function readWhole({ Plans = [], ...node }: Plan): string[] {
  const table = node["Relation Name"] ?? "";
  const isWhole = /^(Seq|Index|Index Only) Scan$/.test(node["Node Type"]) && node["Index Cond"] === undefined;
  return [...(isWhole && LARGE.includes(table) ? [table] : []), ...Plans.flatMap(readWhole)];
}

const together = (ask: () => Promise<unknown>) => Promise.all([ask(), ask()]);

/** On each connection of the statements themselves, with its own settings: one reads, and one changes. */
const asking = {
  reads: async <Row>(text: string) => (await world.database.pipelined.query<Row>({ name: "", text, values: [] })).rows,
  changes: async <Row>(text: string) =>
    (await world.database.pipelined.change<Row>({ name: "", text: `${text} WHERE ${inTime(1)}`, values: [] })).rows,
};

// EXPLAIN takes no parameter, and a statement that changes has its deadline as one.
const EXPLAINED = `
  CREATE FUNCTION explained(statement text) RETURNS json LANGUAGE plpgsql AS $$
    DECLARE plan json;
    BEGIN
      EXECUTE 'EXPLAIN (FORMAT JSON) EXECUTE ' || statement INTO plan;
      RETURN plan;
    END $$`;

/** The generic plans of the statements that a connection prepared. */
async function plansOf(ask: (typeof asking)["reads"]) {
  const prepared = await ask<{ name: string; parameters: number }>(
    "SELECT json_build_object('name', name, 'parameters', cardinality(parameter_types)) FROM pg_prepared_statements",
  );
  await ask("SELECT to_json(set_config('plan_cache_mode', 'force_generic_plan', false))");
  return Promise.all(
    prepared.map(async ({ name, parameters }) => {
      const values = parameters === 0 ? "" : `(${Array(parameters).fill("NULL").join(", ")})`;
      const [explained] = await ask<[{ Plan: Plan }]>(`SELECT explained('"${name}"${values}')`);
      return { name, plan: explained?.[0].Plan as Plan };
    }),
  );
}

/** Runs every hot statement once. */
async function askAll(): Promise<void> {
  const issuing = openIssuing(world);
  const at = world.clock.now;
  const lines = lineage([{ key: new Uint8Array(32) }]);
  const refreshTokens = refreshTokenStore(world.database, { idleSeconds: 600, absoluteSeconds: 6000 }, lines);
  const binding = {
    clientId: "webClient",
    redirectUri: "https://other.example/cb",
    codeChallenge: "challenge",
    sender: NO_SENDER,
  };
  const session = await issuing.find(await issuing.signIn(world.alice));
  const code = (await issuing.code({ sessionId: session?.id ?? "" })) ?? "";
  const idleExpiresAt = new Date(at.getTime() + 3600_000);
  const known = { id: session?.id ?? "", sid: randomUUID(), idleExpiresAt, consentsRevision: 0 };
  await issuing.code({ session: known });
  await together(() => issuing.code({ session: known }));
  await issuing.code({ session: known, sector: "https://sector.example" });
  await standingAuthorizationStore(world.database).findOrCreate("webClient", at);
  await issuing.authorizations.redeemCode(code, binding, undefined, at, 300);
  await together(() => issuing.authorizations.redeemCode(code, binding, undefined, at, 300));
  await issuing.authorizations.explainMiss(code, binding, { at, address: "192.0.2.7" });
  const [row] = await world.rows(`SELECT id::text, sub FROM "authorization"`);
  const token = (await refreshTokens.create(String(row?.id), undefined, at)) ?? "";
  await refreshTokens.rotate(token, { clientId: "webClient", sender: NO_SENDER }, undefined, at);
  await together(() => refreshTokens.rotate(token, { clientId: "webClient", sender: NO_SENDER }, undefined, at));
  await refreshTokens.resume(lines.next(token), "webClient", { at, address: "192.0.2.7" });
  await refreshTokens.findSpent(token, "webClient", at);
  await refreshTokens.findLive(token, { clientId: "webClient", sender: NO_SENDER }, at);
  const named = {
    jti: "jti",
    authorization_id: String(row?.id),
    client_id: "webClient",
    sub: String(row?.sub),
    aud: resource,
    exp: 1,
  };
  await accessTokenStore(world.database).findLive(named, at);
  await userinfoLookup(world.database.pipelined)(String(row?.id));
}

it.each([
  ["a database without statistics", "SELECT 1"],
  [
    "a database with statistics of one page of rows",
    `UPDATE pg_class SET reltuples = 20, relpages = 1 WHERE relname IN (${NAMES})`,
  ],
])("each finds its rows by the unique value, in %s", async (_, before) => {
  await world.rows(before);
  const plans = [...(await plansOf(asking.reads)), ...(await plansOf(asking.changes))];
  expect(plans.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "session-find",
      "authorization-create",
      "authorization-create-pairwise",
      "standing-find",
      "authorization-create-known",
      "authorization-create-known-many",
      "authorization-redeem",
      "authorization-redeem-many",
      "authorization-replay",
      "authorization-live",
      "refresh-create",
      "refresh-rotate",
      "refresh-rotate-many",
      "refresh-spent",
      "refresh-live",
      "access-token-live",
      "userinfo_v1_find",
    ]),
  );
  expect(plans.flatMap(({ name, plan }) => readWhole(plan).map((table) => `${name} reads ${table}`))).toEqual([]);
  expect(plans.filter(({ plan }) => OF_MANY.test(JSON.stringify(plan)))).toEqual([]);
});
