/** The roles of people, as tokens need them. */
import type { Database } from "@countersign/database";

export interface RoleStore {
  /**
   * The scopes at a resource server that the person of an authorization has by roles now: by their own, and by those of
   * their groups. Empty if the authorization has no person.
   */
  scopesOf(authorizationId: string, resource: string): Promise<readonly string[]>;
}

export function roleStore({ pool }: Pick<Database, "pool">): RoleStore {
  return {
    async scopesOf(authorizationId, resource) {
      const values = [authorizationId, resource];
      const found = await pool.query<{ scope: string }>({ name: "role-scopes", text: SCOPES_OF, values });
      return found.rows.map(({ scope }) => scope);
    },
  };
}

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
