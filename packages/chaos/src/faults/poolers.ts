/** Every PgBouncer is replaced at once, and breaks off what it has. */
import type { Fault } from "./fault.ts";

export const replacePoolers: Fault = {
  name: "SIGKILL of every PgBouncer",
  away: "postgres",
  run: ({ poolers }) => poolers?.replace() ?? Promise.reject(new Error("This fault needs --pooler pgbouncer.")),
};
