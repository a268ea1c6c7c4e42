/** What clients do with a request that failed: they wait, and send it again. */
import { isFailed } from "../history/good.ts";
import type { Answer } from "./http.ts";

const PAUSE_MS = 500;
const MOST_REPEATS = 200;
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends a request until it is answered, as clients do that are told `Retry-After`. */
export async function answered(send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send();
  for (let times = 0; isFailed(answer) && times < MOST_REPEATS; times++) {
    await pause(PAUSE_MS);
    answer = await send();
  }
  return answer;
}
