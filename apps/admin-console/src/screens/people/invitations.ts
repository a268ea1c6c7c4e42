import { field } from "../../views/fields.ts";
import { listSection } from "../../views/sections.ts";
import { pagesBeside, part, searchAsked } from "../lists/list.ts";
import { uponChosen } from "../lists/several.ts";
import { heldRoleActs, heldRolesSection } from "../roles/held-roles.ts";
import type { Screen, Visit } from "../screen.ts";
import { INVITATION_BULK, invitationActs, invitationHead, invitationRow, invitersOf } from "./invitation-acts.ts";
import { peopleTabs } from "./people-tabs.ts";

const PATH = "/people/invitations";
const INVITE = {
  ...{ href: "/people/invite", label: "invitations.invite", id: "invite-people", icon: "mail-plus" },
  isPrimary: true,
} as const;

const CRUMBS = [
  { href: "/people", label: "people.title" },
  { href: PATH, label: "invitations.title" },
] as const;
const addressOf = (id = "") => `${PATH}/${part(id)}`;

const actsLeadingTo = (to: (visit: Visit) => string) =>
  invitationActs({
    ...{ needs: "people:write", to },
    crumbs: () => CRUMBS,
    address: (_, id) => addressOf(id),
    list: ({ api }) => api.listInvitations({ query: { limit: 200 } }),
    withdraw: (submission) => submission.api.withdrawInvitations(uponChosen(submission)),
    sendAgain: (submission, language) => {
      const { body, idempotencyKey } = uponChosen(submission);
      return submission.api.sendInvitationsAgain({ body: { ...body, language }, idempotencyKey });
    },
  });

/** One that is withdrawn has no page any more. */
const IN_LIST = actsLeadingTo(() => PATH);

/** The open invitations. */
export const listInvitations: Screen = {
  path: PATH,
  needs: "people:read",
  async show(visit) {
    const query = searchAsked(visit);
    const { body } = await visit.api.listInvitations({ query: { with_total: "yes", ...query } });
    const mayInvite = visit.may("people:write");
    const inviter = await invitersOf(body.items, visit);
    const isEmpty = body.items.length === 0 && query.cursor === undefined && query.q === undefined;
    return {
      id: "invitations",
      title: { key: "invitations.title" },
      crumbs: [{ href: "/people", label: "people.title" }],
      tabs: await peopleTabs(visit, PATH, body.total),
      // Of an empty list the page says in the middle what it is for, and leads to the first one.
      ...(!isEmpty && { lead: { key: "invitations.lead" }, ...(mayInvite && { links: [INVITE] }) }),
      total: body.total,
      filter: { fields: [field("search", "invitations.q", { value: query.q, maxLength: 200 })] },
      sections: [
        listSection("invitations", "invitations.open", {
          columns: ["people.email", "invitations.by", "created", "invitations.expires", "invitations.roles"],
          ...(mayInvite && { bulk: INVITATION_BULK }),
          empty: {
            ...{ title: "invitations.empty", lead: "invitations.lead", icon: "mail" },
            link: mayInvite ? INVITE : undefined,
          },
          rows: body.items.map((one) => ({
            cells: [
              { text: one.email, href: addressOf(one.id) },
              inviter(one),
              { at: one.created_at },
              { at: one.expires_at },
              { count: one.roles.length },
            ],
            ...(mayInvite && invitationRow(one)),
          })),
        }),
      ],
      ...pagesBeside(visit, PATH, body),
    };
  },
  acts: IN_LIST,
};

/** One invitation, with the roles that come with the account. */
export const oneInvitation: Screen = {
  path: `${PATH}/:id`,
  needs: "people:read",
  async show(visit) {
    const { api, params, may } = visit;
    const path = { id: params.id ?? "" };
    const [{ body }, known] = await Promise.all([
      api.readInvitation({ path }),
      may("roles:read") ? api.listRoles({ query: { limit: 200 } }) : undefined,
    ]);
    const roles = known?.body.items;
    const inviter = await invitersOf([body], visit);
    return {
      id: "invitation",
      title: { text: body.email },
      crumbs: CRUMBS,
      // One that is used, withdrawn or over is none any more.
      head: {
        badge: { badge: "invitations.is_open", tone: "accent" },
        ...(may("people:write") && invitationHead(body)),
      },
      sections: [
        {
          id: "facts",
          title: "invitations.one",
          facts: [
            { label: "invitations.by", value: inviter(body) },
            { label: "created", value: { at: body.created_at } },
            { label: "invitations.expires", value: { at: body.expires_at } },
          ],
        },
        ...(roles === undefined
          ? []
          : [
              heldRolesSection(
                { held: roles.filter(({ id }) => body.roles.includes(id)), known: roles },
                { lead: "invitations.no_roles", mayChange: may("roles:write") },
              ),
            ]),
      ],
    };
  },
  acts: {
    ...actsLeadingTo(({ params }) => addressOf(params.id)),
    ...(IN_LIST.withdraw && { withdraw: IN_LIST.withdraw }),
    ...heldRoleActs({
      ...{ needs: "roles:write", given: "invited_role" },
      to: ({ params }) => addressOf(params.id),
      give: ({ api, params }, role) => api.giveRoleToInvitation({ path: { id: params.id ?? "", role } }),
      take: ({ api, params }, role) => api.takeRoleFromInvitation({ path: { id: params.id ?? "", role } }),
    }),
  },
};
