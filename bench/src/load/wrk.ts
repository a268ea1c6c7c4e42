/** Sends independent requests with wrk, or with autocannon if wrk is not installed. */
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";
import { isInstalled } from "../installed.ts";
import type { LoadOptions, LoadResult, Requests } from "./model.ts";

export const generator = isInstalled("wrk") ? "wrk" : "autocannon";

/**
 * Where the next run of a load continues. A run that started afresh would first send the requests that the server saw
 * last.
 */
const turns = new WeakMap<Requests, number>();

export async function wrk(load: Requests, options: LoadOptions): Promise<LoadResult> {
  const turn = turns.get(load) ?? 0;
  const result = await (generator === "wrk" ? byWrk : byAutocannon)(load, options, turn);
  turns.set(load, (turn + result.done) % load.requests.length);
  return result;
}

async function byWrk(
  { origin, requests }: Requests,
  { concurrency, seconds }: LoadOptions,
  turn: number,
): Promise<LoadResult> {
  const script = join(mkdtempSync(join(tmpdir(), "countersign-wrk-")), "load.lua");
  writeFileSync(script, luaOf(requests, turn), { mode: 0o600 });
  const args = ["-t1", `-c${concurrency}`, `-d${seconds}s`, "--timeout", "5s", "-s", script, origin];
  const { stdout } = await promisify(execFile)("wrk", args, { maxBuffer: 1 << 20 });
  const line = /^RESULT (.*)$/m.exec(stdout)?.[1];
  if (line === undefined) throw new Error(`wrk said nothing that can be read: ${stdout}`);

  const { requests: done, failed, micros, p50, p99 } = JSON.parse(line);
  return { done, failed, perSecond: done / (micros / 1e6), p50Ms: p50 / 1000, p99Ms: p99 / 1000 };
}

// A JSON string in ASCII is also a string of Lua.
const luaOf = (requests: readonly HttpRequestText[], turn: number) => `
local requests = {
${requests
  .map(({ method, path, headers = {}, body }) => {
    const table = Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`);
    return (
      `  { ${JSON.stringify(method)}, ${JSON.stringify(path)}, { ${table.join(", ")} }, ` +
      `${body === undefined ? "nil" : JSON.stringify(body)} },`
    );
  })
  .join("\n")}
}
local prepared = {}
local turn = ${turn}
function init()
  for i, r in ipairs(requests) do prepared[i] = wrk.format(r[1], r[2], r[3], r[4]) end
end
function request()
  turn = turn % #prepared + 1
  return prepared[turn]
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('RESULT {"requests":%d,"failed":%d,"micros":%d,"p50":%d,"p99":%d}\\n', summary.requests,
    e.connect + e.read + e.write + e.status + e.timeout, summary.duration,
    latency:percentile(50), latency:percentile(99)))
end
`;

type HttpRequestText = Requests["requests"][number];

async function byAutocannon(
  { origin, requests }: Requests,
  { concurrency, seconds }: LoadOptions,
  turn: number,
): Promise<LoadResult> {
  const texts = requests.map(({ method, path, headers, body }) => ({
    method,
    path,
    ...(headers === undefined ? {} : { headers: { ...headers } }),
    ...(body === undefined ? {} : { body }),
  }));
  let from = turn;
  const result = await autocannon({
    url: origin,
    connections: concurrency,
    duration: seconds,
    // Each connection sends all of the requests, and starts at a different one.
    setupClient(client) {
      client.setRequests([...texts.slice(from), ...texts.slice(0, from)]);
      from = (from + Math.ceil(texts.length / concurrency)) % texts.length;
    },
  });
  const { requests: counts, latency, errors, non2xx, duration } = result;
  const done = counts.total;
  return { done, failed: errors + non2xx, perSecond: done / duration, p50Ms: latency.p50, p99Ms: latency.p99 };
}
