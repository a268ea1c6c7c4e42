/** One PostgreSQL server for the run. `createTestDatabase` copies a migrated database. */
import { testServer } from "@countersign/dev/test-database";
import { migrate } from "../migrate/migrate.ts";

export default testServer(migrate);
