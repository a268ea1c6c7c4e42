import { part } from "../lists/list.ts";
import { nameOfPerson } from "../lists/person-name.ts";
import { heldRoleActs, heldRolesSection } from "../roles/held-roles.ts";
import type { Screen, Visit } from "../screen.ts";
import { addressOf, crumbsTo, placeOf } from "./organization-tabs.ts";

const memberIn = (visit: Pick<Visit, "params">) => ({ ...placeOf(visit), person: visit.params.person ?? "" });

/** The roles that one member has in an organization. */
export const oneMember: Screen = {
  path: "/organizations/:organization/members/:person",
  needs: "organizations:read",
  async show(visit) {
    const { api, may, organization } = visit;
    const path = memberIn(visit);
    const [one, held, known, person] = await Promise.all([
      api.readOrganization({ path }),
      api.listRolesOfMember({ path }),
      api.listOrganizationRoles({ path }),
      may("people:read") && organization === null ? api.readPerson({ path: { id: path.person } }) : undefined,
    ]);
    const roles = { held: held.body.items, known: known.body.items };
    const { name } = one.body;
    const who = person && nameOfPerson(person.body);
    return {
      id: "member",
      title:
        who === undefined
          ? { key: "organizations.member", values: { name } }
          : { key: "organizations.member.named", values: { person: who, name } },
      crumbs: crumbsTo(visit, name),
      sections: [
        heldRolesSection(roles, { lead: "organizations.no_roles.lead", mayChange: may("organizations:write") }),
      ],
    };
  },
  acts: heldRoleActs({
    needs: "organizations:write",
    to: (visit) => `${addressOf(visit)}/members/${part(memberIn(visit).person)}`,
    give: (visit, role) => visit.api.giveRoleToMember({ path: { ...memberIn(visit), role } }),
    take: (visit, role) => visit.api.takeRoleFromMember({ path: { ...memberIn(visit), role } }),
  }),
};
