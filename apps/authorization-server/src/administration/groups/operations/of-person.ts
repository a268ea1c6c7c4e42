/** The operation that lists the groups of a person. */
import { z } from "zod";
import { cut, listQuery, pageOf } from "../../api/lists/list.ts";
import { defineOperation } from "../../api/operation.ts";
import { personIn } from "../../api/requests/named.ts";
import { shownShape } from "../../entity-shapes.ts";
import { shownOf } from "../../entity-values.ts";
import { groupFields, keyOfGroup } from "../entity.ts";
import { pageOfGroupsOf } from "../store.ts";

export const listGroupsOfPerson = defineOperation({
  id: "listGroupsOfPerson",
  method: "GET",
  path: "/people/:id/groups",
  summary: "The groups of the deployment that a user is in, by name",
  scope: "roles:read",
  isList: true,
  query: z.strictObject(listQuery),
  answer: pageOf(shownShape(groupFields)),
  command: {
    line: "groups list --user <username>",
    takes: { user: "id" },
    columns: ["name", "members"],
    empty: "The user is in no group.",
  },
  async handle({ params, query: { limit }, place: after, caller }, deps) {
    const userId = await personIn(params, caller, deps);
    const { items, last } = cut(await pageOfGroupsOf(deps.database, { userId, after, most: limit + 1 }), limit);
    return { body: { items: items.map((one) => shownOf(groupFields, one)) }, next: last && [keyOfGroup(last.name)] };
  },
});
