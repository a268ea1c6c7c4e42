/** Subjects: how clients name people (OIDC Core §8). A public subject is the id of the person; a pairwise one is kept here. */
import type { Database } from "@countersign/database";
import type { Client } from "@countersign/rules";

export interface SubjectStore {
  /**
   * The id of the person whom a client knows by this `sub`. For a client of a sector `undefined` where the sector has no
   * such subject: the public one of a person, and another sector's, name nobody there.
   */
  userOf(sub: string, client: Pick<Client, "sector"> | undefined): Promise<string | undefined>;
}

export function subjectStore({ pool }: Pick<Database, "pool">): SubjectStore {
  return {
    async userOf(sub, client) {
      if (client?.sector === undefined) return sub;
      if (sub.includes("\0")) return undefined;

      const found = await pool.query({ name: "subject-user", text: USER_OF, values: [sub, client.sector] });
      return found.rows[0]?.userId;
    },
  };
}

const USER_OF = `SELECT user_id AS "userId" FROM pairwise_subject WHERE sub = $1 AND sector = $2`;
