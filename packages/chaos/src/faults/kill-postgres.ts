/** PostgreSQL ends, and starts again: told by an operator, or with no time to write anything down. */
import { type Fault, pairOf, seconds } from "./fault.ts";

const AWAY_SECONDS = 6;

/** All its processes at once; it recovers when it starts. */
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

const stop = (mode: "fast" | "immediate"): Fault => ({
  name: `PostgreSQL is stopped (${mode}) for ${AWAY_SECONDS} s`,
  away: "postgres",
  async run(topology) {
    const postgres = pairOf(topology);
    await postgres.primary().stop(mode);
    await seconds(AWAY_SECONDS);
    await postgres.primary().start();
  },
});

export const stopPostgres = stop("fast");
export const stopPostgresAtOnce = stop("immediate");
