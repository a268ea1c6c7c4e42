/** Operations on invitations into an organization. */
import { readEmailAddress } from "@countersign/rules";
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { paths } from "../../../paths.ts";
import {
  findOrganizationInvitation,
  type OrganizationInvitationRecord,
  pageOfOrganizationInvitations,
} from "../../../platform/records/organization-invitations.ts";
import { countMail } from "../../api/access/mail-limit.ts";
import { cut, listQuery, pageOf } from "../../api/lists/list.ts";
import { defineOperation, type Operation, type Request } from "../../api/operation.ts";
import { notFound, Problem } from "../../api/problem.ts";
import { assertMayActUponInvitation, assertMayGrant, giverOf } from "../../api/rank.ts";
import { isId, time } from "../../api/shapes.ts";
import type { AssertMayAct } from "../../invitations/invited-roles.ts";
import { rolesWith } from "../../roles/store.ts";
import { inviteIntoOrganization, withdrawOrganizationInvitation } from "../organization-invitations.ts";
import { organizationIn } from "./organization-shapes.ts";

const SHORTEST_SECONDS = 3600;
const USUAL_SECONDS = 7 * 86_400;
const LONGEST_SECONDS = 30 * 86_400;
const MOST_ROLES = 20;

const invitation = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  created_at: time,
  expires_at: time,
  roles: z.array(z.uuid()).meta({ description: "the roles in the organization that the person gets who accepts it" }),
});

const shown = ({ id, address, createdAt, expiresAt, roleIds }: OrganizationInvitationRecord) => ({
  id,
  email: address,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
  roles: [...roleIds],
});

export const listInvitations = defineOperation({
  id: "listOrganizationInvitations",
  method: "GET",
  path: "/organizations/:organization/invitations",
  summary: "The open invitations into an organization, by address",
  scope: "organizations:read",
  forOrganizationAdmins: true,
  isList: true,
  query: z.strictObject(listQuery),
  status: 200,
  answer: pageOf(invitation),
  async handle({ params, query: { limit }, place, by: { at } }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    const page = { organizationId, after: place, most: limit + 1, at };
    const { items, last } = cut(await pageOfOrganizationInvitations(deps.database, page), limit);
    return { body: { items: items.map(shown) }, next: last && [last.addressCanonical] };
  },
});

const addInvitation = defineOperation({
  id: "addOrganizationInvitation",
  method: "POST",
  path: "/organizations/:organization/invitations",
  summary: "Mails an invitation into an organization; it replaces an open one of the same address",
  scope: "organizations:write",
  forOrganizationAdmins: true,
  needsStepUp: true,
  mailsAnyone: true,
  body: z.strictObject({
    email: z.string().max(254),
    roles: z.array(z.uuid()).max(MOST_ROLES).default([]),
    language: z.string().max(35).default("en").meta({ description: "the language of the mail (BCP 47)" }),
    lifetime: z
      .int()
      .min(SHORTEST_SECONDS)
      .max(LONGEST_SECONDS)
      .default(USUAL_SECONDS)
      .meta({ description: "seconds" }),
  }),
  status: 201,
  answer: invitation,
  async handle({ params, body: { email, roles, language, lifetime }, by, ...who }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    const address = readEmailAddress(email);
    if (address === undefined) throw wrong("#/email", "is not an e-mail address that accounts can have");
    if (!deps.mail.isOn) throw new Problem("conflict", "this deployment sends no mail");
    await assertMayInviteTo(roles, who, deps);
    // Administrators invite many people from one place, so the mails of one mailbox are counted alone.
    await countMail({ to: address.canonical, purpose: "organization-invitation" }, deps);
    const id = await inviteIntoOrganization(
      deps,
      {
        organizationId,
        address,
        roleIds: [...new Set(roles)],
        lifetimeSeconds: lifetime,
        language,
        takesSignUps: deps.signUp.takesInvitations,
        link: (token) => `${paths.invitation}?${new URLSearchParams({ token })}`,
        madeBy: giverOf(who.caller),
      },
      by,
      mayAct(who),
    );
    if (id === undefined) throw new Problem("conflict", "the organization has too many open invitations");
    const made = await findOrganizationInvitation(deps.database, { organizationId, id });
    if (made === undefined) throw new Problem("conflict", "the invitation was withdrawn at once");
    return { body: shown(made), location: `/organizations/${organizationId}/invitations/${id}` };
  },
});

type Who = Pick<Request<unknown, unknown>, "caller" | "resource">;

const mayAct =
  (who: Who): AssertMayAct =>
  (roles) =>
    assertMayActUponInvitation(roles, "organizations:write", who);

async function assertMayInviteTo(ids: readonly string[], who: Who, { database }: Pick<Dependencies, "database">) {
  const roles = await rolesWith(database, ids);
  for (const [index, id] of ids.entries()) {
    const role = roles.find((one) => one.id === id.toLowerCase());
    if (role?.inOrganizations !== true) throw wrong(`#/roles/${index}`, "is no role that organizations can give");
    assertMayGrant(role, who);
  }
}

const wrong = (pointer: string, detail: string) =>
  new Problem("invalid-request", undefined, { errors: [{ pointer, detail }] });

const withdrawInvitation = defineOperation({
  id: "withdrawOrganizationInvitation",
  method: "DELETE",
  path: "/organizations/:organization/invitations/:invitation",
  summary: "Withdraws an invitation into an organization",
  scope: "organizations:write",
  forOrganizationAdmins: true,
  status: 204,
  async handle({ params, by, ...who }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    const { invitation: id } = params;
    if (!isId(id)) throw notFound("invitation");
    const withdrawn = withdrawOrganizationInvitation(deps.database, { organizationId, id }, by, mayAct(who));
    if (!(await withdrawn)) throw notFound("invitation");
    return { body: undefined };
  },
});

export const organizationInvitationOperations: readonly Operation[] = [
  listInvitations,
  addInvitation,
  withdrawInvitation,
];
