/** Liveness of the process, and readiness for requests. */
import type { Logger } from "./log/logger.ts";
import type { Measure } from "./metrics.ts";
import type { Handler, Methods } from "./routing/routes.ts";

const CHECK_LIMIT_MS = 2000;
const LOOK_AGAIN_MS = 1000;
const SAY_AGAIN_MS = 60_000;

/** Rejects when the dependency does not answer. */
export type Check = () => Promise<unknown>;
type Checks = Readonly<Record<string, Check>>;

export interface HealthOptions {
  /** What this replica has, or lacks, by itself. If a check fails, requests are better sent to another replica. */
  readonly checks: Checks;
  /**
   * What all replicas share, such as a store. Without it, another replica would answer no better, so the replica stays
   * ready, and only says that it is degraded. But it becomes ready only when each of these has passed once: a replica
   * that is told a wrong address must not replace a good one.
   */
  readonly shared?: Checks;
  /** Whether this only stands where the service will be, while that waits for its start: then it is never ready. */
  readonly isWaiting?: boolean;
  /** How long one check may take. */
  readonly limitMs?: number;
  /** Logs why a check fails, and when it passes again; the response names only the failed check. */
  readonly logger?: Pick<Logger, "warn" | "info">;
}

export interface Health {
  /** The methods by path. */
  readonly paths: Readonly<Record<"/health/live" | "/health/ready", Methods>>;
  /** Whether the service is ready, and which checks fail. */
  readonly measures: readonly Measure[];
  /** Makes the service not ready, because it is about to stop. */
  withdraw(): void;
}

/**
 * `GET /health/live`: 200 as long as the process answers. It checks nothing else: a restart does not repair a database.
 * `GET /health/ready`: 200, with the names of what is degraded; or 503 with the names of failing checks, or 503 once
 * the service stops.
 */
export function openHealth(options: HealthOptions): Health {
  const { checks, shared = {}, isWaiting = false, limitMs = CHECK_LIMIT_MS, logger } = options;
  const say = sayingChanges(logger);
  const all = { ...checks, ...shared };
  /** What is shared and has passed: its failures do not count against this replica. */
  const forgiven = new Set<string>();
  /** When each check passed for the last time, by the clock of the process. */
  const passedAt = new Map<string, number>();
  let stopping = false;

  const look = seldom(async (): Promise<State> => {
    const failures = await failuresOf(all, limitMs);
    const names = Object.keys(all).sort();
    for (const name of names.filter((one) => !failures.has(one))) {
      if (name in shared) forgiven.add(name);
      passedAt.set(name, performance.now());
      say.works(name);
    }
    const failed = names.filter((name) => failures.has(name));
    for (const name of failed) say.fails(name, failures.get(name), forgiven.has(name) ? "degraded" : "not ready");
    return {
      failing: failed.filter((name) => !forgiven.has(name)),
      degraded: failed.filter((name) => forgiven.has(name)),
    };
  });

  const live: Handler = (call) => call.json({ status: "live" }, NO_STORE);
  const ready: Handler = async (call) => {
    if (stopping) return call.json({ status: "stopping" }, NO_STORE, 503);
    const { failing, degraded } = await look();
    const also = degraded.length === 0 ? {} : { degraded };
    if (failing.length > 0 || isWaiting) call.json({ status: "unavailable", failing, ...also }, NO_STORE, 503);
    else call.json({ status: "ready", ...also }, NO_STORE);
  };
  return {
    paths: { "/health/live": { GET: live }, "/health/ready": { GET: ready } },
    measures: measuresOf(Object.keys(all), async () => ({
      isAway: stopping || isWaiting,
      passedAt,
      ...(await look()),
    })),
    withdraw: () => {
      stopping = true;
    },
  };
}

const NO_STORE = { "cache-control": "no-store" };

interface State {
  readonly failing: readonly string[];
  readonly degraded: readonly string[];
}

interface Looked extends State {
  /** Whether it is stopping, or waits for its start. */
  readonly isAway: boolean;
  readonly passedAt: ReadonlyMap<string, number>;
}

const measuresOf = (names: readonly string[], look: () => Promise<Looked>): Measure[] => [
  {
    name: "service_ready",
    help: "1 if /health/ready answers 200",
    type: "gauge",
    labelNames: [],
    read: async () => {
      const { isAway, failing } = await look();
      return [{ labels: {}, value: isAway || failing.length > 0 ? 0 : 1 }];
    },
  },
  {
    name: "service_check_failing",
    help: "1 if a check of /health/ready fails, whether the service is still ready or not",
    type: "gauge",
    labelNames: ["check"],
    read: async () => {
      const { failing, degraded } = await look();
      return names.map((check) => ({ labels: { check }, value: Number([...failing, ...degraded].includes(check)) }));
    },
  },
  {
    name: "service_check_age_seconds",
    help: "The time since a check of /health/ready passed; absent if it never did",
    type: "gauge",
    labelNames: ["check"],
    read: async () => {
      const { passedAt } = await look();
      return [...passedAt].map(([check, at]) => ({ labels: { check }, value: (performance.now() - at) / 1000 }));
    },
  },
];

/** Logs a failure when it begins, once a minute while it lasts, and when it is over. */
function sayingChanges(logger: HealthOptions["logger"]) {
  const saidAt = new Map<string, number>();
  return {
    fails(check: string, err: unknown, consequence: string): void {
      if (performance.now() - (saidAt.get(check) ?? Number.NEGATIVE_INFINITY) < SAY_AGAIN_MS) return;
      saidAt.set(check, performance.now());
      logger?.warn({ check, err }, consequence);
    },
    works(check: string): void {
      if (saidAt.delete(check)) logger?.info({ check }, "works again");
    },
  };
}

/** The errors of the checks that fail, by name. */
async function failuresOf(checks: Checks, limitMs: number): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  const all = Object.entries(checks).map(async ([name, check]) => {
    try {
      await within(limitMs, check);
    } catch (err) {
      failures.set(name, err);
    }
  });
  await Promise.all(all);
  return failures;
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
