/** Finds the issuer's keys: OpenID Connect Discovery §4. */
import { type FetchLimits, fetchJson } from "@countersign/jwt";
import { z } from "zod";

const providerMetadata = z.object({ issuer: z.string(), jwks_uri: z.url() });

/**
 * Returns the `jwks_uri` of an issuer. Throws if the document does not come in time (by default 3 s), or belongs to
 * another issuer.
 */
export async function discoverJwksUri(issuer: string, limits: FetchLimits = {}): Promise<string> {
  // OIDC Discovery §4.1: a slash at the end of the issuer is removed first.
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const metadata = providerMetadata.parse(await fetchJson(url, limits));

  // OIDC Discovery §4.3: the document must name exactly the requested issuer.
  if (metadata.issuer !== issuer) throw new Error(`${url} is the document of another issuer`);
  return metadata.jwks_uri;
}
