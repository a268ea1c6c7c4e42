/** All processes of PostgreSQL are killed; it starts again and recovers. */
import { type Fault, pairOf, seconds } from "./fault.ts";

export const killPostgres: Fault = {
  name: "SIGKILL of PostgreSQL",
  away: "postgres",
  async run(topology) {
    const postgres = pairOf(topology);
    await postgres.primary().kill();
    await seconds(2);
    await postgres.primary().start();
  },
};
