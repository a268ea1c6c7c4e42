/** The people of a deployment. */
import pg from "pg";
import { PEOPLE, usernameOf } from "./countersign-pages.ts";

/** A command for each person would take a minute. So they are copies of the first person, password included. */
export async function addPeople(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const names = Array.from({ length: PEOPLE - 1 }, (_, index) => usernameOf(index + 1));
  try {
    await client.query(
      `INSERT INTO end_user
       SELECT (jsonb_populate_record(u, jsonb_build_object(
                'id', gen_random_uuid(), 'username', made.username, 'username_folded', NULL, 'username_look', NULL))).*
         FROM end_user u, unnest($1::text[]) AS made (username) WHERE u.username = 'alice'`,
      [names],
    );
  } finally {
    await client.end();
  }
}
