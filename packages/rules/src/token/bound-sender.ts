/** The sender that a token is bound to, of all that a request proves: RFC 8705 §3, RFC 9449 §5.2. */

import type { Client } from "../client/client.ts";
import { requiresBoundTokens } from "../client/profile.ts";
import { NO_SENDER, type Sender } from "../confirmation.ts";
import { invalidRequest, ProtocolError } from "../errors.ts";
import { remedyOf } from "../remedies.ts";

/** The thumbprints of what the sender of a request proved. */
export interface ProvedParts {
  readonly key?: string | undefined;
  readonly certificate?: string | undefined;
}

type Bound = Pick<Client, "profile" | "dpopBoundAccessTokens" | "tlsClientCertificateBoundAccessTokens">;

/**
 * Tokens are bound to the certificate of a client that registered for it, otherwise to the key of a proof. They are
 * bound to both only if both are demanded. Throws `invalid_dpop_proof` or `invalid_request` if the request lacks what
 * the client must prove.
 */
export function boundSender(client: Bound, { key, certificate }: ProvedParts): Sender {
  const needsKey = requiresBoundTokens(client);
  if (needsKey && key === undefined) {
    throw new ProtocolError(
      "invalid_dpop_proof",
      "this client must send a DPoP proof",
      undefined,
      undefined,
      remedyOf("use_dpop"),
    );
  }
  if (client.tlsClientCertificateBoundAccessTokens === true) {
    // RFC 8705 §3: without a certificate there is nothing to bind to.
    if (certificate === undefined) {
      throw invalidRequest("this client must use its certificate", undefined, remedyOf("use_certificate"));
    }
    return needsKey && key !== undefined
      ? { kind: "key", thumbprint: key, certificate }
      : { kind: "certificate", thumbprint: certificate };
  }
  return key === undefined ? NO_SENDER : { kind: "key", thumbprint: key };
}
