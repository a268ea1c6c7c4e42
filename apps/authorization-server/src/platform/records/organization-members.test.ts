/** The members of an organization with a part of a text in their username, among many. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { plannedNodes } from "../../../testing/plans.ts";
import { openWorld, type World } from "../../../testing/world.ts";
import { pageOfMembersWith, pageOfOrganizationMembers } from "./organizations.ts";

let world: World;
const organizationId = "00000000-0000-4000-8000-0000000000aa";
beforeAll(async () => {
  world = await openWorld();
  await world.rows(
    `INSERT INTO end_user (id, username, created_at, updated_at)
     SELECT lpad(to_hex(n), 32, '0')::uuid, CASE n WHEN 9500 THEN 'Miller_9500' ELSE 'p' || n END, now(), now()
       FROM generate_series(1, 20000) n`,
  );
  await world.rows("INSERT INTO organization (id, slug, name, created_at) VALUES ($1, 'acme', 'Acme', now())", [
    organizationId,
  ]);
  await world.rows(
    `INSERT INTO organization_member (organization_id, user_id, created_at)
     SELECT $1, lpad(to_hex(n), 32, '0')::uuid, now() FROM generate_series(1, 20000) n WHERE n % 2 = 0`,
    [organizationId],
  );
  await world.rows("ANALYZE");
});
afterAll(() => world.close());

const pageWith = (part: string, after?: readonly string[], most = 50) =>
  pageOfMembersWith(world.database, { organizationId, after, most, part });
const idOf = (n: number) => `00000000-0000-0000-0000-${n.toString(16).padStart(12, "0")}`;

it("finds members in any case, and no one else", async () => {
  const { members } = await pageWith("P12", undefined, 100);
  expect(members.slice(0, 3).map(({ username }) => username)).toEqual(["p12", "p120", "p122"]);
  expect(members.every(({ username }) => Number(username.slice(1)) % 2 === 0)).toBe(true);
});

it("takes the characters of patterns as they are", async () => {
  expect((await pageWith("p%0")).members).toEqual([]);
  expect((await pageWith("p_")).members).toEqual([]);
});

it("looks at a bounded number of members, and says where the list goes on", async () => {
  const found: string[] = [];
  let [after, pages]: [readonly string[] | undefined, number] = [undefined, 0];
  do {
    const { members, end } = await pageWith("miller_", after);
    found.push(...members.map(({ username }) => username));
    after = end === undefined ? undefined : [end];
    pages += 1;
    if (pages === 1) expect(end).toBe(idOf(4000));
  } while (after !== undefined && pages < 10);
  expect([found, pages]).toEqual([["Miller_9500"], 6]);
});

type Page = Parameters<typeof pageOfMembersWith>[1];

it.each<[string, (...page: [Pick<World["database"], "pool">, Page]) => Promise<unknown>]>([
  ["a part", pageOfMembersWith],
  ["all", (database, { part: _, ...page }) => pageOfOrganizationMembers(database, page)],
])("api-05: the plan of %s walks the members of one organization by their index", async (_, page) => {
  for (const after of [undefined, [idOf(6000)]]) {
    const asked = { organizationId, after, most: 50, part: "p1" };
    const nodes = await plannedNodes(world, (database) => page(database, asked));
    const whole = nodes.filter(({ "Node Type": type }) => type === "Seq Scan").map((node) => node["Relation Name"]);
    expect(whole).toEqual([]);
    const walked = nodes.filter((node) => node["Relation Name"] === "organization_member");
    expect(walked.map((node) => node["Index Name"])).toEqual(["organization_member_pkey"]);
  }
});
