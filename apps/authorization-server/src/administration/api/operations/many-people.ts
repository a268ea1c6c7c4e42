/** Acts on several people at once. */
import { z } from "zod";
import { deletePerson, disable, enable } from "../../people/operations/person-access.ts";
import { giveRole, takeRoleIfHeld } from "../../roles/operations/people.ts";
import { endSessions } from "../../sessions/operations/sessions.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { severalIds as ids, MOST_AT_ONCE, severalResults, upon } from "../several.ts";

const upTo = `up to ${MOST_AT_ONCE} people`;
const shared = { method: "POST", answer: severalResults } as const;
const withRole = z.strictObject({ ids, role: z.uuid().meta({ description: "the id of the role" }) });

export const manyPeopleOperations: readonly Operation[] = [
  defineOperation({
    ...shared,
    id: "disablePeople",
    path: "/people/disable",
    summary: `Disables ${upTo}, and says for each what came of it`,
    scope: "people:write",
    body: z.strictObject({ ids }),
    handle: (request, deps) => upon(disable, request, deps),
  }),
  defineOperation({
    ...shared,
    id: "enablePeople",
    path: "/people/enable",
    summary: `Enables ${upTo}, and says for each what came of it`,
    scope: "people:write",
    body: z.strictObject({ ids }),
    handle: (request, deps) => upon(enable, request, deps),
  }),
  defineOperation({
    ...shared,
    id: "endSessionsOfPeople",
    path: "/people/end-sessions",
    summary: `Ends all sessions of ${upTo}, and says for each what came of it`,
    scope: "sessions:write",
    body: z.strictObject({ ids }),
    handle: (request, deps) => upon(endSessions, request, deps),
  }),
  defineOperation({
    ...shared,
    id: "giveRoleToPeople",
    path: "/people/give-role",
    summary: `Gives a role to ${upTo}, and says for each what came of it`,
    scope: "roles:write",
    needsStepUp: true,
    body: withRole,
    handle: (request, deps) => upon(giveRole, request, deps),
  }),
  defineOperation({
    ...shared,
    id: "takeRoleFromPeople",
    path: "/people/take-role",
    summary: `Takes a role from ${upTo}, and says for each what came of it`,
    scope: "roles:write",
    needsStepUp: true,
    body: withRole,
    handle: (request, deps) => upon({ handle: takeRoleIfHeld }, request, deps),
  }),
  defineOperation({
    ...shared,
    id: "deletePeople",
    path: "/people/delete",
    summary: `Disables ${upTo} at once and has them erased, and says for each what came of it`,
    scope: "people:write",
    needsStepUp: true,
    body: z.strictObject({ ids }),
    handle: (request, deps) => upon(deletePerson, request, deps),
  }),
];
