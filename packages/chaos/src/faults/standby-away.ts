/** The only synchronous standby is away: no commit ends, and reads go on. */
import { type Fault, pairOf, seconds } from "./fault.ts";

const AWAY_SECONDS = 45;

export const standbyAway: Fault = {
  name: `the only synchronous standby is away for ${AWAY_SECONDS} s`,
  away: "changes",
  isDoneLater: true,
  async run(topology) {
    const postgres = pairOf(topology);
    await postgres.synchronous(true);
    postgres.standby().freeze();
    await seconds(AWAY_SECONDS);
    postgres.standby().thaw();
    await seconds(2);
    await postgres.synchronous(false);
  },
};
