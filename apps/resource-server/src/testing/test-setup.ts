/**
 * vitest's globalSetup: one PostgreSQL server for the run. Databases start empty; tests migrate them (see
 * test-database.ts).
 */
import { testServer } from "@countersign/dev/test-database";

export default testServer();
