/** The organizations of people, as requests and tokens need them. */
import type { Database } from "@countersign/database";

/** An enabled organization that a person belongs to. */
export interface OwnOrganization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

export interface OrganizationStore {
  /** The organization of this slug, if it is enabled and the person is a member. */
  find(userId: string, slug: string): Promise<OwnOrganization | undefined>;
  /** The same for the person of an authorization. */
  ofAuthorization(authorizationId: string, slug: string): Promise<MembershipOf | undefined>;
}

interface MembershipOf {
  readonly organizationId: string;
  readonly userId: string;
}

export function organizationStore({ pool }: Pick<Database, "pool">): OrganizationStore {
  return {
    async find(userId, slug) {
      const query = { name: "organization-of-person", text: OF_PERSON, values: [userId, slug] };
      return (await pool.query<OwnOrganization>(query)).rows[0];
    },
    async ofAuthorization(authorizationId, slug) {
      const query = { name: "organization-of-authorization", text: OF_AUTHORIZATION, values: [authorizationId, slug] };
      return (await pool.query<MembershipOf>(query)).rows[0];
    },
  };
}

const OF_PERSON = `
  SELECT o.id, o.slug, o.name
    FROM organization o JOIN organization_member m ON m.organization_id = o.id
   WHERE m.user_id = $1 AND o.slug = $2 AND o.disabled_at IS NULL`;

const OF_AUTHORIZATION = `
  SELECT o.id AS "organizationId", m.user_id AS "userId"
    FROM "authorization" z
    JOIN organization_member m ON m.user_id = z.user_id
    JOIN organization o ON o.id = m.organization_id
   WHERE z.id = $1 AND o.slug = $2 AND o.disabled_at IS NULL`;
