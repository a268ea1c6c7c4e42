/** The routes for clients with certificates: RFC 8705 §5. Only programs call them, and no browser comes here. */
import type { RequestListener } from "node:http";
import { type Caller, serve, vouchedBy } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { pathBelow, paths } from "../paths.ts";
import { jsonErrors } from "../platform/http/errors.ts";
import type { ListenerOptions } from "../routes.ts";
import { certificatesOf } from "./clients/certificates/client-certificate.ts";
import type { MutualTlsUse } from "./clients/certificates/mutual-tls.ts";
import { deviceAuthorization } from "./endpoints/device/device-authorization.ts";
import { introspect } from "./endpoints/introspect.ts";
import { pushedAuthorization } from "./endpoints/pushed-authorization.ts";
import { revoke } from "./endpoints/revoke.ts";
import { token } from "./endpoints/token.ts";
import { grants } from "./grants/index.ts";

export function forClientsWithCertificates(
  deps: Dependencies,
  mutualTls: MutualTlsUse,
  { metrics }: Pick<ListenerOptions, "metrics">,
): RequestListener {
  const caller: Caller = { onError: jsonErrors(deps.log) };
  const { url } = mutualTls;
  const here = { ...deps, endpointsUrl: url, certificateOf: certificatesOf(mutualTls) };
  return serve({
    routes: {
      [pathBelow(url, paths.pushedAuthorization)]: { caller, methods: { POST: pushedAuthorization(here) } },
      [pathBelow(url, paths.deviceAuthorization)]: { caller, methods: { POST: deviceAuthorization(here) } },
      [pathBelow(url, paths.token)]: { caller, methods: { POST: token(here, grants) } },
      [pathBelow(url, paths.revoke)]: { caller, methods: { POST: revoke(here) } },
      [pathBelow(url, paths.introspect)]: { caller, methods: { POST: introspect(here) } },
    },
    notFound: {
      caller,
      handler: (call) => call.json({ error: "not_found" }, { "cache-control": "no-store" }, 404),
    },
    publicUrl: url,
    ...vouchedBy(mutualTls.trustedProxies, "path" in mutualTls.at),
    log: deps.log,
    metrics,
  });
}
