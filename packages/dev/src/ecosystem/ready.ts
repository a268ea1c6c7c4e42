import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 50;
const ANSWER_WITHIN_MS = 5000;

/**
 * Waits until a GET request is answered with success. A redirect counts as success.
 *
 * @param stop ends the waiting
 * @returns whether the request was answered with success within `withinMs`
 */
export async function answersWithin(port: number, path: string, withinMs: number, stop: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (!stop.aborted && Date.now() < deadline) {
    const status = await statusOf(port, path);
    if (status !== undefined && status >= 200 && status < 400) return true;
    await sleep(POLL_MS);
  }
  return false;
}

function statusOf(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = request({ host: "localhost", port, path, timeout: ANSWER_WITHIN_MS, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once("error", () => resolve(undefined));
    asked.once("timeout", () => asked.destroy());
    asked.end();
  });
}
