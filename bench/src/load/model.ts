/** Load on one server: how much of it, and the result. */

export interface HttpRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests that do not depend on answers. They are sent in turn, again and again. */
export interface Requests {
  readonly kind: "requests";
  readonly origin: string;
  readonly requests: readonly HttpRequest[];
}

/**
 * Does one unit of work, such as a whole code flow. Throws when an answer is wrong. Returns false when there is no
 * more work.
 */
export type Worker = () => Promise<boolean>;

export interface Steps {
  readonly kind: "steps";
  /** Makes a worker. It is called once for each connection, before the measurement starts. */
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
