/** Operations on invitations into an organization. */
import { type EmailAddress, readEmailAddress } from "@countersign/rules";
import { z } from "zod";
import {
  countOrganizationInvitations,
  findOrganizationInvitation,
  type OrganizationInvitationRecord,
  pageOfOrganizationInvitations,
} from "../../../platform/records/organization-invitations.ts";
import { countMail } from "../../api/access/mail-limit.ts";
import type { OperatorDependencies } from "../../api/command.ts";
import { cut, listQuery, pageOf, total, totalIf, withTotal } from "../../api/lists/list.ts";
import { defineOperation, type Operation, type Request } from "../../api/operation.ts";
import { notFound, Problem, wrong } from "../../api/problem.ts";
import { assertMayActUponInvitation, assertMayGrant, giverOf } from "../../api/rank.ts";
import { isId } from "../../api/shapes.ts";
import type { AssertMayAct } from "../../invitations/invited-roles.ts";
import {
  givenRoles,
  invitationLink,
  invitationShape,
  mailed,
  NO_ADDRESS,
  shownInvitation,
} from "../../invitations/operations/invitation-shapes.ts";
import { rolesWith } from "../../roles/store.ts";
import { inviteIntoOrganization, withdrawOrganizationInvitation } from "../organization-invitations.ts";
import { organizationIn } from "./organization-shapes.ts";

export const invitation = invitationShape("the roles in the organization that the user gets who accepts it");

export const listInvitations = defineOperation({
  id: "listOrganizationInvitations",
  method: "GET",
  path: "/organizations/:organization/invitations",
  summary: "The open invitations into an organization, by address",
  scope: "organizations:read",
  forOrganizationAdmins: true,
  isList: true,
  query: z.strictObject({ with_total: withTotal, ...listQuery }),
  answer: pageOf(invitation).extend({ total }),
  async handle({ params, query: { limit, with_total }, place, by: { at } }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    const page = { organizationId, after: place, most: limit + 1, at };
    const { items, last } = cut(await pageOfOrganizationInvitations(deps.database, page), limit);
    const counted = await totalIf(with_total, (most) =>
      countOrganizationInvitations(deps.database, { organizationId, at, most }),
    );
    return {
      body: { items: items.map((one) => shownInvitation(one, organizationId)), ...counted },
      next: last && [last.addressCanonical],
    };
  },
});

type Who = Pick<Request<unknown, unknown>, "caller" | "resource">;

export const mayAct =
  (who: Who): AssertMayAct =>
  (roles) =>
    assertMayActUponInvitation(roles, "organizations:write", who);

/** Refuses roles that organizations cannot give, and those that the caller could not give. */
export async function assertMayInviteTo(
  ids: readonly string[],
  who: Who,
  { database }: Pick<OperatorDependencies, "database">,
): Promise<void> {
  const roles = await rolesWith(database, ids);
  for (const [index, id] of ids.entries()) {
    const role = roles.find((one) => one.id === id.toLowerCase());
    if (role?.inOrganizations !== true) {
      throw wrong([{ pointer: `#/roles/${index}`, detail: "is no role that organizations can assign" }]);
    }
    assertMayGrant(role, who);
  }
}

/** Refuses to invite where an invitation could not be mailed. */
export function assertMails({ mail }: Pick<OperatorDependencies, "mail">): void {
  if (!mail.isOn) throw new Problem("conflict", "this deployment sends no email");
}

interface Sent {
  readonly organizationId: string;
  readonly address: EmailAddress;
  readonly roles: readonly string[];
  readonly language: string;
  /** In seconds. */
  readonly lifetime: number;
}

type Sending = Pick<OperatorDependencies, "database" | "mail" | "signUp"> & Parameters<typeof countMail>[1];

/** Mails one invitation. Answers 409 if there are too many open ones, and 429 at the limit of the mailbox. */
export async function sendOrganizationInvitation(
  { organizationId, address, roles, language, lifetime }: Sent,
  { by, ...who }: Who & Pick<Request<unknown, unknown>, "by">,
  deps: Sending,
): Promise<OrganizationInvitationRecord> {
  // Administrators invite many people from one place, so mails are counted only for each mailbox.
  await countMail({ to: address.canonical, purpose: "organization-invitation" }, deps);
  const about = {
    organizationId,
    address,
    roleIds: [...new Set(roles)],
    lifetimeSeconds: lifetime,
    language,
    takesSignUps: deps.signUp.takesInvitations,
    link: invitationLink,
    madeBy: giverOf(who.caller),
  };
  const id = await inviteIntoOrganization(deps, about, by, mayAct(who));
  if (id === undefined) throw new Problem("conflict", "the organization has too many open invitations");
  const made = await findOrganizationInvitation(deps.database, { organizationId, id });
  if (made === undefined) throw new Problem("conflict", "the invitation was withdrawn at once");
  return made;
}

const addInvitation = defineOperation({
  id: "addOrganizationInvitation",
  method: "POST",
  path: "/organizations/:organization/invitations",
  summary: "Emails an invitation into an organization; it replaces an open one of the same address",
  scope: "organizations:write",
  forOrganizationAdmins: true,
  needsStepUp: true,
  mailsAnyone: "one",
  body: z.strictObject({
    email: z.string().max(254),
    roles: givenRoles,
    ...mailed,
  }),
  status: 201,
  answer: invitation,
  async handle({ params, body: { email, roles, language, lifetime }, by, ...who }, deps) {
    const { id: organizationId } = await organizationIn(params, deps);
    const address = readEmailAddress(email);
    if (address === undefined) throw wrong([{ pointer: "#/email", detail: NO_ADDRESS }]);
    assertMails(deps);
    await assertMayInviteTo(roles, who, deps);
    const sent = { organizationId, address, roles, language, lifetime };
    const made = await sendOrganizationInvitation(sent, { by, ...who }, deps);
    return {
      body: shownInvitation(made, organizationId),
      location: `/organizations/${organizationId}/invitations/${made.id}`,
    };
  },
});

export const withdrawInvitation = defineOperation({
  id: "withdrawOrganizationInvitation",
  method: "DELETE",
  path: "/organizations/:organization/invitations/:invitation",
  summary: "Withdraws an invitation into an organization",
  scope: "organizations:write",
  forOrganizationAdmins: true,
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
