/** Which answer to ask for in the implicit flow: OAuth 2.0 Multiple Response Types §3 and §5. */
import type { ServerMetadata } from "openid-client";

/** An ID token proves the person and the client. For an access token without one, only introspection does. */
export type ImplicitKind = "id_token" | "bare_token";

export interface ImplicitResponse {
  readonly kind: ImplicitKind;
  /** The response type as the provider writes it. */
  readonly responseType: string;
}

/**
 * What this client can sign people in with, safest first: `id_token token`; else `token` if the provider
 * lets a client with a secret introspect it. undefined: then there is no implicit flow.
 */
export function implicitResponse(metadata: ServerMetadata, canAuthenticate: boolean): ImplicitResponse | undefined {
  const offered = metadata.response_types_supported ?? [];

  // The order of the words means nothing (RFC 6749 §3.1.1).
  const both = offered.find((type) => type.split(" ").sort().join(" ") === "id_token token");
  if (both !== undefined) return { kind: "id_token", responseType: both };

  const canIntrospect = canAuthenticate && metadata.introspection_endpoint !== undefined;
  return canIntrospect && offered.includes("token") ? { kind: "bare_token", responseType: "token" } : undefined;
}
