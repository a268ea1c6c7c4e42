/**
 * The certificate of a client: from its TLS connection, or from a proxy in front that ended it (RFC 8705 §6.5,
 * RFC 9440).
 */
import { X509Certificate } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";

/** What a client showed, each in DER. */
export interface ShownCertificate {
  readonly leaf: Uint8Array;
  /** Certificates of authorities, the nearest to the leaf first. Nothing has checked them. */
  readonly chain: readonly Uint8Array[];
}

/** Finds the certificate of a request. Throws `MalformedCertificate`. */
export type CertificateOf = (req: Pick<IncomingMessage, "socket" | "rawHeaders">) => ShownCertificate | undefined;

/** A header that cannot be read, or must not be believed. */
export class MalformedCertificate extends Error {}

/** How many certificates of authorities are read. */
const LONGEST_CHAIN = 4;
/** Bytes of one certificate. */
const LARGEST_CERTIFICATE = 12_000;
/** Characters of it in PEM form. */
const LONGEST_PEM = 18_000;

/**
 * The certificate of the connection. It is read for each request, and `authorized` is not asked: it can be true on a
 * resumed session without a certificate.
 */
export const certificateOfConnection: CertificateOf = ({ socket }) => {
  const leaf = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (leaf === undefined) return undefined;
  if (leaf.raw.length > LARGEST_CERTIFICATE) throw new MalformedCertificate("the certificate is too large");
  return { leaf: leaf.raw, chain: issuersOf(socket as TLSSocket) };
};

function issuersOf(socket: TLSSocket): readonly Uint8Array[] {
  const chain: Uint8Array[] = [];
  let certificate = socket.getPeerCertificate(true);
  while (chain.length < LONGEST_CHAIN) {
    const issuer = certificate.issuerCertificate;
    // A self-signed certificate is its own issuer.
    if (issuer?.raw === undefined || issuer.raw.equals(certificate.raw)) break;
    if (issuer.raw.length > LARGEST_CERTIFICATE) throw new MalformedCertificate("the chain is too large");
    chain.push(issuer.raw);
    certificate = issuer;
  }
  return chain;
}

export interface ForwardedCertificates {
  /** Whether headers of this peer are believed; `undefined` is the peer of a Unix socket. */
  readonly trusts: (peer: string | undefined) => boolean;
  /** A header with certificates in PEM form, URL-encoded. By default, the headers of RFC 9440. */
  readonly pemHeader?: string | undefined;
}

/** The certificate that a proxy sends with a request. A header of any other peer is refused (RFC 9440 §2.4, §4). */
export function forwardedCertificate({ trusts, pemHeader }: ForwardedCertificates): CertificateOf {
  const header = pemHeader?.toLowerCase() ?? "client-cert";
  return (req) => {
    const value = oneValue(req, header);
    const chain = pemHeader === undefined ? oneValue(req, "client-cert-chain") : undefined;
    if (value === undefined && chain === undefined) return undefined;
    if (!trusts(req.socket.remoteAddress)) throw new MalformedCertificate("the header is of an untrusted peer");
    // RFC 9440 §2.3: a chain is sent only beside a certificate.
    if (value === undefined) throw new MalformedCertificate("there is a chain without a certificate");
    return pemHeader === undefined ? fromBytes(value, chain) : fromPem(value);
  };
}

/** The value of a header. Some servers read `_` as `-`: a header with either spelling may come only once. */
function oneValue({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">, header: string): string | undefined {
  const values: string[] = [];
  const spelling = header.replaceAll("_", "-");
  let isExact = true;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    if (name.replaceAll("_", "-") !== spelling) continue;
    isExact &&= name === header;
    values.push(rawHeaders[index + 1] ?? "");
  }
  if (values.length > 1 || !isExact) throw new MalformedCertificate("the header came twice");
  return values[0];
}

// RFC 9651 §3.3.5: a byte sequence is base64 between colons. RFC 9440 §2.1: it has no parameters.
const BYTES = /^:([A-Za-z0-9+/]*={0,2}):$/;

function fromBytes(leaf: string, chain: string | undefined): ShownCertificate {
  const others = chain === undefined ? [] : chain.split(",");
  if (others.length > LONGEST_CHAIN) throw new MalformedCertificate("the chain is too long");
  return { leaf: bytesOf(leaf), chain: others.map(bytesOf) };
}

function bytesOf(item: string): Uint8Array {
  const [, base64 = ""] = BYTES.exec(item.trim()) ?? [];
  return certificateBytes(() => exactBytes(base64));
}

/** What base64 stands for; nothing for any other text, of which the decoder of node ignores what it cannot read. */
function exactBytes(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes : Buffer.alloc(0);
}

const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";

/**
 * One chain in PEM form, the certificate of the client first. RFC 7468 §2: base64 in lines. Nothing stands before,
 * between or behind its certificates: a proxy that joined two headers puts a comma there.
 */
function fromPem(value: string): ShownCertificate {
  const [before, ...texts] = decoded(value).split(BEGIN);
  if (before?.trim() !== "" || texts.length < 1 || texts.length > LONGEST_CHAIN + 1) {
    throw new MalformedCertificate("the header has no certificates in PEM form");
  }
  const [leaf = new Uint8Array(), ...chain] = texts.map(certificateIn);
  return { leaf, chain };
}

function certificateIn(text: string): Uint8Array {
  const [base64 = "", behind, ...more] = text.length <= LONGEST_PEM ? text.split(END) : [];
  if (behind?.trim() !== "" || more.length > 0) throw new MalformedCertificate("the header has more than one chain");
  const der = certificateBytes(() => exactBytes(base64.replaceAll(/[ \t\r\n]/g, "")));
  // A certificate is parsed only if it is of a usual size; what stands behind it is left out.
  return certificateBytes(() => new X509Certificate(der).raw);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new MalformedCertificate("the header is not URL-encoded");
  }
}

function certificateBytes(read: () => Uint8Array): Uint8Array {
  let der: Uint8Array;
  try {
    der = read();
  } catch {
    throw new MalformedCertificate("the header has no certificate");
  }
  if (der.length === 0 || der.length > LARGEST_CERTIFICATE) {
    throw new MalformedCertificate("the header has no certificate of a usual size");
  }
  return der;
}
