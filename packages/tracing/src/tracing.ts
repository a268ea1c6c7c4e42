/** What opens tracing, and what closes it. */

export interface TracingOptions {
  /** The name of the service, unless OTEL_SERVICE_NAME says another. */
  readonly service: string;
  readonly log: TracingLog;
  /** Whether requests that `fetch` sends are traced, and told to their receivers: for services that call ours. */
  readonly fetches?: boolean;
}

export interface TracingLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface Tracing {
  /** Exports what is left, within two seconds. Never throws: a collector that is away keeps no service running. */
  close(): Promise<void>;
}
