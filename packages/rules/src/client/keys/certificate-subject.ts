/** Whether a certificate is that of a client, by its subject or an alternative name: RFC 8705 §2.1.2. */

import type { Client } from "../client.ts";
import { canonicalIp } from "./canonical-ip.ts";
import { type CertificateName, isSameName, parseDistinguishedName } from "./distinguished-name.ts";

/** The names in a certificate. */
export interface CertificateNames {
  readonly subject: CertificateName;
  readonly dns: readonly string[];
  readonly uris: readonly string[];
  /** In any form of text. */
  readonly ips: readonly string[];
  readonly emails: readonly string[];
}

/** What a client registered of its certificate: exactly one of these. */
type Registered = Pick<
  Client,
  | "tlsClientAuthSubjectDn"
  | "tlsClientAuthSanDns"
  | "tlsClientAuthSanUri"
  | "tlsClientAuthSanIp"
  | "tlsClientAuthSanEmail"
>;

/** Whether a certificate has the name that the client registered. A wildcard matches nothing. */
export function hasRegisteredName(client: Registered, names: CertificateNames): boolean {
  const { tlsClientAuthSubjectDn: dn, tlsClientAuthSanDns: dns, tlsClientAuthSanUri: uri } = client;
  const { tlsClientAuthSanIp: ip, tlsClientAuthSanEmail: email } = client;
  if (dn !== undefined) {
    const expected = parseDistinguishedName(dn);
    return expected !== undefined && isSameName(expected, names.subject);
  }
  if (dns !== undefined) return names.dns.some((one) => asciiLower(one) === asciiLower(dns));
  if (uri !== undefined) return names.uris.includes(uri);
  if (ip !== undefined) return names.ips.some((one) => canonicalIp(one) === canonicalIp(ip));
  return email !== undefined && names.emails.some((one) => foldedDomain(one) === foldedDomain(email));
}

const asciiLower = (text: string) => text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase());

/** RFC 5321 §2.4: the local part is compared exactly. */
function foldedDomain(address: string): string {
  const at = address.lastIndexOf("@");
  return address.slice(0, at + 1) + asciiLower(address.slice(at + 1));
}
