/** A fixed amount of work, so that each process that is compared did the same. */
import { connectTo } from "../load/http.ts";
import type { HttpRequest, Load, Worker } from "../load/model.ts";

/** Opens workers for a load. The returned function does `units` of it, and throws if a request fails. */
export async function fixed(load: Load, concurrency: number): Promise<(units: number) => Promise<void>> {
  const opened = Array.from({ length: concurrency }, (_, index) =>
    load.kind === "steps" ? load.open(index) : Promise.resolve(sending(load.origin, load.requests, index)),
  );
  const workers = await Promise.all(opened);
  return async (units) => {
    let left = units;
    const runs = workers.map(async (work) => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    });
    await Promise.all(runs);
  };
}

/** Sends the requests in turn, over one connection. */
export function sending(origin: string, requests: readonly HttpRequest[], first = 0): Worker {
  const connection = connectTo(origin);
  let turn = first;
  return async () => {
    const { method, path, headers, body } = requests[turn % requests.length] as HttpRequest;
    turn += 1;
    const sent = {
      ...(headers === undefined ? {} : { headers: { ...headers } }),
      ...(body === undefined ? {} : { form: new URLSearchParams(body) }),
    };
    const answer = await connection.send(method, path, sent);
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
    return true;
  };
}
