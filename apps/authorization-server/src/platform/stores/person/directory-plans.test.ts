/** Row ad.6: the plans of the statements that the lists of people run, in a table that is not small. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorld, type World } from "../../../../testing/world.ts";
import { pageOfPeople } from "./directory.ts";
import { LISTED_FACTORS, type PeopleFilter } from "./people-orders.ts";
import { searchFor } from "./people-search.ts";

let world: World;
const id = randomUUID();
beforeAll(async () => {
  world = await openWorld();
  await world.rows(
    `INSERT INTO end_user
       (id, username, name, given_name, family_name, email, email_canonical, created_at, updated_at, disabled_at)
     SELECT md5('person ' || n)::uuid, 'p' || n, 'Name ' || n, 'Given ' || n,
            CASE WHEN n % 2 = 0 THEN 'Family ' || n END, 'p' || n || '@example.org', 'p' || n || '@example.org',
            now() - n * interval '1 minute', now(), CASE WHEN n % 200 = 0 THEN now() END
       FROM generate_series(1, 30000) n`,
  );
  await world.rows(
    `INSERT INTO totp_factor
       (id, user_id, name, sealed_secret, key_encryption_key_id, last_step, last_used_at, created_at)
     SELECT md5('app ' || n)::uuid, md5('person ' || n)::uuid, 'app', '', 'k', 0, now(), now()
       FROM generate_series(5, 30000, 5) n`,
  );
  await world.rows(
    `INSERT INTO passkey (id, user_id, credential_id, public_key, alg, sign_count, transports, aaguid, backup_eligible,
                          backed_up, "use", rp_id, name, created_at)
     SELECT md5('key ' || n)::uuid, md5('person ' || n)::uuid, n::text::bytea, '', -7, 0, '{}', md5('')::uuid, false,
            false, 'sign-in', 'localhost', 'key', now() FROM generate_series(3, 30000, 3) n`,
  );
  await world.rows(
    `INSERT INTO imported_person (source, external_id, user_id, imported_at)
     SELECT 's' || n % 3, 'e' || n, md5('person ' || n)::uuid, now() FROM generate_series(1, 30000) n`,
  );
  await world.rows("INSERT INTO organization (id, slug, name, created_at) VALUES ($1, 'org', 'Org', now())", [id]);
  await world.rows(
    `INSERT INTO scim_user (organization_id, user_id, external_id, attributes, created_account, created_at, updated_at)
     SELECT $1, md5('person ' || n)::uuid, 'hr-' || n, '{}', false, now(), now() FROM generate_series(1, 30000) n`,
    [id],
  );
  await world.rows("ANALYZE");
});
afterAll(() => world.close());

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Plan[];
}

const LARGE = ["end_user", "passkey", "totp_factor", "imported_person", "scim_user"];
const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The plan of each statement that this runs. */
async function plansOf(run: (database: Pick<World["database"], "pool">) => Promise<unknown>): Promise<readonly Plan[]> {
  const sent: { text: string; values: unknown[] }[] = [];
  const query = (text: string, values: unknown[]) => {
    sent.push({ text, values });
    return world.database.pool.query(text, values);
  };
  await run({ pool: { query } as unknown as World["database"]["pool"] });
  const explained = await Promise.all(
    sent.map(({ text, values }) => world.rows(`EXPLAIN (FORMAT JSON) ${text}`, values)),
  );
  return explained.flatMap(([row]) => (row?.["QUERY PLAN"] ?? []) as { Plan: Plan }[]).map(({ Plan }) => Plan);
}

const planOfPage = (filter: PeopleFilter, after?: readonly string[]) =>
  plansOf((database) => pageOfPeople(database, filter, { after, limit: 50 }));
const wholeIn = (nodes: readonly Plan[]) =>
  nodes.filter((node) => node["Node Type"] === "Seq Scan" && LARGE.includes(node["Relation Name"] ?? ""));

const place = ["0", "p2", id];
it.each<[string, PeopleFilter, string, (readonly string[])?]>([
  ["no filter", {}, "end_user_username_order_idx", place],
  ["q", { prefix: "p12" }, "end_user_username_order_idx", place],
  ["q, by address", { prefix: "p12" }, "end_user_email_order_idx", ["1", "p12", id]],
  ["q, by name", { prefix: "name 12" }, "end_user_name_order_idx", ["2", "name 12", id]],
  ["a part", { part: "name 1234" }, "end_user_search", place],
  ["a part of a given or family name", { part: "family 1234" }, "end_user_names_search", place],
  ["the same, disabled", { part: "family 1200", status: "disabled" }, "end_user_search_disabled"],
  ["a part, the newest first", { part: "p1234@", sort: "-created_at" }, "end_user_search"],
  ["a part, disabled", { part: "name 1200", status: "disabled" }, "end_user_search_disabled", place],
  ["a part, and an ID", { part: "name 1234", known: [id] }, "end_user_search", ["1", "p2", id]],
  ["q with % and _", { prefix: "%_'\"\\" }, "end_user_username_order_idx"],
  ["status", { status: "enabled" }, "end_user_username_order_idx", place],
  ["status disabled", { status: "disabled" }, "end_user_disabled", place],
  ["status disabled and q", { status: "disabled", prefix: "p1" }, "end_user_disabled"],
  ["created_after", { createdAfter: new Date(), sort: "-created_at" }, "end_user_created_at_idx"],
  ["role", { roleId: id }, "end_user_pkey", ["0", id, id]],
  ["role and factor", { roleId: id, factor: "passkey" }, "passkey_user_id_idx"],
  ["ids", { ids: [id, randomUUID()] }, "end_user_pkey"],
  ["factor passkey", { factor: "passkey" }, "passkey_user_id_idx", ["0", id, id]],
  ["factor authenticator_app", { factor: "authenticator_app" }, "totp_factor_user_id_idx", ["0", id, id]],
  ["factor none", { factor: "none" }, "end_user_username_order_idx", place],
  ["factor, the newest first", { factor: "passkey", sort: "-created_at" }, "end_user_created_at_idx"],
])("ad.6, api-05: the plan of a list by %s keeps its index", async (_, filter, index, after) => {
  const plans = [...(await planOfPage(filter)), ...(after === undefined ? [] : await planOfPage(filter, after))];
  const nodes = plans.flatMap(nodesOf);
  expect(wholeIn(nodes)).toEqual([]);
  expect(nodes.filter((node) => node["Index Name"]?.startsWith(index))).not.toEqual([]);
});

it("21: whose ID a text is follows from the keys of people, of imports and of directories", async () => {
  for (const text of [id, "e123"]) {
    const nodes = (await plansOf((database) => searchFor(database, text, true))).flatMap(nodesOf);
    expect(wholeIn(nodes)).toEqual([]);
    const conditions = nodes.filter((node) => node["Index Name"] === "imported_person_pkey");
    expect(conditions.map((node) => node["Index Cond"] ?? "").filter((on) => on.includes("external_id"))).not.toEqual(
      [],
    );
    expect(nodes.map((node) => node["Index Name"])).toContain("scim_user_of_external_id_idx");
  }
});

it("every factor that can be asked for is among them", () => {
  expect(LISTED_FACTORS).toEqual(["passkey", "authenticator_app", "none"]);
});
