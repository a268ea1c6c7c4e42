/** PostgreSQL stands still, as a virtual machine does that moves: shorter and longer than a request waits. */
import { type Fault, pairOf, seconds } from "./fault.ts";

const pause = (count: number): Fault => ({
  name: `PostgreSQL stands still for ${count} s`,
  away: "postgres",
  async run(topology) {
    const postgres = pairOf(topology);
    postgres.primary().freeze();
    await seconds(count);
    postgres.primary().thaw();
  },
});

export const pausePostgresShortly = pause(5);
export const pausePostgres = pause(35);
