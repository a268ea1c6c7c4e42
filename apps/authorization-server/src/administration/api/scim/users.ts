/** Users of SCIM: RFC 7643 §4.1. */
import { ENTERPRISE_SCHEMA, patched, USER_SCHEMA, USER_TYPE } from "@countersign/scim";
import type { UserLists } from "../../../platform/stores/scim/user-lists.ts";
import { findScimUser, groupsOfScimUsers } from "../../../platform/stores/scim/users.ts";
import { removeScimUser } from "../../scim/scim-removal.ts";
import { addScimUser, changeScimUser, resourceOf } from "../../scim/scim-users.ts";
import { defineResources } from "./resources.ts";

export const usersIn = (lists: UserLists) =>
  defineResources({
    ...({ type: USER_TYPE, at: "Users", called: "User", joined: "groups" } as const),
    find: findScimUser,
    join: groupsOfScimUsers,
    add: addScimUser,
    change: changeScimUser,
    versioned: (user) => [resourceOf(user), user.updatedAt],

    async page(database, organizationId, page) {
      const { total, users: rows } = await lists(database, organizationId, page);
      return { total, rows };
    },

    attributesOf(user, all = [], base) {
      const resource = resourceOf(user);
      const groups = all
        .filter(({ userId }) => userId === user.id)
        .map(({ id, name }) => ({ value: id, $ref: `${base}/Groups/${id}`, display: name }));
      return {
        schemas: [USER_SCHEMA, ...(resource[ENTERPRISE_SCHEMA] === undefined ? [] : [ENTERPRISE_SCHEMA])],
        ...resource,
        ...(groups.length === 0 ? {} : { groups }),
      };
    },

    // Attributes that are not sent are removed, except `active`.
    replacing:
      (sent) =>
      ({ active }) => ({ active: active ?? true, ...sent }),
    patching: (operations) => (present) => patched(present, operations, USER_TYPE),

    remove: ({ database, lifetimes }, directory, meant, by) =>
      removeScimUser(database, directory, { ...meant, graceDays: lifetimes.deletionGraceDays }, by),
  });
