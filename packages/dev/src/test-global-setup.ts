import pg from "pg";
import { testServer } from "./test-database.ts";

const sends = (statements: string) => async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statements);
  await client.end();
};

export default testServer(sends("CREATE TABLE migrated (id int PRIMARY KEY); INSERT INTO migrated VALUES (1)"), {
  inhabited: sends("INSERT INTO migrated VALUES (2)"),
  furnished: sends("INSERT INTO migrated VALUES (3)"),
});
