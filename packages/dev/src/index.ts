/** The embedded PostgreSQL for development and tests; never part of an image. */
export { isFailure } from "./failure.ts";
export { type Postgres, type PostgresOptions, startPostgres } from "./postgres/start-postgres.ts";
