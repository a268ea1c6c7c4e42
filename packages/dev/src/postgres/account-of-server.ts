/** What programs beside ours need that run as PostgreSQL does. */
export { canEnter, postgresAccount } from "./account.ts";
export { giveTo } from "./place.ts";
