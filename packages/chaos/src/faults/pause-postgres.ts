/** PostgreSQL stands still, as a virtual machine does that moves: longer than any request waits. */
import { type Fault, pairOf, seconds } from "./fault.ts";

const PAUSE_SECONDS = 35;

export const pausePostgres: Fault = {
  name: `PostgreSQL stands still for ${PAUSE_SECONDS} s`,
  away: "postgres",
  async run(topology) {
    const postgres = pairOf(topology);
    postgres.primary().freeze();
    await seconds(PAUSE_SECONDS);
    postgres.primary().thaw();
  },
};
