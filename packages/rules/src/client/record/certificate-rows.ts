/** Rows of the client record about certificates of clients: RFC 8705 §2.1.2 and §3.4. */
import { z } from "zod";
import { canonicalIp } from "../keys/canonical-ip.ts";
import { parseDistinguishedName } from "../keys/distinguished-name.ts";
import { member } from "./member.ts";

const subjectDn = z
  .string()
  .max(1000, { abort: true })
  .refine((text) => parseDistinguishedName(text) !== undefined, "must be a distinguished name as RFC 4514 writes it");
const HOST_NAME =
  /^(?=.{1,253}$)[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;
const hostName = z
  .string()
  .max(253, { abort: true })
  .regex(HOST_NAME, "must be a host name")
  .refine((name) => canonicalIp(name) === undefined, "must be a host name");
const uri = z
  .string()
  .max(2000)
  .regex(/^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7E]+$/, "must be an absolute URI in ASCII");
const ipAddress = z
  .string()
  .max(45, { abort: true })
  .refine((text) => canonicalIp(text) !== undefined, "must be an IP address");
const mailAddress = z
  .string()
  .max(320)
  .regex(/^[\x21-\x3F\x41-\x7E]+@[A-Za-z0-9.-]+$/, "must be an email address in ASCII");
/** The SHA-256 of a SubjectPublicKeyInfo, in base64url. */
const keyHash = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "must be a SHA-256 in base64url: 43 characters");

/** The members that say which certificate is the client's. */
export const CERTIFICATE_NAMES = [
  "tls_client_auth_subject_dn",
  "tls_client_auth_san_dns",
  "tls_client_auth_san_uri",
  "tls_client_auth_san_ip",
  "tls_client_auth_san_email",
] as const;

const ONE_OF = "exactly one of the tls_client_auth_… names is needed with tls_client_auth";

export const CERTIFICATE_ROWS = {
  tlsClientAuthSubjectDn: member("tls_client_auth_subject_dn", subjectDn.optional(), {
    option: "--tls-client-auth-subject-dn <name>",
    means: `the subject of its certificate, as RFC 4514 writes it; ${ONE_OF}`,
  }),
  tlsClientAuthSanDns: member("tls_client_auth_san_dns", hostName.optional(), {
    option: "--tls-client-auth-san-dns <host>",
    means: "or a host name in its certificate",
  }),
  tlsClientAuthSanUri: member("tls_client_auth_san_uri", uri.optional(), {
    option: "--tls-client-auth-san-uri <uri>",
    means: "or a URI in its certificate",
  }),
  tlsClientAuthSanIp: member("tls_client_auth_san_ip", ipAddress.optional(), {
    option: "--tls-client-auth-san-ip <address>",
    means: "or an IP address in its certificate",
  }),
  tlsClientAuthSanEmail: member("tls_client_auth_san_email", mailAddress.optional(), {
    option: "--tls-client-auth-san-email <address>",
    means: "or a mail address in its certificate",
  }),
  /** The only anchor that its certificates may come from, by its key and not by its name (RFC 8705 §7.4). */
  tlsClientAuthAnchor: member("tls_client_auth_anchor", keyHash.optional(), {
    option: "--tls-client-auth-anchor <hash>",
    means:
      "the SHA-256 of the key of the only authority that its certificates may come from; by default any configured",
  }),
  /** Whether its access tokens are bound to its certificate (RFC 8705 §3.4). */
  tlsClientCertificateBoundAccessTokens: member("tls_client_certificate_bound_access_tokens", z.boolean().optional(), {
    option: "--tls-client-certificate-bound-access-tokens",
    means: "its token requests must come with a certificate, and its access tokens are bound to it",
    absent: false,
    omitted: ({ tlsClientCertificateBoundAccessTokens: isBound }: { tlsClientCertificateBoundAccessTokens: boolean }) =>
      !isBound,
  }),
} as const;
