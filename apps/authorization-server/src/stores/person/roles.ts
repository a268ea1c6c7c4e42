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
  /** The scopes at a resource server that the roles of a group give. */
  scopesOfGroup(groupId: string, resource: string): Promise<readonly string[]>;
  /** Creates roles of a resource server, by name, or gives those that exist these scopes. */
  ensure(resource: string, roles: Readonly<Record<string, readonly string[]>>, at: Date): Promise<void>;
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

    async scopesOfGroup(groupId, resource) {
      const values = [groupId, resource];
      const found = await pool.query<{ scope: string }>({ name: "role-scopes-of-group", text: OF_GROUP, values });
      return found.rows.map(({ scope }) => scope);
    },

    async ensure(resource, roles, at) {
      for (const [name, scopes] of Object.entries(roles)) await pool.query(ENSURE, [resource, name, scopes, at]);
    },
  };
}

const OF_PERSON = `
  SELECT DISTINCT unnest(r.scopes) AS scope
    FROM (SELECT role_id FROM role_assignment WHERE user_id = $1
          UNION ALL
          SELECT a.role_id FROM group_member m JOIN role_assignment a ON a.group_id = m.group_id
           WHERE m.user_id = $1) held
    JOIN role r ON r.id = held.role_id
   WHERE r.resource = $2`;

const OF_GROUP = `
  SELECT DISTINCT unnest(r.scopes) AS scope FROM role_assignment a JOIN role r ON r.id = a.role_id
   WHERE a.group_id = $1 AND r.resource = $2`;

const ENSURE = `
  INSERT INTO role (id, resource, name, scopes, created_at) VALUES (gen_random_uuid(), $1, $2, $3, $4)
  ON CONFLICT (resource, name) DO UPDATE SET scopes = $3`;

const SCOPES_OF = `
  SELECT DISTINCT unnest(r.scopes) AS scope
    FROM "authorization" z
   CROSS JOIN LATERAL (
         SELECT role_id FROM role_assignment WHERE user_id = z.user_id
         UNION ALL
         SELECT a.role_id FROM group_member m JOIN role_assignment a ON a.group_id = m.group_id
          WHERE m.user_id = z.user_id) held
    JOIN role r ON r.id = held.role_id
   WHERE z.id = $1 AND r.resource = $2`;
