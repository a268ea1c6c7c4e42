/** self_signed_tls_client_auth (RFC 8705 §2.2): the client registered the certificate; no authority is needed. */
import { isKeysUnavailable } from "@countersign/jwt";
import { invalidClient, ProtocolError } from "@countersign/rules";
import type { ClientAuthenticationMethod } from "./method.ts";

export const selfSignedTlsClientAuth: ClientAuthenticationMethod = {
  name: "self_signed_tls_client_auth",

  async proves({ certificate }, client, { clientKeys }) {
    if (certificate === undefined) return false;
    try {
      // §2.2.2: the whole certificate is compared. Another one with the same key is another certificate.
      if (await clientKeys.hasCertificate(client, certificate.leaf.raw)) return true;
    } catch (err) {
      if (!isKeysUnavailable(err)) throw err;
      throw err.cause instanceof ProtocolError ? err.cause : invalidClient("the client's keys are not available");
    }
    throw invalidClient(`certificate ${certificate.thumbprint}: it is not among the client's keys`);
  },
};
