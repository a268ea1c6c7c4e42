import { asked, pageAt, part } from "../list.ts";
import { heldRolesSection } from "../roles/held-roles.ts";
import type { Screen } from "../screen.ts";
import { peopleTabs } from "./people-tabs.ts";

const PATH = "/people/invitations";
const LANGUAGES = ["de", "en", "es", "fr", "zh"];

/** The open invitations, and a form for another one. */
export const invitePerson: Screen = {
  path: PATH,
  needs: "people:read",
  async show(visit) {
    const cursor = asked(visit, "cursor");
    const { body } = await visit.api.listInvitations({ query: { ...(cursor && { cursor }) } });
    const mayInvite = visit.may("people:write");
    return {
      id: "invitations",
      title: { key: "invitations.title" },
      lead: { key: "invitations.lead" },
      crumbs: [{ href: "/people", label: "people.title" }],
      tabs: peopleTabs(visit, PATH),
      sections: [
        ...(mayInvite ? [INVITE] : []),
        {
          id: "list",
          title: "invitations.open",
          table: {
            id: "invitations-table",
            columns: ["people.email", "created", "invitations.expires", "invitations.roles"],
            empty: "invitations.empty",
            rows: body.items.map((invitation) => ({
              cells: [
                { text: invitation.email, href: `${PATH}/${part(invitation.id)}` },
                { at: invitation.created_at },
                { at: invitation.expires_at },
                { count: invitation.roles.length },
              ],
              ...(mayInvite && {
                buttons: [
                  { act: "withdraw", label: "invitations.withdraw", value: invitation.id, about: invitation.email },
                ],
              }),
            })),
          },
        },
      ],
      next: pageAt(visit, PATH, body.next_cursor),
    };
  },
  acts: {
    invite: {
      needs: "people:write",
      async run({ api, form, once }) {
        const { body } = await api.addInvitation({
          body: { email: form.get("email")?.trim() ?? "", language: form.get("language") ?? "en" },
          idempotencyKey: once,
        });
        return { to: `${PATH}/${part(body.id)}`, done: "invited" };
      },
    },
    withdraw: {
      needs: "people:write",
      async run({ api, form }) {
        await api.withdrawInvitation({ path: { id: form.get("value") ?? "" } });
        return { to: PATH, done: "invitation_withdrawn" };
      },
    },
  },
};

const INVITE = {
  id: "invite-form",
  title: "invitations.invite",
  form: {
    act: "invite",
    submit: "invitations.send",
    fields: [
      { name: "email", label: "people.email", type: "email" as const, isRequired: true, maxLength: 254 },
      {
        name: "language",
        label: "invitations.language",
        type: "choice" as const,
        value: "en",
        options: LANGUAGES.map((value) => ({ value, label: `language.${value}` })),
      },
    ],
  },
};

/** One invitation, with the roles that come with the account. */
export const oneInvitation: Screen = {
  path: `${PATH}/:id`,
  needs: "people:read",
  async show({ api, params, may }) {
    const path = { id: params.id ?? "" };
    const [{ body }, known] = await Promise.all([
      api.readInvitation({ path }),
      may("roles:read") ? api.listRoles({ query: { limit: 200 } }) : undefined,
    ]);
    const roles = known?.body.items;
    return {
      id: "invitation",
      title: { text: body.email },
      crumbs: [
        { href: "/people", label: "people.title" },
        { href: PATH, label: "invitations.title" },
      ],
      sections: [
        {
          id: "facts",
          title: "invitations.one",
          facts: [
            { label: "created", value: { at: body.created_at } },
            { label: "invitations.expires", value: { at: body.expires_at } },
          ],
        },
        ...(roles === undefined
          ? []
          : [
              heldRolesSection(
                { held: roles.filter(({ id }) => body.roles.includes(id)), known: roles },
                { empty: "invitations.no_roles", mayChange: may("roles:write") },
              ),
            ]),
      ],
    };
  },
  acts: {
    "give-role": {
      needs: "roles:write",
      async run({ api, params, form }) {
        const path = { id: params.id ?? "", role: form.get("role") ?? "" };
        await api.giveRoleToInvitation({ path });
        return { to: `${PATH}/${part(path.id)}`, done: "invited_role" };
      },
    },
    "take-role": {
      needs: "roles:write",
      async run({ api, params, form }) {
        const path = { id: params.id ?? "", role: form.get("value") ?? "" };
        await api.takeRoleFromInvitation({ path });
        return { to: `${PATH}/${part(path.id)}`, done: "role_taken" };
      },
    },
  },
};
