/** The registration of a client that authenticates with a certificate. */
import { X509Certificate } from "node:crypto";
import { type CertifiedKey, CLIENT_NAME } from "./worlds/certificates.ts";
import type { World } from "./worlds/world.ts";

/**
 * The options of `clients add` for a certificate (RFC 8705 §2): one of the authority of the world is known by its name,
 * a self-signed one is registered itself.
 */
export function certificateOptions(world: World, { certificate }: CertifiedKey): readonly string[] {
  if (certificate === world.clientCertificate?.certificate)
    return ["--token-endpoint-auth-method", "tls_client_auth", "--tls-client-auth-san-dns", CLIENT_NAME];
  const { publicKey, raw } = new X509Certificate(certificate);
  const jwks = { keys: [{ ...publicKey.export({ format: "jwk" }), x5c: [raw.toString("base64")] }] };
  return ["--token-endpoint-auth-method", "self_signed_tls_client_auth", "--jwks", JSON.stringify(jwks)];
}
