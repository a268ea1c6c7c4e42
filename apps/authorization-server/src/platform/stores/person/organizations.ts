/** The organizations of people, as requests and tokens need them. */
import type { Database } from "@countersign/database";
import { hashSecret } from "@countersign/rules";

/** An enabled organization that a person belongs to. */
export interface OwnOrganization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

export interface OrganizationStore {
  /** The organization of this slug, if it is enabled and the person is a member. */
  find(userId: string, slug: string): Promise<OwnOrganization | undefined>;
  /** The organizations of a person, by name, up to 200. Disabled ones are among them: they can be left. */
  listOf(userId: string): Promise<readonly Joined[]>;
  /**
   * The open invitations to the verified address of a person, by name, up to 200.
   *
   * @param token of the link that the person opened
   */
  invitationsOf(userId: string, token: string | undefined, at: Date): Promise<readonly OwnInvitation[]>;
  /** Whether the link of an open invitation was mailed to the address of an account. */
  isLinkOfPerson(token: string, at: Date): Promise<boolean>;
  /** The same for the person of an authorization. */
  ofAuthorization(authorizationId: string, slug: string): Promise<MembershipOf | undefined>;
}

interface Joined extends OwnOrganization {
  readonly since: Date;
}

interface OwnInvitation {
  readonly id: string;
  /** The name of the organization. */
  readonly name: string;
  readonly expiresAt: Date;
  /** Whether the person opened its link: only then it can be accepted. */
  readonly isOpened: boolean;
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
    async listOf(userId) {
      return (await pool.query<Joined>(LIST_OF, [userId])).rows;
    },
    async invitationsOf(userId, token, at) {
      const values = [userId, at, token === undefined ? null : hashSecret(token)];
      return (await pool.query<OwnInvitation>(INVITATIONS_OF, values)).rows;
    },
    async isLinkOfPerson(token, at) {
      return (await pool.query(IS_LINK_OF_PERSON, [hashSecret(token), at])).rows.length > 0;
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

const LIST_OF = `
  SELECT o.id, o.slug, o.name, m.created_at AS since
    FROM organization o JOIN organization_member m ON m.organization_id = o.id
   WHERE m.user_id = $1 ORDER BY lower(o.name), o.id LIMIT 200`;

const INVITATIONS_OF = `
  SELECT i.id, o.name, i.expires_at AS "expiresAt", coalesce(i.token_hash = $3, false) AS "isOpened"
    FROM end_user u
    JOIN organization_invitation i ON i.address_canonical = u.email_canonical AND i.expires_at > $2
    JOIN organization o ON o.id = i.organization_id
   WHERE u.id = $1 AND u.email_verified_at IS NOT NULL ORDER BY lower(o.name), i.id LIMIT 200`;

const IS_LINK_OF_PERSON = `
  SELECT FROM organization_invitation i JOIN end_user u ON u.email_canonical = i.address_canonical
   WHERE i.token_hash = $1 AND i.expires_at > $2 LIMIT 1`;

const OF_AUTHORIZATION = `
  SELECT o.id AS "organizationId", m.user_id AS "userId"
    FROM "authorization" z
    JOIN organization_member m ON m.user_id = z.user_id
    JOIN organization o ON o.id = m.organization_id
   WHERE z.id = $1 AND o.slug = $2 AND o.disabled_at IS NULL`;
