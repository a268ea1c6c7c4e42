/**
 * Subjects: how clients name people (OIDC Core §8). A public subject is the id of the person; a pairwise one is kept
 * here.
 */
import type { Database } from "@countersign/database";
import type { Client } from "@countersign/rules";

export interface SubjectStore {
  /**
   * The id of the person whom a client knows by this `sub`. For a client of a sector `undefined` where the sector has
   * no such subject: the public one of a person, and another sector's, name nobody there.
   */
  userOf(sub: string, client: Pick<Client, "sector"> | undefined): Promise<string | undefined>;
  /** The people whom a client knows by any of these. */
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
