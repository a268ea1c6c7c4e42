/** Metadata of an API: RFC 9728. Every address in it comes from the configuration, never from a request. */

const WELL_KNOWN = "/.well-known/oauth-protected-resource";
const MAX_AGE_SECONDS = 300;

/** The path of the metadata: the well-known one is inserted before the path of the identifier (RFC 9728 §3.1). */
export function metadataPath(resource: string): string {
  const { pathname } = new URL(resource);
  return pathname === "/" ? WELL_KNOWN : `${WELL_KNOWN}${pathname}`;
}

/** The address of the metadata, as challenges name it (RFC 9728 §5.1). */
export const metadataUrl = (resource: string): string => `${new URL(resource).origin}${metadataPath(resource)}`;

/** Where the metadata is served: at its own path, and at the root, where MCP clients look as well. */
export const metadataPaths = (resource: string): readonly string[] => [
  ...new Set([metadataPath(resource), WELL_KNOWN]),
];

/** The members of the document (RFC 9728 §2), in the standard's spelling. */
export interface ResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported?: readonly string[] | undefined;
  readonly bearer_methods_supported: readonly "header"[];
  readonly dpop_signing_alg_values_supported?: readonly string[] | undefined;
  readonly dpop_bound_access_tokens_required?: true | undefined;
  readonly tls_client_certificate_bound_access_tokens?: true | undefined;
  readonly authorization_details_types_supported?: readonly string[] | undefined;
  readonly resource_name?: string | undefined;
  readonly resource_documentation?: string | undefined;
}

/** The answer with the document (RFC 9728 §3.2), the same for everyone. */
export const metadataAnswer = (metadata: ResourceMetadata) => ({
  status: 200,
  body: JSON.stringify(metadata),
  headers: [
    ["content-type", "application/json"],
    ["cache-control", `public, max-age=${MAX_AGE_SECONDS}`],
    ["access-control-allow-origin", "*"],
  ] as readonly (readonly [string, string])[],
});
