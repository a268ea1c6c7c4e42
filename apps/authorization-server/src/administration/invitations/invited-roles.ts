/**
 * The roles that invitations give: which they are, for a person who acts upon an invitation, and who gets them when it
 * is accepted. The person who put a role on it must be able to give it then.
 */
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { recordAudits } from "../../platform/stores/audit/audit-rows.ts";
import { type Giver, mayStillGive } from "../../platform/stores/person/givers.ts";
import type { Query } from "../../platform/stores/transaction.ts";

/** A role as far as it decides who may give or take it. */
export interface GivenRole {
  readonly resource: string;
  readonly scopes: readonly string[];
}

/** Throws if who acts may not act upon an invitation with these roles. Its row is locked in the meantime. */
export type AssertMayAct = (roles: readonly GivenRole[]) => void;

/** For commands: an operator may act upon any. */
export const anyInvitation: AssertMayAct = () => {};

/** The roles of these ids, but for those that were deleted. */
export async function rolesWith(query: Query, ids: readonly string[]): Promise<readonly GivenRole[]> {
  if (ids.length === 0) return [];
  return (await query("SELECT resource, scopes FROM role WHERE id = ANY ($1::uuid[])", [
    ids,
  ])) as unknown as GivenRole[];
}

/** Of whom an invitation gives which roles, and where they count. */
export interface Accepted {
  readonly invitationId: string;
  readonly userId: string;
  /** Where the roles count; undefined for roles of the deployment. */
  readonly organizationId?: string;
  /** Who gives each role, by its id. A role without a giver is not given. */
  readonly givers: Readonly<Record<string, Giver | null>>;
  /** The identifier of the administration API; undefined if it is off. */
  readonly administration: string | undefined;
}

/**
 * Gives the roles of an accepted invitation, but for those that were deleted since, and those that who put them there
 * may not give any more: the audit log says which.
 */
export async function giveInvitedRoles(query: Query, accepted: Accepted, by: By): Promise<void> {
  const { invitationId, userId, organizationId, givers, administration } = accepted;
  if (Object.keys(givers).length === 0) return;
  const place = organizationId === undefined ? IN_DEPLOYMENT : IN_ORGANIZATION;
  const of = organizationId === undefined ? {} : { organization: organizationId };
  const asked = (await query(place.asked, [JSON.stringify(givers), administration ?? null])) as unknown as Asked[];
  const [mayGive, mayNot] = [asked.filter((role) => role.mayGive), asked.filter((role) => !role.mayGive)];
  const ids = mayGive.map(({ id }) => id);
  const given = new Set((await query(place.give, [userId, ids, by.at, ...Object.values(of)])).map((row) => row.roleId));
  await recordAudits(query, [
    ...mayGive
      .filter(({ id }) => given.has(id))
      .map(({ resource, name }) => ({
        type: place.type,
        ...by,
        userId,
        detail: { resource, name, ...of, by: "invitation" },
      })),
    ...mayNot.map(({ id, resource, name }) => ({
      type: "invited_role_withheld" as const,
      ...by,
      userId,
      detail: { resource, name, ...of, invitation: invitationId, giver: givers[id] ?? null },
    })),
  ]);
}

interface Asked {
  readonly id: string;
  readonly resource: string;
  readonly name: string;
  readonly mayGive: boolean;
}

// The names of the tables in the condition differ from these.
const asked = (scope: string, condition: string) => `
  SELECT r.id, r.resource, r.name, COALESCE(${mayStillGive("put.giver", scope, "$2")}, false) AS "mayGive"
    FROM jsonb_each($1::jsonb) AS put (role_id, giver) JOIN role r ON r.id = put.role_id::uuid${condition}
   ORDER BY r.resource, r.name`;

const IN_DEPLOYMENT = {
  type: "role_assigned",
  asked: asked("roles:write", ""),
  give: `
    INSERT INTO role_assignment (id, role_id, user_id, created_at)
    SELECT gen_random_uuid(), unnest($2::uuid[]), $1, $3 ON CONFLICT DO NOTHING RETURNING role_id AS "roleId"`,
} as const;

const IN_ORGANIZATION = {
  type: "organization_role_assigned",
  asked: asked("organizations:write", " AND r.in_organizations"),
  give: `
    INSERT INTO organization_role (id, organization_id, role_id, user_id, created_at)
    SELECT gen_random_uuid(), $4, unnest($2::uuid[]), $1, $3 ON CONFLICT DO NOTHING RETURNING role_id AS "roleId"`,
} as const;
