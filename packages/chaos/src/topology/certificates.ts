/** The certificates of a run: of the balancers, and of the client that shows one. */
import { generate } from "selfsigned";
import type { Shown } from "../clients/http.ts";

export interface Certificate {
  readonly cert: string;
  readonly private: string;
}

export const certificate = (): Promise<Certificate> =>
  generate([{ name: "commonName", value: "chaos" }], {
    algorithm: "sha256",
    keyType: "ec",
    extensions: [
      { name: "basicConstraints", cA: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  });

/** What the certificate of the client names. */
export const CERTIFIED_NAME = "chaos.rp.example";

export interface OfClients {
  /** The certificate of the authority. */
  readonly authority: string;
  readonly shown: Shown;
}

/** An authority, and the certificate that a client has from it. */
export async function certificatesOfClients(): Promise<OfClients> {
  const kind = { algorithm: "sha256", keyType: "ec" } as const;
  const authority = await generate([{ name: "commonName", value: "Chaos authority" }], {
    ...kind,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, critical: true },
    ],
  });
  const { cert, private: key } = await generate([{ name: "commonName", value: "Chaos client" }], {
    ...kind,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "extKeyUsage", clientAuth: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: CERTIFIED_NAME }] },
    ],
  });
  return { authority: authority.cert, shown: { cert, key } };
}
