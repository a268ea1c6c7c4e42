/** Operations on invitations to create an account. */
import { type EmailAddress, readEmailAddress } from "@countersign/rules";
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import {
  countInvitations,
  findInvitation,
  findInvitationFor,
  type InvitationRecord,
  pageOfInvitations,
} from "../../../platform/records/invitations.ts";
import { countMail } from "../../api/access/mail-limit.ts";
import type { OperatorDependencies } from "../../api/command.ts";
import { cut, listQuery, pageOf, partOf, total, totalIf, withTotal } from "../../api/lists/list.ts";
import { defineOperation, type Operation, type Request } from "../../api/operation.ts";
import { notFound, Problem, wrong } from "../../api/problem.ts";
import { assertMayActUponInvitation, assertMayGrant, giverOf } from "../../api/rank.ts";
import { isId } from "../../api/shapes.ts";
import { type Params, roleIn } from "../../roles/operations/role-shapes.ts";
import { changeInvitedRole, invite, withdrawInvitationOf } from "../invitations.ts";
import type { AssertMayAct } from "../invited-roles.ts";
import { invitationLink, invitationShape, mailed, NO_ADDRESS, shownInvitation } from "./invitation-shapes.ts";

export const invitation = invitationShape("the roles that the user gets who accepts it");

type Who = Pick<Request<unknown, unknown>, "caller" | "resource">;

export const mayAct =
  (who: Who): AssertMayAct =>
  (roles) =>
    assertMayActUponInvitation(roles, "roles:write", who);

type Reading = Pick<Dependencies, "database" | "now">;

export async function invitationIn({ id }: Params, { database, now }: Reading): Promise<InvitationRecord> {
  const found = isId(id) ? await findInvitation(database, { id, at: now() }) : undefined;
  if (found === undefined) throw notFound("invitation");
  return found;
}

const listInvitations = defineOperation({
  id: "listInvitations",
  method: "GET",
  path: "/invitations",
  summary: "The open invitations, by address",
  scope: "people:read",
  isList: true,
  query: z.strictObject({ q: partOf(["an address"]), with_total: withTotal, ...listQuery }),
  answer: pageOf(invitation).extend({ total }),
  async handle({ query: { q: part, limit, with_total }, place, by: { at } }, { database }) {
    const { items, last } = cut(await pageOfInvitations(database, { part, after: place, most: limit + 1, at }), limit);
    const counted = await totalIf(with_total, (most) => countInvitations(database, { part, at, most }));
    return {
      body: { items: items.map((one) => shownInvitation(one)), ...counted },
      next: last && [last.addressCanonical],
    };
  },
});

const readInvitation = defineOperation({
  id: "readInvitation",
  method: "GET",
  path: "/invitations/:id",
  summary: "One open invitation",
  scope: "people:read",
  answer: invitation,
  handle: async ({ params }, deps) => ({ body: shownInvitation(await invitationIn(params, deps)) }),
});

/** Refuses to invite where an invitation could not be mailed, or not be accepted. */
export function assertInvites({ signUp, mail }: Pick<OperatorDependencies, "signUp" | "mail">): void {
  if (!signUp.takesInvitations) throw new Problem("conflict", "SIGN_UP is closed: no invitation is accepted");
  if (!mail.isOn) throw new Problem("conflict", "this deployment sends no email");
}

interface Sent {
  readonly address: EmailAddress;
  readonly language: string;
  /** In seconds. */
  readonly lifetime: number;
  readonly roles?: readonly string[];
}

type Sending = Pick<OperatorDependencies, "database" | "mail"> & Parameters<typeof countMail>[1];

/** Mails one invitation. Answers 409 if the address is that of an account, and 429 at the limit of its mailbox. */
export async function sendInvitation(
  { address, language, lifetime, roles = [] }: Sent,
  { by, ...who }: Who & Pick<Request<unknown, unknown>, "by">,
  deps: Sending,
): Promise<InvitationRecord> {
  await countMail({ to: address.canonical, purpose: "invitation" }, deps);
  const link = invitationLink;
  const about = { address, language, roleIds: roles, lifetimeSeconds: lifetime, link, madeBy: giverOf(who.caller) };
  const invited = await invite(deps, about, by, mayAct(who));
  if (invited === "known") throw new Problem("conflict", "there is an account with this address");
  if (invited === "changed") throw new Problem("conflict", "the open invitation was changed since it was read");
  const made = await findInvitationFor(deps.database, { canonical: address.canonical, at: by.at });
  if (made === undefined) throw new Problem("conflict", "the invitation was withdrawn at once");
  return made;
}

const addInvitation = defineOperation({
  id: "addInvitation",
  method: "POST",
  path: "/invitations",
  summary: "Emails an invitation to create an account; it replaces an open one of the same address",
  scope: "people:write",
  mailsAnyone: "one",
  body: z.strictObject({
    email: z.string().max(254),
    ...mailed,
  }),
  status: 201,
  answer: invitation,
  async handle({ body: { email, language, lifetime }, by, ...who }, deps) {
    const address = readEmailAddress(email);
    if (address === undefined) throw wrong([{ pointer: "#/email", detail: NO_ADDRESS }]);
    assertInvites(deps);
    const made = await sendInvitation({ address, language, lifetime }, { by, ...who }, deps);
    return { body: shownInvitation(made), location: `/invitations/${made.id}` };
  },
});

export const withdrawInvitation = defineOperation({
  id: "withdrawInvitation",
  method: "DELETE",
  path: "/invitations/:id",
  summary: "Withdraws an invitation: its link no longer works",
  scope: "people:write",
  async handle({ params: { id }, by, ...who }, { database }) {
    if (!(isId(id) && (await withdrawInvitationOf(database, id, by, mayAct(who))))) throw notFound("invitation");
    return { body: undefined };
  },
});

/** The person who accepts an invitation is not there yet, so only the role decides who may give it. */
const changeRole = (id: string, isGiven: boolean, summary: string) =>
  defineOperation({
    id,
    method: isGiven ? "PUT" : "DELETE",
    path: "/invitations/:id/roles/:role",
    summary,
    scope: "roles:write",
    needsStepUp: true,
    async handle({ params, by, ...who }, deps) {
      const role = await roleIn(params, deps);
      assertMayGrant(role, who);
      const { id: invitationId, roleIds } = await invitationIn(params, deps);
      const isGivenNow = roleIds.includes(role.id);
      if (isGiven && isGivenNow) return { body: undefined, already: "the invitation has the role already" };
      if (!(isGiven || isGivenNow)) throw notFound("role of this invitation");
      const change = { id: invitationId, roleId: role.id, isGiven, giver: giverOf(who.caller) };
      if (!(await changeInvitedRole(deps.database, change, by, mayAct(who)))) {
        throw new Problem("conflict", "the invitation was changed since it was read, or has 20 roles");
      }
      return { body: undefined };
    },
  });

export const invitationOperations: readonly Operation[] = [
  listInvitations,
  readInvitation,
  addInvitation,
  withdrawInvitation,
  changeRole("giveRoleToInvitation", true, "Adds a role to an invitation, for the user who accepts it"),
  changeRole("takeRoleFromInvitation", false, "Removes a role from an invitation"),
];
