/** Certificates of authorities and clients, and requests with them. */
import "reflect-metadata";
import { createHash, webcrypto } from "node:crypto";
import type { Server } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { type ConnectionOptions, connect } from "node:tls";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  type JsonGeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { exportJWK } from "jose";

const EC = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
export const CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";
export const SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";

/** A certificate with its key, in the forms that tests need. */
export interface Holder {
  readonly name: string;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly certificate: X509Certificate;
  readonly cert: string;
  readonly key: string;
  readonly der: Buffer;
  readonly thumbprint: string;
}

export interface Wanted {
  /** Its issuer; by default itself. */
  readonly by?: Holder;
  readonly keys?: webcrypto.CryptoKeyPair;
  readonly names?: readonly JsonGeneralName[];
  readonly isAuthority?: boolean;
  readonly pathLength?: number;
  readonly usages?: readonly string[];
  readonly from?: Date;
  readonly to?: Date;
  readonly others?: readonly Extension[];
  /** The hash that is signed; by default SHA-256. */
  readonly hash?: string;
}

/** An extension that no one knows, and that must be understood. */
export const unknownCritical = new Extension("1.2.3.4", true, Buffer.from([5, 0]));

/** The use of a key that agrees on others, and signs nothing. */
export const forAgreement = new KeyUsagesExtension(KeyUsageFlags.keyAgreement, true);

const newKeys = () => webcrypto.subtle.generateKey(EC, true, ["sign", "verify"]) as Promise<webcrypto.CryptoKeyPair>;

/** RSA-PSS needs the length of its salt. */
const algorithmOf = ({ privateKey }: webcrypto.CryptoKeyPair) =>
  privateKey.algorithm.name === EC.name ? EC : { name: privateKey.algorithm.name, saltLength: 20 };

let serial = 1;

/** Makes a certificate. The tests' noon lies in its time. */
export async function certificate(name: string, wanted: Wanted = {}): Promise<Holder> {
  const keys = wanted.keys ?? (await newKeys());
  const { isAuthority = false, pathLength, usages, names = [], others = [] } = wanted;
  serial += 1;
  const made = await X509CertificateGenerator.create({
    serialNumber: serial.toString(16).padStart(4, "0"),
    subject: name,
    issuer: wanted.by?.name ?? name,
    notBefore: wanted.from ?? new Date("2020-01-01T00:00:00Z"),
    notAfter: wanted.to ?? new Date("2040-01-01T00:00:00Z"),
    signingAlgorithm: { ...algorithmOf(wanted.by?.keys ?? keys), hash: wanted.hash ?? EC.hash },
    publicKey: keys.publicKey,
    signingKey: (wanted.by?.keys ?? keys).privateKey,
    extensions: [
      new BasicConstraintsExtension(isAuthority, pathLength, true),
      ...(usages === undefined ? [] : [new ExtendedKeyUsageExtension([...usages])]),
      ...(names.length === 0 ? [] : [new SubjectAlternativeNameExtension([...names])]),
      ...others,
    ],
  });
  const der = Buffer.from(made.rawData);
  return {
    name,
    keys,
    certificate: made,
    cert: made.toString("pem"),
    key: PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey), "PRIVATE KEY"),
    der,
    thumbprint: createHash("sha256").update(der).digest("base64url"),
  };
}

/** The keys by which a client registers its self-signed certificate. */
export const jwksWith = async ({ keys, der }: Holder) => ({
  keys: [{ ...(await exportJWK(keys.publicKey)), x5c: [der.toString("base64")] }],
});

export const authority = (name: string, wanted: Wanted = {}) => certificate(name, { ...wanted, isAuthority: true });

/** The SHA-256 of the key of a certificate, as clients register it. */
export const keyHashOf = ({ certificate: { publicKey } }: Holder): string =>
  createHash("sha256").update(Buffer.from(publicKey.rawData)).digest("base64url");

/** Listens on a free port of loopback, and returns it. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

export interface Shown {
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** Posts a form over TLS, with a certificate if one is given, on a connection of its own. */
export function postWith(
  port: number,
  path: string,
  fields: Readonly<Record<string, string>>,
  {
    cert,
    key,
    ...rest
  }: Shown & { readonly headers?: Readonly<Record<string, string>>; readonly method?: string } = {},
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const { headers = {}, method = "POST" } = rest;
  const body = new URLSearchParams(fields).toString();
  const tls = { rejectUnauthorized: false, agent: false as const, cert, key };
  const about = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(Buffer.byteLength(body)),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port, path, method, headers: { ...about, ...headers }, ...tls },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, body: text === "" ? {} : JSON.parse(text) });
      },
    );
    sent.on("error", reject).end(body);
  });
}

/** The text that a TLS connection answers to a raw request, and the session that it made. */
export function rawTls(port: number, text: string, options: ConnectionOptions = {}) {
  return new Promise<{ answer: string; session: Buffer | undefined; wasReused: boolean }>((resolve, reject) => {
    let session: Buffer | undefined;
    let answer = "";
    let wasReused = false;
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false, ...options }, () => {
      wasReused = socket.isSessionReused();
      socket.write(text);
    });
    socket.on("session", (made) => {
      session = made;
    });
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve({ answer, session, wasReused }));
  });
}
