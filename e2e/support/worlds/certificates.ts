/**
 * Certificates of the https world: an authority that is made for each run, a certificate for all names, and those
 * of clients.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { generate } from "selfsigned";

/** A certificate and its private key, each in PEM form. */
export interface CertifiedKey {
  readonly certificate: string;
  readonly key: string;
}

export interface Certificates extends CertifiedKey {
  /** PEM. */
  readonly authority: string;
  /** A client's, for mutual TLS, from the same authority. */
  readonly client: CertifiedKey;
}

/** The host that the certificate of a client names. */
export const CLIENT_NAME = "client.rp.test";

const P256 = { keyType: "ec", curve: "P-256", algorithm: "sha256" } as const;

/** Makes a certificate for `names`, one for a client, and the authority that signs both. */
export async function makeCertificates(names: readonly string[]): Promise<Certificates> {
  const authority = await generate([{ name: "commonName", value: "Countersign test authority" }], {
    ...P256,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const ca = { key: authority.private, cert: authority.cert };
  return {
    authority: authority.cert,
    ...(await leafOf(names, { serverAuth: true }, ca)),
    client: await leafOf([CLIENT_NAME], { clientAuth: true }, ca),
  };
}

/** A certificate of a client that no authority signed. */
export const makeSelfSigned = (name: string): Promise<CertifiedKey> => leafOf([name], { clientAuth: true });

async function leafOf(
  names: readonly string[],
  use: object,
  ca?: { key: string; cert: string },
): Promise<CertifiedKey> {
  const made = await generate([{ name: "commonName", value: names[0] ?? "" }], {
    ...P256,
    ...(ca === undefined ? {} : { ca }),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", ...use },
      { name: "subjectAltName", altNames: names.map((value) => ({ type: 2, value })) },
    ],
  });
  return { certificate: made.cert, key: made.private };
}

/** Writes the certificate of the authority to a file for NODE_EXTRA_CA_CERTS. */
export async function writeAuthority(file: string, { authority }: Certificates): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, authority);
}
