/** Every act on organizations, in an order in which each changes something. */

import type { Database } from "@countersign/database";
import { anyInvitation } from "../../src/administration/invitations/invited-roles.ts";
import {
  contest,
  type DomainActs,
  type HeldDomain,
  lapse,
  noteFound,
  noteMissing,
} from "../../src/administration/organizations/domain-checks.ts";
import {
  addOrganizationDomain,
  removeOrganizationDomain,
  verifyOrganizationDomain,
} from "../../src/administration/organizations/organization-domains.ts";
import {
  acceptOrganizationInvitation,
  declineOrganizationInvitation,
  inviteIntoOrganization,
  withdrawOrganizationInvitation,
} from "../../src/administration/organizations/organization-invitations.ts";
import {
  addOrganizationMember,
  giveOrganizationRole,
  removeOrganizationMember,
  takeOrganizationRole,
} from "../../src/administration/organizations/organization-members.ts";
import {
  addOrganization,
  changeOrganization,
  enableOrganization,
  removeOrganization,
} from "../../src/administration/organizations/organizations.ts";
import { sendOrganizationInvitationAgain } from "../../src/administration/organizations/send-invitation-again.ts";
import type { Outbox } from "../../src/people/mail/message.ts";
import type { By } from "../../src/platform/stores/audit/audit-events.ts";
import { OPERATOR } from "../../src/platform/stores/person/givers.ts";

interface Acting {
  readonly database: Pick<Database, "pool" | "prisma">;
  readonly mail: Outbox;
}

interface About {
  /** A name that no other call has. */
  readonly name: string;
  /** A person, whose address changes. */
  readonly userId: string;
  /** A resource server, which gets a role. */
  readonly resource: string;
}

export async function allOrganizationActs({ database, mail }: Acting, { name, userId, resource }: About, by: By) {
  const id = (await addOrganization(database, { slug: `o${name}`.slice(0, 40), name: "O" }, by)) ?? "";
  const ofThis = { organizationId: id };
  await changeOrganization(database, { id, name: "P" }, by);
  await enableOrganization(database, { id, isEnabled: false }, by);
  await enableOrganization(database, { id, isEnabled: true }, by);
  await addOrganizationMember(database, { ...ofThis, userId }, by);
  const made = await database.pool.query<{ id: string }>(ROLE, [resource, by.at, name]);
  const role = { ...ofThis, roleId: made.rows[0]?.id ?? "", to: { userId } };
  await giveOrganizationRole(database, role, by);
  await takeOrganizationRole(database, role, by);
  await removeOrganizationMember(database, { ...ofThis, userId }, by);
  const added = await addOrganizationDomain(database, { ...ofThis, domain: `${name}.example` }, by);
  const domain = { ...ofThis, id: typeof added === "string" ? "" : added.id };
  await verifyOrganizationDomain(database, domain, by);
  await domainActs({ database, mail, administration: resource }, { ...domain, domain: `${name}.example` }, by);
  await removeOrganizationDomain(database, domain, by);
  await invitations({ database, mail }, { name, userId, ...ofThis, roleIds: [role.roleId] }, by);
  await removeOrganization(database, id, by);
}

/** What becomes of a domain whose record is gone, is back, is gone again and contested, and stays away. */
async function domainActs(acts: DomainActs, domain: Pick<HeldDomain, "id" | "organizationId" | "domain">, by: By) {
  const there = { ...domain, token: "", missingSince: null, contestedAt: null };
  const gone = { ...there, missingSince: by.at };
  await noteMissing(acts, there, by);
  await noteFound(acts, gone, by);
  await contest(acts, there, by);
  await lapse(acts, { ...gone, contestedAt: by.at }, by);
}

async function invitations(
  { database, mail }: Acting,
  { name, userId, organizationId, roleIds }: Omit<About, "resource"> & { organizationId: string; roleIds: string[] },
  by: By,
) {
  const canonical = `${name}@example.org`;
  const invitation = {
    ...{ organizationId, roleIds, address: { deliverable: canonical, canonical } },
    ...{ lifetimeSeconds: 3600, language: "en", takesSignUps: true, madeBy: OPERATOR },
  };
  let token = "";
  const link = (sent: string) => {
    token = sent;
    return `/invitation?token=${sent}`;
  };
  const invite = async () =>
    (await inviteIntoOrganization({ database, mail }, { ...invitation, link }, by, anyInvitation)) ?? "";
  const again = { ...invitation, id: await invite(), link, couldGive: () => true };
  await sendOrganizationInvitationAgain({ database, mail }, again, by, anyInvitation);
  await withdrawOrganizationInvitation(database, { organizationId, id: again.id }, by, anyInvitation);
  const proved = "UPDATE end_user SET email = $2, email_canonical = $2, email_verified_at = $3 WHERE id = $1";
  await database.pool.query(proved, [userId, canonical, by.at]);
  await declineOrganizationInvitation(database, { userId, id: await invite() }, by);
  await acceptOrganizationInvitation(
    { database, administration: undefined },
    { userId, id: await invite(), token },
    by,
  );
}

const ROLE = `
  INSERT INTO role (id, resource, name, scopes, created_at, in_organizations)
  VALUES (gen_random_uuid(), $1, $3, '{}', $2, true) RETURNING id`;
