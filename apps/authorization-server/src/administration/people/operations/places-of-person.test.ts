import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Api, startApi } from "../../api/testing/api.ts";
import { addGroup, addGroupMember } from "../../groups/groups.ts";
import { addOrganizationMember } from "../../organizations/organization-members.ts";
import { addOrganization } from "../../organizations/organizations.ts";

let api: Api;
let token: string;
/** Alice is in two groups of the deployment, and in one of Acme. */
let acme: string;
let staff: string;
const by = () => byOperatorAt(api.clock.now);

beforeAll(async () => {
  api = await startApi();
  token = await api.tokenOf("people:read", "roles:read", "organizations:read");
  acme = (await addOrganization(api.database, { slug: "acme", name: "Acme" }, by())) ?? "";
  const beta = (await addOrganization(api.database, { slug: "beta", name: "Beta" }, by())) ?? "";
  await addOrganization(api.database, { slug: "gamma", name: "Gamma" }, by());
  const userId = api.alice;
  for (const organizationId of [beta, acme])
    await addOrganizationMember(api.database, { organizationId, userId }, by());
  await addOrganizationMember(api.database, { organizationId: acme, userId: api.mallory }, by());
  const [support, sales] = [
    await addGroup(api.database, "Support", by()),
    await addGroup(api.database, "Auditors", by()),
  ];
  await addGroup(api.database, "Empty", by());
  staff = await addGroup(api.database, "Staff", by(), acme);
  await addGroup(api.database, "Board", by(), acme);
  for (const groupId of [support, sales]) await addGroupMember(api.database, { groupId, userId }, by());
  await addGroupMember(api.database, { groupId: staff, userId, organizationId: acme }, by());
});
afterAll(() => api.close());

const read = (path: string, as = token) => api.call(path, { token: as });

describe("C13: where a person belongs", () => {
  it("the groups of the deployment, by name, without those of organizations", async () => {
    const { status, body } = await read(`/people/${api.alice}/groups`);
    expect([status, body.items]).toEqual([
      200,
      [
        { id: expect.any(String), name: "Auditors", members: 1, managed_by: null },
        { id: expect.any(String), name: "Support", members: 1, managed_by: null },
      ],
    ]);
    expect((await read(`/people/${api.mallory}/groups`)).body).toEqual({ items: [] });
  });

  it("the organizations, by slug, with the groups there", async () => {
    const { status, body } = await read(`/people/${api.alice}/organizations`);
    const since = api.clock.now.toISOString();
    const of = (slug: string, name: string) => ({ slug, name, disabled_at: null, member_since: since });
    expect([status, body.items]).toEqual([
      200,
      [
        { id: acme, ...of("acme", "Acme"), groups: [{ id: staff, name: "Staff" }] },
        { id: expect.any(String), ...of("beta", "Beta"), groups: [] },
      ],
    ]);
    expect((await read(`/people/${api.mallory}/organizations`)).body.items).toMatchObject([
      { slug: "acme", groups: [] },
    ]);
  });

  it.each([
    ["groups", "name", ["Auditors", "Support"]],
    ["organizations", "slug", ["acme", "beta"]],
  ] as const)("the %s come page by page", async (list, member, [first, second]) => {
    const path = `/people/${api.alice}/${list}?limit=1`;
    const one = (await read(path)).body;
    const two = (await read(`${path}&cursor=${encodeURIComponent(one.next_cursor)}`)).body;
    expect(
      [one, two].map(({ items }) => items.map((item: object) => (item as Record<string, string>)[member])),
    ).toEqual([[first], [second]]);
    expect(two.next_cursor).toBeUndefined();
  });

  it.each([
    ["groups", "organizations:read"],
    ["organizations", "roles:read"],
  ] as const)("the %s need a scope of their own, and a person who exists", async (list, other) => {
    const without = await api.tokenOf("people:read", other);
    expect((await read(`/people/${api.alice}/${list}`, without)).status).toBe(403);
    expect((await read(`/people/${randomUUID()}/${list}`)).status).toBe(404);
  });
});
