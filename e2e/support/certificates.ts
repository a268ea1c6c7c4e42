/** Certificates of the https world: an authority that is made anew for each run, and one certificate for all names. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { generate } from "selfsigned";

export interface Certificates {
  /** PEM. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

const P256 = { keyType: "ec", curve: "P-256", algorithm: "sha256" } as const;

/** Makes a certificate for `names`, and the authority that signs it. */
export async function makeCertificates(names: readonly string[]): Promise<Certificates> {
  const authority = await generate([{ name: "commonName", value: "Countersign test authority" }], {
    ...P256,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const leaf = await generate([{ name: "commonName", value: names[0] ?? "" }], {
    ...P256,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: names.map((value) => ({ type: 2, value })) },
    ],
  });
  return { authority: authority.cert, certificate: leaf.cert, key: leaf.private };
}

/** Writes the certificate of the authority to a file for NODE_EXTRA_CA_CERTS. */
export async function writeAuthority(file: string, { authority }: Certificates): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, authority);
}
