/** The operation that reads one person, and what can come with it in one answer. */
import { including } from "../../api/lists/include.ts";
import { defineOperation } from "../../api/operation.ts";
import { listGroups } from "../../groups/operations/groups.ts";
import { listGroupsOfPerson } from "../../groups/operations/of-person.ts";
import { listAudit } from "../../monitoring/operations/audit.ts";
import { listOrganizationsOfPerson } from "../../organizations/operations/of-person.ts";
import { listOrganizations } from "../../organizations/operations/organizations.ts";
import { rolesOfPerson } from "../../roles/operations/people.ts";
import { listRoles } from "../../roles/operations/roles.ts";
import { consentsOfPerson } from "../../sessions/operations/consents.ts";
import { listSessions } from "../../sessions/operations/sessions.ts";
import { listConnections, listFactors } from "./factors.ts";
import { idIn, person, replyAbout } from "./person-shapes.ts";

/** How many there may be to choose from. */
const MOST_KNOWN = 200;
const MOST_EVENTS = 50;

export const readPerson = including(
  defineOperation({
    id: "readPerson",
    method: "GET",
    path: "/people/:id",
    summary: "One user, and with include what belongs to them",
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
    groups: { operation: listGroupsOfPerson },
    organizations: { operation: listOrganizationsOfPerson },
    known_roles: { operation: listRoles, query: () => ({ limit: MOST_KNOWN }) },
    known_groups: { operation: listGroups, query: () => ({ limit: MOST_KNOWN, with_members: "no" }) },
    known_organizations: { operation: listOrganizations, query: () => ({ limit: MOST_KNOWN }) },
    events: { operation: listAudit, query: ({ id }) => ({ user_id: id, limit: MOST_EVENTS }) },
  },
);
