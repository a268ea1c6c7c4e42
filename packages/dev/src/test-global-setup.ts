import pg from "pg";
import { testServer } from "./test-database.ts";

export default testServer(async (connectionString) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("CREATE TABLE migrated (id int PRIMARY KEY); INSERT INTO migrated VALUES (1)");
  await client.end();
});
