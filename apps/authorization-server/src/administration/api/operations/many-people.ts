/** Acts on several people at once. */
import { deletePerson, disable, enable } from "../../people/operations/person-access.ts";
import { giveRole, takeRoleIfHeld } from "../../roles/operations/people.ts";
import { endSessions } from "../../sessions/operations/sessions.ts";
import type { Operation } from "../operation.ts";
import { actOnSeveral, MOST_AT_ONCE } from "../several.ts";

const upTo = `up to ${MOST_AT_ONCE} users`;

export const manyPeopleOperations: readonly Operation[] = [
  actOnSeveral({
    ...{ id: "disablePeople", path: "/people/disable", scope: "people:write" },
    ...{ does: `Disables ${upTo}`, one: disable },
  }),
  actOnSeveral({
    ...{ id: "enablePeople", path: "/people/enable", scope: "people:write" },
    ...{ does: `Enables ${upTo}`, one: enable },
  }),
  actOnSeveral({
    ...{ id: "endSessionsOfPeople", path: "/people/end-sessions", scope: "sessions:write" },
    ...{ does: `Ends all sessions of ${upTo}`, one: endSessions },
  }),
  actOnSeveral({
    ...{ id: "giveRoleToPeople", path: "/people/give-role", scope: "roles:write", needsStepUp: true },
    ...{ does: `Assigns a role to ${upTo}`, ofRole: true, one: giveRole },
  }),
  actOnSeveral({
    ...{ id: "takeRoleFromPeople", path: "/people/take-role", scope: "roles:write", needsStepUp: true },
    ...{ does: `Removes a role from ${upTo}`, ofRole: true, one: { handle: takeRoleIfHeld } },
  }),
  actOnSeveral({
    ...{ id: "deletePeople", path: "/people/delete", scope: "people:write", needsStepUp: true },
    ...{ does: `Disables ${upTo} at once and has them erased`, one: deletePerson },
  }),
];
