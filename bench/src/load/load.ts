/** Load on one server: how much of it, and what came of it. */

import { steps } from "./steps.ts";
import { wrk } from "./wrk.ts";

export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests that do not depend on answers, sent in turn again and again. */
export interface Requests {
  readonly kind: "requests";
  readonly origin: string;
  readonly requests: readonly HttpRequest[];
}

/**
 * Does one unit of work, such as a whole code flow. Throws when an answer is not the right one; false when there is no
 * more to do.
 */
export type Worker = () => Promise<boolean>;

export interface Steps {
  readonly kind: "steps";
  /** Makes a worker; called once for each connection, before anything is measured. */
  readonly open: (index: number) => Promise<Worker>;
}

export type Load = Requests | Steps;

export interface LoadResult {
  readonly done: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface LoadOptions {
  readonly concurrency: number;
  readonly seconds: number;
}

/** Makes a load ready; what it returns runs it for so long. */
export async function ready(load: Load, options: LoadOptions): Promise<() => Promise<LoadResult>> {
  if (load.kind === "requests") return () => wrk(load, options);

  const workers = await Promise.all(Array.from({ length: options.concurrency }, (_, index) => load.open(index)));
  return () => steps(workers, options);
}
