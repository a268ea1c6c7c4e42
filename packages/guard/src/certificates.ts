/** Where the certificate of a request's sender comes from: RFC 8705 §3, RFC 9440. */
import type { CertificateGetter } from "./options.ts";
import { refused } from "./refused.ts";

/** The certificate of this connection: for an API that itself ends TLS and asks for certificates. */
export const connectionCertificate: CertificateGetter = (request) => request.connectionCertificate?.();

export interface ClientCertHeaderOptions {
  /** Whether the header may be believed from this address: only from a proxy that removes what clients send. */
  readonly trust: (peer: string | undefined) => boolean;
  /** The name of the header; by default `client-cert` (RFC 9440 §2.2). */
  readonly header?: string;
}

// RFC 8941 §3.3.5: a byte sequence, in base64 between colons; no parameters (RFC 9440 §2.1).
const BYTES = /^:([A-Za-z0-9+/]+={0,2}):$/;
/** Larger certificates are refused unread. */
const LONGEST = 16_384;

/**
 * The certificate that a proxy in front has checked, and sends in the header `Client-Cert` (RFC 9440). From any other
 * peer the header is refused, because a client could send it (§4).
 */
export function clientCertHeader({ trust, header = "client-cert" }: ClientCertHeaderOptions): CertificateGetter {
  return (request) => {
    const values = request.values(header.toLowerCase());
    const [value = ""] = values;
    if (values.length === 0) return undefined;
    if (!trust(request.peer)) throw malformed("a certificate header of an untrusted peer");
    const [, bytes] = (values.length === 1 && value.length <= LONGEST ? BYTES.exec(value) : undefined) ?? [];
    if (bytes === undefined || bytes.length % 4 !== 0) throw malformed("the certificate header is malformed");
    return Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
  };
}

const malformed = (detail: string) =>
  refused({ error: "invalid_request", description: "the certificate of the client cannot be read", detail });
