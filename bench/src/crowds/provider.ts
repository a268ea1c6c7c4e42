/** An OpenID Provider that has metadata and keys, and signs logout tokens. It has no sign-in page. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export interface LogoutProvider {
  readonly issuer: string;
  /** A logout token for a session there. */
  logoutToken(sid: string): Promise<string>;
  close(): Promise<void>;
}

/** @param port on loopback; the issuer has it */
export async function startLogoutProvider(port: number, clientId: string): Promise<LogoutProvider> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const issuer = `http://localhost:${port}`;
  const documents: Readonly<Record<string, object>> = {
    "/.well-known/openid-configuration": {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ["ES256"],
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
    },
    "/jwks": { keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: "ES256", use: "sig" }] },
  };
  const server = createServer(({ url = "" }, res) => {
    const document = documents[url];
    if (document === undefined) return void res.writeHead(404).end();
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    issuer,
    logoutToken(sid) {
      const iat = Math.floor(Date.now() / 1000);
      const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
      return new SignJWT({ iss: issuer, aud: clientId, jti: randomUUID(), iat, exp: iat + 120, sid, events })
        .setProtectedHeader({ alg: "ES256", kid: "1", typ: "logout+jwt" })
        .sign(privateKey);
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
