/** DPoP proofs of a client (RFC 9449 §4.2), made in this process. */
import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import type { Answer, Connection } from "./load/http.ts";

export interface Proofs {
  /**
   * Sends a request with a proof. A server that asks for a nonce (§8) gets another proof, and all later proofs have
   * that nonce.
   *
   * @param shown the access token of the request, if it has one
   */
  send(
    connection: Connection,
    to: { readonly method: "GET" | "POST"; readonly origin: string; readonly path: string; readonly shown?: string },
    sent: { readonly headers: Record<string, string>; readonly form?: Record<string, string> },
  ): Promise<Answer>;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A client's key for proofs. */
export function newProofs(): Proofs {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const header = encoded({ alg: "ES256", typ: "dpop+jwt", jwk: publicKey.export({ format: "jwk" }) });
  const nonces = new Map<string, string>();

  function proof(htm: string, origin: string, path: string, shown: string | undefined): string {
    const iat = Math.floor(Date.now() / 1000);
    const ath = shown && createHash("sha256").update(shown).digest("base64url");
    const claims = { jti: randomUUID(), htm, htu: `${origin}${path}`, iat, nonce: nonces.get(origin), ath };
    const text = `${header}.${encoded(claims)}`;
    const signature = createSign("sha256").update(text).sign({ key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${text}.${signature.toString("base64url")}`;
  }

  return {
    async send(connection, { method, origin, path, shown }, { headers, form }) {
      const once = () => {
        const dpop = proof(method, origin, path, shown);
        return connection.send(method, path, {
          headers: { ...headers, dpop },
          ...(form === undefined ? {} : { form }),
        });
      };
      const answer = await once();
      const nonce = answer.headers["dpop-nonce"];
      if (typeof nonce !== "string") return answer;
      nonces.set(origin, nonce);
      return answer.status < 400 ? answer : once();
    },
  };
}
