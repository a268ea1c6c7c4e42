/** Liveness of the process, and readiness for requests. */
import type { Logger } from "./logger.ts";
import type { Handler, Methods } from "./routes.ts";

const CHECK_LIMIT_MS = 2000;
const LOOK_AGAIN_MS = 1000;

/** Rejects when the dependency does not answer. */
export type Check = () => Promise<unknown>;

export interface HealthOptions {
  readonly checks: Readonly<Record<string, Check>>;
  /** How long one check may take. */
  readonly limitMs?: number;
  /** Logs why a check fails; the response names only the failed check. */
  readonly logger?: Pick<Logger, "warn">;
}

export interface Health {
  /** The methods by path. */
  readonly paths: Readonly<Record<"/health/live" | "/health/ready", Methods>>;
  /** Makes the service not ready, because it is about to stop. */
  withdraw(): void;
}

/**
 * `GET /health/live`: 200 as long as the process answers. It checks nothing else: a restart does not repair a database.
 * `GET /health/ready`: 200, or 503 with the names of failing checks, or 503 once the service stops.
 */
export function openHealth({ checks, limitMs = CHECK_LIMIT_MS, logger }: HealthOptions): Health {
  const failing = seldom(() => failingChecks(checks, limitMs, logger));
  let stopping = false;

  const live: Handler = (call) => call.json({ status: "live" }, NO_STORE);
  const ready: Handler = async (call) => {
    if (stopping) return call.json({ status: "stopping" }, NO_STORE, 503);
    const names = await failing();
    if (names.length > 0) call.json({ status: "unavailable", failing: names }, NO_STORE, 503);
    else call.json({ status: "ready" }, NO_STORE);
  };
  return {
    paths: { "/health/live": { GET: live }, "/health/ready": { GET: ready } },
    withdraw: () => {
      stopping = true;
    },
  };
}

const NO_STORE = { "cache-control": "no-store" };

async function failingChecks(checks: HealthOptions["checks"], limitMs: number, logger: HealthOptions["logger"]) {
  const failed = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await within(limitMs, check);
        return [];
      } catch (err) {
        logger?.warn({ check: name, err }, "not ready");
        return [name];
      }
    }),
  );
  return failed.flat();
}

async function within(limitMs: number, check: Check): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([check(), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Anyone can ask for readiness, so one check of the dependencies serves all requests until a second after it. */
function seldom<T>(look: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  let oldAt = 0;
  return () => {
    if (found !== undefined && performance.now() < oldAt) return found;
    oldAt = Number.POSITIVE_INFINITY;
    found = look().finally(() => {
      oldAt = performance.now() + LOOK_AGAIN_MS;
    });
    return found;
  };
}
