/** The authorities that connections to other hosts trust. */
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";

/**
 * The options of a TLS connection that trusts these certificates in addition to the system's.
 *
 * Made once for all connections of a target: to read the certificates of all authorities takes tens of milliseconds, in
 * which the service does nothing else.
 *
 * @param extraCa in PEM form
 */
export function trusting(extraCa: string | undefined): { readonly secureContext?: SecureContext } {
  if (extraCa === undefined) return {};
  const ca = [...getCACertificates("default"), extraCa];
  return { secureContext: createSecureContext({ ca, minVersion: "TLSv1.2" }) };
}
