/** Finds the issuer's keys: OpenID Connect Discovery §4. */
import { type FetchLimits, fetchJson } from "@countersign/jwt";
import { z } from "zod";

const providerMetadata = z.object({ issuer: z.string(), jwks_uri: z.url() });

/**
 * The `jwks_uri` of an issuer. Throws when the document does not come in time (3 s, unless told), or is another
 * issuer's.
 */
export async function discoverJwksUri(issuer: string, limits: FetchLimits = {}): Promise<string> {
  // OIDC Discovery §4.1: a slash at the end of the issuer is not doubled.
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const metadata = providerMetadata.parse(await fetchJson(url, limits));

  // OIDC Discovery §4.3: exactly the issuer that was asked for, or it speaks for somebody else.
  if (metadata.issuer !== issuer) throw new Error(`${url} is the document of another issuer`);
  return metadata.jwks_uri;
}
