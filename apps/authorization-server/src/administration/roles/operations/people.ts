/** Operations on the roles that people have themselves. */

import { Problem } from "../../api/problem.ts";
import { assertMayActUpon, isSelf } from "../../api/rank.ts";
import { personIn } from "../../api/requests/named.ts";
import { atResource, type Holders, heldRoleOperations, ifHeld } from "./held.ts";

const holders: Holders = {
  one: "Person",
  lists: "The roles that a user has, in addition to those of their groups; up to 200",
  gives: "Assigns a role to a user; it counts from their next token",
  takes: "Removes a role from a user",
  noun: "user",
  ...{ path: "/people/:id", reads: "roles:read", writes: "roles:write", scoped: {} },
  command: atResource("user", "username"),
  find: async (params, caller, deps) => ({ to: { userId: await personIn(params, caller, deps) } }),
  async assertMayTake({ resource }, to, who, deps) {
    const userId = "userId" in to ? to.userId : "";
    await assertMayActUpon(userId, who, deps);
    if (resource === who.resource && isSelf(userId, who)) throw new Problem("conflict", "this is your own role");
  },
};

export const peopleRoleOperations = heldRoleOperations(holders);

export const takeRoleIfHeld = ifHeld(holders);

export const [rolesOfPerson, giveRole] = peopleRoleOperations;
