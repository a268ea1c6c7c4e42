/** The operation that lists the organizations of a person. */
import { z } from "zod";
import { pageOfMemberships } from "../../../platform/records/memberships.ts";
import { cut, listQuery, pageOf } from "../../api/lists/list.ts";
import { defineOperation } from "../../api/operation.ts";
import { personIn } from "../../api/requests/named.ts";
import { spelled, time } from "../../api/shapes.ts";
import { organization } from "./organization-shapes.ts";

const { id, slug, name, disabled_at } = organization.shape;

const membership = z.strictObject({
  ...{ id, slug, name, disabled_at },
  member_since: time,
  groups: z
    .array(z.strictObject({ id: z.uuid(), name: z.string() }))
    .meta({ description: "the groups of the organization that the user is in; up to 200" }),
});

export const listOrganizationsOfPerson = defineOperation({
  id: "listOrganizationsOfPerson",
  method: "GET",
  path: "/people/:id/organizations",
  summary: "The organizations that a user is a member of, by slug, with their groups there",
  scope: "organizations:read",
  isList: true,
  query: z.strictObject(listQuery),
  answer: pageOf(membership),
  command: {
    line: "organizations list --user <username>",
    takes: { user: "id" },
    columns: ["slug", "name", "member_since", "disabled_at"],
    empty: "The user is a member of no organization.",
  },
  async handle({ params, query: { limit }, place: after, caller }, deps) {
    const userId = await personIn(params, caller, deps);
    const { items, last } = cut(await pageOfMemberships(deps.database, { userId, after, most: limit + 1 }), limit);
    return { body: { items: items.map((one) => spelled(membership, one)) }, next: last && [last.slug] };
  },
});
