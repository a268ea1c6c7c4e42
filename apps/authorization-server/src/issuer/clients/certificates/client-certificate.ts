/** The certificate that a client shows: RFC 8705 §2 and §3. */
import { createHash, X509Certificate } from "node:crypto";
import { invalidRequest } from "@countersign/rules";
import { type Call, MalformedCertificate, type MutualTls } from "@countersign/service";

/** A certificate of a client, with those of the authorities that came with it. Nothing has verified them. */
export interface ClientCertificate {
  readonly leaf: X509Certificate;
  readonly chain: readonly X509Certificate[];
  /** The SHA-256 of its DER in base64url (§3.1). */
  readonly thumbprint: string;
}

/** Reads the certificate of a call. Throws `invalid_request` if it cannot be read. */
export type CertificateOfCall = (call: Call) => ClientCertificate | undefined;

/** For the public listener: it reads no certificate, regardless of a request's headers. */
export const NO_CERTIFICATES: CertificateOfCall = () => undefined;

/** Reads certificates at the listener for clients with certificates. */
export function certificatesOf({ certificateOf }: Pick<MutualTls, "certificateOf">): CertificateOfCall {
  return ({ req }) => {
    try {
      const shown = certificateOf(req);
      if (shown === undefined) return undefined;

      const thumbprint = createHash("sha256").update(shown.leaf).digest("base64url");
      return {
        leaf: new X509Certificate(shown.leaf),
        chain: shown.chain.map((der) => new X509Certificate(der)),
        thumbprint,
      };
    } catch (err) {
      throw invalidRequest("the client certificate cannot be read", detailOf(err));
    }
  };
}

const detailOf = (err: unknown) => (err instanceof MalformedCertificate ? err.message : "no certificate");
