/** The operation that reads one person, and what can come with it in one answer. */
import { including } from "../../api/lists/include.ts";
import { defineOperation } from "../../api/operation.ts";
import { listAudit } from "../../monitoring/operations/audit.ts";
import { rolesOfPerson } from "../../roles/operations/people.ts";
import { listRoles } from "../../roles/operations/roles.ts";
import { consentsOfPerson } from "../../sessions/operations/consents.ts";
import { listSessions } from "../../sessions/operations/sessions.ts";
import { listConnections, listFactors } from "./factors.ts";
import { idIn, person, replyAbout } from "./person-shapes.ts";

const MOST_ROLES = 200;
const MOST_EVENTS = 50;

export const readPerson = including(
  defineOperation({
    id: "readPerson",
    method: "GET",
    path: "/people/:id",
    summary: "One person, and with include what belongs to them",
    scope: "people:read",
    answer: person,
    handle: ({ params }, deps) => replyAbout(idIn(params), deps),
  }),
  {
    factors: { operation: listFactors },
    connections: { operation: listConnections },
    consents: { operation: consentsOfPerson },
    sessions: { operation: listSessions },
    roles: { operation: rolesOfPerson },
    known_roles: { operation: listRoles, query: () => ({ limit: MOST_ROLES }) },
    events: { operation: listAudit, query: ({ id }) => ({ user_id: id, limit: MOST_EVENTS }) },
  },
);
