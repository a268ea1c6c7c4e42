/**
 * Metadata of this resource server: RFC 9728 §3. Every address in it comes from the configuration, never from a
 * request.
 */
import { DPOP_ALGS } from "@countersign/jwt";
import { SCOPE_CLAIMS } from "@countersign/rules/claims";
import type { Handler } from "@countersign/service";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";
const MAX_AGE_SECONDS = 300;

/** The path of the metadata: the well-known one is inserted before the path of the identifier (RFC 9728 §3.1). */
export function metadataPath(resource: string): string {
  const { pathname } = new URL(resource);
  return pathname === "/" ? WELL_KNOWN : `${WELL_KNOWN}${pathname}`;
}

/** The address of the metadata, as challenges name it (RFC 9728 §5.1). */
export const metadataUrl = (resource: string): string => `${new URL(resource).origin}${metadataPath(resource)}`;

/**
 * Serves the metadata (RFC 9728 §2 and §3.2), which does not change during the lifetime of the process. `resource` is
 * the identifier byte for byte, because clients compare it (RFC 9728 §3.3).
 */
export function protectedResource({ resource, issuer }: { resource: string; issuer: string }): Handler {
  const body = JSON.stringify({
    resource,
    authorization_servers: [issuer],
    scopes_supported: Object.keys(SCOPE_CLAIMS),
    // A form works as well (RFC 6750 §2.2), but new clients have no reason to use it.
    bearer_methods_supported: ["header"],
    dpop_signing_alg_values_supported: DPOP_ALGS,
    resource_name: "userinfo",
  });
  const headers = { "content-type": "application/json", "cache-control": `public, max-age=${MAX_AGE_SECONDS}` };
  return (call) => call.send(body, headers);
}
