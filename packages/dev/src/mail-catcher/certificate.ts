/** The certificate of a mail catcher that runs apart from the authorization server, which requires TLS there. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";

const YEARS = 10;

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

/**
 * The self-signed certificate in this folder. The first start makes it. It is kept, because the authorization server
 * reads the file `certificate.pem` only when it starts.
 *
 * @param name the name of the host in MAIL_URL
 */
export async function keepCertificate(folder: string, name: string): Promise<Certificate> {
  const [certFile, keyFile] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  if (!existsSync(certFile)) {
    const made = await make(name);
    writeFileSync(keyFile, made.key, { mode: 0o600 });
    writeFileSync(`${certFile}.new`, made.cert);
    renameSync(`${certFile}.new`, certFile);
  }
  return { cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
}

async function make(name: string): Promise<Certificate> {
  const notAfterDate = new Date();
  notAfterDate.setUTCFullYear(notAfterDate.getUTCFullYear() + YEARS);
  const made = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notAfterDate,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: name }] },
    ],
  });
  return { cert: made.cert, key: made.private };
}
