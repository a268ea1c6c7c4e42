/**
 * A listener for clients with certificates, apart from the public one: RFC 8705 §5. Either it ends TLS itself, or a
 * proxy in front does and sends the certificates.
 */
import { constants } from "node:crypto";
import type { ServerOptions } from "node:https";
import proxyAddr from "proxy-addr";
import { z } from "zod";
import { type CertificateOf, certificateOfConnection, forwardedCertificate } from "./client-certificates.ts";

const pem = (begin: RegExp) => z.string().regex(begin, "must be in PEM form");
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

/** The variables of the listener. A service adds them to its own, and checks them with `checkMutualTls`. */
export const mutualTlsEnvironment = z.object({
  MTLS_URL: z
    .url({ protocol: /^https$/ })
    .refine((url) => !/[?#]|\/$/.test(url), "must have no query, no fragment and no trailing slash")
    .optional()
    .describe("the public address of the endpoints for clients with certificates; without it, mutual TLS is off"),
  MTLS_HOST: z.string().default("127.0.0.1").describe("the address of its listener"),
  MTLS_PORT: z.coerce.number().int().min(1).max(65_535).optional().describe("the port of its listener"),
  MTLS_SOCKET: z.string().startsWith("/").optional().describe("a Unix socket instead of a port, for a proxy"),
  MTLS_SERVER_CERTIFICATE: pem(/-----BEGIN CERTIFICATE-----/)
    .optional()
    .describe("the certificate of its listener, if it ends TLS itself"),
  MTLS_SERVER_KEY: pem(/-----BEGIN (?:EC |RSA )?PRIVATE KEY-----/)
    .optional()
    .describe("the key of that certificate"),
  MTLS_PROXIES: list
    .optional()
    .describe("addresses of the proxies in front, if they end TLS: only they may send certificates"),
  MTLS_PEM_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,100}$/)
    .optional()
    .describe("a header with the certificate in URL-encoded PEM; by default Client-Cert (RFC 9440)"),
});

type Environment = z.output<typeof mutualTlsEnvironment>;

/** Refuses settings that would believe certificates of strangers, or that fit together in no way. */
export function checkMutualTls(env: Environment & { readonly PORT: number }, context: z.RefinementCtx): void {
  const refuse = (name: keyof Environment, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (env.MTLS_URL === undefined) return;

  const endsTls = env.MTLS_SERVER_CERTIFICATE !== undefined || env.MTLS_SERVER_KEY !== undefined;
  const hasProxy = env.MTLS_PROXIES !== undefined || env.MTLS_SOCKET !== undefined;
  if (endsTls && hasProxy) refuse("MTLS_PROXIES", "must not be set if the listener ends TLS itself");
  if (endsTls && (env.MTLS_SERVER_CERTIFICATE === undefined || env.MTLS_SERVER_KEY === undefined)) {
    refuse("MTLS_SERVER_KEY", "must be set together with MTLS_SERVER_CERTIFICATE");
  }
  if (!(endsTls || hasProxy)) {
    refuse("MTLS_URL", "needs MTLS_SERVER_CERTIFICATE and MTLS_SERVER_KEY, or MTLS_PROXIES, or MTLS_SOCKET");
  }
  if (env.MTLS_PEM_HEADER !== undefined && !hasProxy) {
    refuse("MTLS_PEM_HEADER", "needs MTLS_PROXIES or MTLS_SOCKET: a client could send this header");
  }
  checkPlace(env, refuse);
}

function checkPlace(
  env: Environment & { readonly PORT: number },
  refuse: (name: keyof Environment, message: string) => void,
): void {
  if (env.MTLS_SOCKET === undefined && env.MTLS_PORT === undefined) refuse("MTLS_PORT", "must be set");
  if (env.MTLS_SOCKET !== undefined && env.MTLS_PROXIES !== undefined) {
    refuse("MTLS_PROXIES", "must not be set beside MTLS_SOCKET, whose file says who may connect");
  }
  if (env.MTLS_PORT === env.PORT) refuse("MTLS_PORT", "must be another port than PORT, which strangers reach");
  checkProxies(env.MTLS_PROXIES, (message) => refuse("MTLS_PROXIES", message));
}

function checkProxies(proxies: readonly string[] | undefined, refuse: (message: string) => void): void {
  if (proxies?.length === 0) refuse("must name at least one address");
  if (proxies?.some((proxy) => /\/0+$|\/0+\.0+\.0+\.0+$/.test(proxy))) refuse("must not be every address");
  try {
    proxyAddr.compile([...(proxies ?? [])]);
  } catch {
    refuse("must be IP addresses or networks");
  }
}

/** A listener for clients with certificates. */
export interface MutualTls {
  /** Its public address. */
  readonly url: string;
  readonly certificateOf: CertificateOf;
  /** Present if it ends TLS itself. */
  readonly tls: ServerOptions | undefined;
  readonly at: { readonly host: string; readonly port: number } | { readonly path: string };
  /** The variable that sets this place. */
  readonly variable: string;
  /** The proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
}

/** The listener of a checked configuration; `undefined` if mutual TLS is off. */
export function mutualTls(env: Environment): MutualTls | undefined {
  const { MTLS_URL: url, MTLS_SOCKET: path, MTLS_HOST: host, MTLS_PORT: port = 0 } = env;
  if (url === undefined) return undefined;

  const trustedProxies = env.MTLS_PROXIES ?? [];
  const at = path === undefined ? { host, port } : { path };
  const variable = path === undefined ? "MTLS_PORT" : "MTLS_SOCKET";
  const { MTLS_SERVER_CERTIFICATE: cert, MTLS_SERVER_KEY: key } = env;
  if (cert !== undefined && key !== undefined) {
    return { url, at, variable, trustedProxies, certificateOf: certificateOfConnection, tls: { ...TLS, cert, key } };
  }
  const trustsAddress = proxyAddr.compile([...trustedProxies]);
  const trusts = (peer: string | undefined) => (peer === undefined ? path !== undefined : trustsAddress(peer, 0));
  return {
    url,
    at,
    variable,
    trustedProxies,
    certificateOf: forwardedCertificate({ trusts, pemHeader: env.MTLS_PEM_HEADER }),
    tls: undefined,
  };
}

const TLS: ServerOptions = {
  requestCert: true,
  // Which certificates are accepted depends on the client, so the endpoint decides.
  rejectUnauthorized: false,
  // No authority is named: a client with a self-signed certificate would find none that fits.
  ca: [],
  minVersion: "TLSv1.2",
  // FAPI 2.0 Security Profile §5.2.2, RFC 9325 §3.1.1 and §4.2: TLS 1.3, and these four of TLS 1.2.
  ciphers: [
    "TLS_AES_128_GCM_SHA256",
    "TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256",
    "ECDHE-ECDSA-AES128-GCM-SHA256",
    "ECDHE-RSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384",
    "ECDHE-RSA-AES256-GCM-SHA384",
  ].join(":"),
  // A resumed session has no certificate, so none is resumed.
  secureOptions: constants.SSL_OP_NO_TICKET,
  ALPNProtocols: ["http/1.1"],
  handshakeTimeout: 10_000,
};
