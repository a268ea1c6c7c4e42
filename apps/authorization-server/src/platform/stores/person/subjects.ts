/**
 * Subjects: the identifiers by which clients know people (OIDC Core §8). A public subject is the id of the person. This
 * store keeps the pairwise subjects.
 */
import type { Database } from "@countersign/database";
import type { Client } from "@countersign/rules";

export interface SubjectStore {
  /**
   * The id of the person whom a client knows by this `sub`. If the client has a sector and the sector has no such
   * subject, the result is `undefined`: public subjects and subjects of another sector identify no person in this
   * sector.
   */
  userOf(sub: string, client: Pick<Client, "sector"> | undefined): Promise<string | undefined>;
  /** The people whom a client knows by any of these subjects. */
  usersOf(subs: readonly string[], client: Pick<Client, "sector"> | undefined): Promise<readonly string[]>;
}

export function subjectStore({ pool }: Pick<Database, "pool">): SubjectStore {
  const usersOf: SubjectStore["usersOf"] = async (subs, client) => {
    if (client?.sector === undefined) return subs;

    const values = [subs.filter((sub) => !sub.includes("\0")), client.sector];
    const found = await pool.query<{ userId: string }>({ name: "subject-users", text: USERS_OF, values });
    return found.rows.map(({ userId }) => userId);
  };

  return { usersOf, userOf: async (sub, client) => (await usersOf([sub], client))[0] };
}

const USERS_OF = `SELECT user_id AS "userId" FROM pairwise_subject WHERE sub = ANY($1) AND sector = $2`;
