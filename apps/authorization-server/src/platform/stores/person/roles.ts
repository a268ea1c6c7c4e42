/** The roles of people, as tokens need them. */
import type { Database } from "@countersign/database";

export interface RoleStore {
  /**
   * The scopes at a resource server that the person of an authorization has by roles now: by their own, and by those of
   * their groups. Empty if the authorization has no person.
   */
  scopesOf(authorizationId: string, resource: string): Promise<readonly string[]>;
  /** The same for a person. */
  scopesOfPerson(userId: string, resource: string): Promise<readonly string[]>;
  /** The scopes that a person has by roles of the deployment, or of any organization, be it disabled now. */
  scopesAnywhere(userId: string, resource: string): Promise<readonly string[]>;
  /** The scopes at a resource server that the roles of a group give. */
  scopesOfGroup(groupId: string, resource: string): Promise<readonly string[]>;
  /** The scopes at a resource server that a person has in an organization, by their roles there. */
  scopesInOrganization(member: MemberOf, resource: string): Promise<readonly string[]>;
  /** The names of the roles at a resource server that the person of an authorization has everywhere, up to `most`. */
  namesOf(authorizationId: string, resource: string, most: number): Promise<readonly string[]>;
  /** The names of the roles at a resource server that a person has in an organization, up to `most`. */
  namesInOrganization(member: MemberOf, resource: string, most: number): Promise<readonly string[]>;
  /**
   * The names of the groups of the person behind an authorization, up to 200: those of the deployment. The directory of
   * an organization names groups as it likes, so its groups are none of them.
   */
  groupsBehind(authorizationId: string): Promise<readonly string[]>;
  /** The id of the person behind an authorization. */
  personBehind(authorizationId: string): Promise<string | undefined>;
  /** Creates roles of a resource server, by name, or gives those that exist these scopes. */
  ensure(resource: string, roles: EnsuredRoles, at: Date): Promise<void>;
}

export interface MemberOf {
  readonly organizationId: string;
  readonly userId: string;
}

interface EnsuredRoles {
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  /** The names of those that may be given in organizations. */
  readonly inOrganizations: readonly string[];
}

export function roleStore({ pool }: Pick<Database, "pool">): RoleStore {
  return {
    async scopesOf(authorizationId, resource) {
      const values = [authorizationId, resource];
      const found = await pool.query<{ scope: string }>({ name: "role-scopes", text: SCOPES_OF, values });
      return found.rows.map(({ scope }) => scope);
    },

    async scopesOfPerson(userId, resource) {
      const values = [userId, resource];
      const found = await pool.query<{ scope: string }>({ name: "role-scopes-of-person", text: OF_PERSON, values });
      return found.rows.map(({ scope }) => scope);
    },

    async scopesAnywhere(userId, resource) {
      const values = [userId, resource];
      const found = await pool.query<{ scope: string }>({ name: "role-scopes-anywhere", text: ANYWHERE, values });
      return found.rows.map(({ scope }) => scope);
    },

    async scopesOfGroup(groupId, resource) {
      const values = [groupId, resource];
      const found = await pool.query<{ scope: string }>({ name: "role-scopes-of-group", text: OF_GROUP, values });
      return found.rows.map(({ scope }) => scope);
    },

    async scopesInOrganization({ organizationId, userId }, resource) {
      const values = [userId, resource, organizationId];
      const query = { name: "role-scopes-in-organization", text: IN_ORGANIZATION, values };
      const found = await pool.query<{ scope: string }>(query);
      return found.rows.map(({ scope }) => scope);
    },

    async namesOf(authorizationId, resource, most) {
      const values = [authorizationId, resource, most];
      const found = await pool.query<{ name: string }>({ name: "role-names", text: NAMES_OF, values });
      return found.rows.map(({ name }) => name);
    },

    async namesInOrganization({ organizationId, userId }, resource, most) {
      const values = [userId, resource, organizationId, most];
      const query = { name: "role-names-in-organization", text: NAMES_IN_ORGANIZATION, values };
      const found = await pool.query<{ name: string }>(query);
      return found.rows.map(({ name }) => name);
    },

    async groupsBehind(authorizationId) {
      const values = [authorizationId];
      const found = await pool.query<{ name: string }>({ name: "user-groups-behind", text: GROUPS_BEHIND, values });
      return found.rows.map(({ name }) => name);
    },

    async personBehind(authorizationId) {
      const text = 'SELECT user_id AS id FROM "authorization" WHERE id = $1';
      const query = { name: "person-behind", text, values: [authorizationId] };
      return (await pool.query<{ id: string }>(query)).rows[0]?.id;
    },

    async ensure(resource, { scopes: roles, inOrganizations }, at) {
      for (const [name, scopes] of Object.entries(roles)) {
        // biome-ignore lint/performance/noAwaitInLoops: a fixed list of roles, when the service starts
        await pool.query(ENSURE, [resource, name, scopes, at, inOrganizations.includes(name)]);
      }
    },
  };
}

/** The scopes of a person at a resource server by roles of the deployment, as a query of these expressions. */
export const ofPerson = (user: string, resource: string): string => `
  SELECT DISTINCT unnest(r.scopes) AS scope
    FROM (SELECT role_id FROM role_assignment WHERE user_id = ${user}
          UNION ALL
          SELECT a.role_id FROM group_member m JOIN role_assignment a ON a.group_id = m.group_id
           WHERE m.user_id = ${user}) held
    JOIN role r ON r.id = held.role_id
   WHERE r.resource = ${resource}`;
const OF_PERSON = ofPerson("$1", "$2");

const ANYWHERE = `
  SELECT DISTINCT unnest(r.scopes) AS scope
    FROM (SELECT role_id, user_id, group_id FROM role_assignment
          UNION ALL
          SELECT role_id, user_id, group_id FROM organization_role) a
    JOIN role r ON r.id = a.role_id
   WHERE r.resource = $2
     AND (a.user_id = $1 OR a.group_id IN (SELECT m.group_id FROM group_member m WHERE m.user_id = $1))`;

const OF_GROUP = `
  SELECT DISTINCT unnest(r.scopes) AS scope
    FROM (SELECT role_id FROM role_assignment WHERE group_id = $1
          UNION ALL SELECT role_id FROM organization_role WHERE group_id = $1) a
    JOIN role r ON r.id = a.role_id
   WHERE r.resource = $2`;

// Only members of an organization belong to its groups. A former member has no membership, even if a row remains.
const heldInOrganization = (user: string, resource: string, organization: string) => `
    FROM organization_member m
    JOIN organization o ON o.id = m.organization_id AND o.disabled_at IS NULL
    JOIN organization_role a ON a.organization_id = m.organization_id
     AND (a.user_id = m.user_id
          OR a.group_id IN (SELECT g.group_id FROM group_member g WHERE g.user_id = m.user_id))
    JOIN role r ON r.id = a.role_id
   WHERE m.user_id = ${user} AND r.resource = ${resource} AND m.organization_id = ${organization}`;

/** The same by roles in an organization. */
export const inOrganization = (user: string, resource: string, organization: string): string =>
  `SELECT DISTINCT unnest(r.scopes) AS scope ${heldInOrganization(user, resource, organization)}`;
const IN_ORGANIZATION = inOrganization("$1", "$2", "$3");
const NAMES_IN_ORGANIZATION = `
  SELECT DISTINCT r.name ${heldInOrganization("$1", "$2", "$3")} ORDER BY r.name LIMIT $4`;

const ENSURE = `
  INSERT INTO role (id, resource, name, scopes, created_at, in_organizations)
  VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)
  ON CONFLICT (resource, name) DO UPDATE SET scopes = $3, in_organizations = $5`;

const HELD_BEHIND = `
    FROM "authorization" z
   CROSS JOIN LATERAL (
         SELECT role_id FROM role_assignment WHERE user_id = z.user_id
         UNION ALL
         SELECT a.role_id FROM group_member m JOIN role_assignment a ON a.group_id = m.group_id
          WHERE m.user_id = z.user_id) held
    JOIN role r ON r.id = held.role_id
   WHERE z.id = $1 AND r.resource = $2`;
const SCOPES_OF = `SELECT DISTINCT unnest(r.scopes) AS scope ${HELD_BEHIND}`;
const NAMES_OF = `SELECT DISTINCT r.name ${HELD_BEHIND} ORDER BY r.name LIMIT $3`;

const GROUPS_BEHIND = `
  SELECT g.name FROM "authorization" a
    JOIN group_member m ON m.user_id = a.user_id
    JOIN user_group g ON g.id = m.group_id AND g.organization_id IS NULL
   WHERE a.id = $1 ORDER BY g.name LIMIT 200`;
