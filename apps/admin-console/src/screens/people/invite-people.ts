/** Invitations of many people at once to create an account, or into an organization that is chosen. */
import { field } from "../../views/fields.ts";
import type { Field } from "../../views/model.ts";
import { asked, part } from "../lists/list.ts";
import type { Screen, Visit } from "../screen.ts";
import { invitationsIn, inviteSection, outcomeOf } from "./invite-many.ts";

/** How many items a choice has at most. */
const MOST = { limit: 200 };

/** The organizations that the person may invite into. */
async function intoField(visit: Visit): Promise<Field | undefined> {
  if (!visit.may("organizations:write")) return undefined;
  const { body } = await visit.api.listOrganizations({ query: MOST });
  if (body.items.length === 0) return undefined;
  return field("choice", "invitations.into", {
    ...{ name: "organization", hasHint: true, value: asked(visit, "organization") ?? "" },
    options: [
      { value: "", label: "invitations.into.none" },
      ...body.items.map(({ id, name }) => ({ value: id, text: name })),
    ],
  });
}

const rolesFor = async ({ api, may }: Visit) =>
  may("roles:read") && may("roles:write") ? (await api.listRoles({ query: MOST })).body.items : [];

export const invitePeople: Screen = {
  path: "/people/invite",
  needs: "people:write",
  async show(visit) {
    const [into, roles] = await Promise.all([intoField(visit), rolesFor(visit)]);
    return {
      id: "invite-people",
      title: { key: "invitations.invite" },
      lead: { key: "invitations.many.lead" },
      crumbs: [
        { href: "/people", label: "people.title" },
        { href: "/people/invitations", label: "invitations.title" },
      ],
      sections: [inviteSection({ roles, into, languages: visit.languages })],
    };
  },
  acts: {
    invite: {
      needs: "people:write",
      async run(submission) {
        const { api, form, once: idempotencyKey } = submission;
        const body = invitationsIn(submission);
        const organization = form.get("organization") || undefined;
        const answer =
          organization === undefined
            ? await api.invitePeople({ body, idempotencyKey })
            : await api.invitePeopleIntoOrganization({ path: { organization }, body, idempotencyKey });
        const to = organization === undefined ? "/people/invitations" : `/organizations/${part(organization)}`;
        return outcomeOf(answer.body.items, { to, submission, show: await invitePeople.show(submission) });
      },
    },
  },
};
