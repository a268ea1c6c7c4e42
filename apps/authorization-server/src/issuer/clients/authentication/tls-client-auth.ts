/** tls_client_auth: RFC 8705 §2.1. A configured authority attests the client's name in its certificate. */
import { hasRegisteredName, invalidClient } from "@countersign/rules";
import type { ClientAuthenticationMethod } from "./method.ts";

export const tlsClientAuth: ClientAuthenticationMethod = {
  name: "tls_client_auth",

  proves({ certificate }, client, { trust, now }) {
    if (certificate === undefined || trust === undefined) return false;
    const verdict = trust.verify(certificate, { anchor: client.tlsClientAuthAnchor, at: now() });
    if ("problem" in verdict) throw invalidClient(`certificate ${certificate.thumbprint}: ${verdict.problem}`);
    if (hasRegisteredName(client, verdict.names)) return true;
    throw invalidClient(`certificate ${certificate.thumbprint}: it has another name`);
  },
};
