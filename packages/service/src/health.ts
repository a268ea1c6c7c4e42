/** Whether the process lives, and whether it should be sent requests. */
import { Router } from "express";
import type { Logger } from "./logger.ts";

const CHECK_LIMIT_MS = 2000;
const LOOK_AGAIN_MS = 1000;

/** Rejects when what it asks does not answer. */
export type Check = () => Promise<unknown>;

export interface HealthOptions {
  readonly checks: Readonly<Record<string, Check>>;
  /** How long one check may take. */
  readonly limitMs?: number;
  /** Told why a check fails; the response names only which. */
  readonly logger?: Pick<Logger, "warn">;
}

/**
 * `GET /health/live`: 200 as long as the process answers. It looks at nothing else: a restart mends no database.
 * `GET /health/ready`: 200, or 503 with the names of failing checks, or 503 while `listen` is stopping this app.
 */
export function health({ checks, limitMs = CHECK_LIMIT_MS, logger }: HealthOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const failing = seldom(() => failingChecks(checks, limitMs, logger));

  router.get("/health/live", (_req, res) => {
    res.set("cache-control", "no-store").json({ status: "live" });
  });

  router.get("/health/ready", async (req, res) => {
    res.set("cache-control", "no-store");
    if (req.app.locals.stopping === true) {
      res.status(503).json({ status: "stopping" });
      return;
    }
    const names = await failing();
    if (names.length > 0) res.status(503).json({ status: "unavailable", failing: names });
    else res.json({ status: "ready" });
  });
  return router;
}

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

/** Anyone can ask for readiness: a look at the dependencies is for all who ask until a second after it. */
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
