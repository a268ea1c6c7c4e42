export { Call } from "./call.ts";
export { type AddressOf, clientAddress } from "./client-address.ts";
export { createApp } from "./create-app.ts";
export { type Endpoint, type EndpointOptions, serveEndpoints } from "./endpoints.ts";
export { readEnvironment } from "./environment.ts";
export { type Failed, failSafely } from "./fail-safely.ts";
export { readFormBody } from "./form-body.ts";
export { type Check, type HealthOptions, health } from "./health.ts";
export { type App, type Listening, type ListenOptions, listen } from "./listen.ts";
export { createLogger, type Logger, type LoggerOptions } from "./logger.ts";
export {
  type MalformedAnswer,
  type MalformedStatus,
  malformedRequestStatus,
  malformedRequests,
  unexpectedErrors,
} from "./malformed-requests.ts";
export { createMetrics, type Metrics, type MetricsServer, serveMetrics } from "./metrics.ts";
export { requestLog } from "./request-log.ts";
export { run } from "./run.ts";
export { API_HEADERS, HSTS_HEADER, LOADED_ANYWHERE, securityHeaders } from "./security-headers.ts";
