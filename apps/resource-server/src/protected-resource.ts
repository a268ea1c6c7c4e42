/**
 * Metadata of this resource server: RFC 9728 §3. Every address in it comes from the configuration, never from a
 * request.
 */
import { DPOP_ALGS, metadataAnswer } from "@countersign/guard/parts";
import { MEMBERSHIP_SCOPES, SCOPE_CLAIMS } from "@countersign/rules/claims";
import type { Handler } from "@countersign/service";

/**
 * Serves the metadata (RFC 9728 §2 and §3.2), which does not change during the lifetime of the process. `resource` is
 * the identifier byte for byte, because clients compare it (RFC 9728 §3.3).
 */
export function protectedResource({ resource, issuer }: { resource: string; issuer: string }): Handler {
  const { body, headers } = metadataAnswer({
    resource,
    authorization_servers: [issuer],
    scopes_supported: [...Object.keys(SCOPE_CLAIMS), ...MEMBERSHIP_SCOPES],
    // A form works as well (RFC 6750 §2.2), but new clients have no reason to use it.
    bearer_methods_supported: ["header"],
    dpop_signing_alg_values_supported: DPOP_ALGS,
    resource_name: "userinfo",
  });
  return (call) => call.send(body, Object.fromEntries(headers));
}
