/** The routes of the resource server, and their callers. */

import type { RequestListener } from "node:http";
import { metadataPath, metadataUrl } from "@countersign/guard/parts";
import {
  type Caller,
  type Handler,
  type Health,
  type Logger,
  type Metrics,
  type MutualTls,
  serve,
  vouchedBy,
} from "@countersign/service";
import type { Dependencies } from "./dependencies.ts";
import { callErrors } from "./errors.ts";
import { protectedResource } from "./protected-resource.ts";
import { userinfo } from "./userinfo/userinfo.ts";

interface Options {
  readonly health: Health;
  readonly logger: Logger;
  /** Measures requests, if metrics are served. */
  readonly metrics?: Metrics | undefined;
}

/** The endpoint for clients with certificates. */
export function forClientsWithCertificates(
  deps: Dependencies,
  { logger, metrics, at: { url, at, trustedProxies } }: Omit<Options, "health"> & { readonly at: MutualTls },
): RequestListener {
  const program: Caller = { onError: callErrors(logger, { ...deps.demanded, metadata: metadataUrl(deps.resource) }) };
  return serve({
    routes: {
      [`${new URL(url).pathname.replace(/\/$/, "")}/userinfo`]: {
        caller: program,
        methods: { GET: userinfo(deps), POST: userinfo(deps) },
      },
    },
    notFound: { caller: program, handler: notFound },
    publicUrl: url,
    ...vouchedBy(trustedProxies, "path" in at),
    log: logger,
    metrics,
  });
}

const notFound: Handler = (call) => call.json({ error: "not_found" }, { "cache-control": "no-store" }, 404);

export function resourceServer(deps: Dependencies, { health, logger, metrics }: Options): RequestListener {
  const about = { ...deps.demanded, metadata: metadataUrl(deps.resource) };
  const program: Caller = { onError: callErrors(logger, about) };
  const anySite: Caller = { ...program, crossOrigin: true };
  return serve({
    routes: {
      "/userinfo": { caller: anySite, methods: { GET: userinfo(deps), POST: userinfo(deps) } },
      [metadataPath(deps.resource)]: { caller: anySite, methods: { GET: protectedResource(deps) } },
      "/health/live": { caller: program, methods: health.paths["/health/live"] },
      "/health/ready": { caller: program, methods: health.paths["/health/ready"] },
    },
    notFound: { caller: program, handler: notFound },
    publicUrl: deps.resource,
    ...vouchedBy([]),
    log: logger,
    metrics,
  });
}
