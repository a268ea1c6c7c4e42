/**
 * Sends what a crowd sends, all at once, in a process of its own, so that it is not in the way of the requests that are
 * timed. Each message names the requests; the answer is how many had each status, and how long they took in all.
 */
import { connectTo } from "../load/http.ts";

export interface Crowd {
  readonly origin: string;
  readonly requests: readonly {
    readonly path: string;
    readonly headers?: Record<string, string>;
    readonly form?: Record<string, string>;
    readonly json?: unknown;
  }[];
}

export interface Sent {
  readonly statuses: Readonly<Record<number, number>>;
  readonly milliseconds: number;
}

process.on("message", async ({ origin, requests }: Crowd) => {
  const connections = requests.map(() => connectTo(origin));
  const startedAt = performance.now();
  const answers = await Promise.all(requests.map(({ path, ...sent }, at) => connections[at]?.send("POST", path, sent)));
  const milliseconds = performance.now() - startedAt;
  const statuses: Record<number, number> = {};
  for (const answer of answers) if (answer) statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  process.send?.({ statuses, milliseconds } satisfies Sent);
});
process.on("disconnect", () => process.exit(0));
