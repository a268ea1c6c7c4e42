/** For tests: an issuer on loopback that publishes its keys and signs anything that a test asks for. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AccessTokenClaims,
  generateSigningKey,
  importSigningKey,
  publicJwks,
  signAccessToken,
  signIdToken,
} from "@countersign/jwt";

const wholeSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** Starts an issuer with two keys; `issuer` is its address. */
export async function startIssuer(resource: string) {
  const generated = await Promise.all([generateSigningKey("ES256"), generateSigningKey("RS256")]);
  const [es, rs] = await Promise.all([importSigningKey(generated[0]), importSigningKey(generated[1])]);
  let published = [...generated];
  let metadata: object = {};
  const told: unknown[] = [];

  const server = createServer((req, res) => {
    told.push(req.headers.traceparent);
    if (req.url === "/jwks") res.end(JSON.stringify(publicJwks(published)));
    else if (req.url === "/.well-known/openid-configuration")
      res.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks`, ...metadata }));
    else res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Claims of a valid access token at this time, with changes of any shape. */
  const claims = (now: Date, changes: object = {}) =>
    ({
      iss: issuer,
      sub: "alice",
      aud: resource,
      exp: wholeSeconds(now) + 300,
      iat: wholeSeconds(now),
      jti: "j-1",
      client_id: "web",
      scope: "openid profile email",
      authorization_id: "0f0e0d0c-0b0a-4908-8706-050403020100",
      ...changes,
    }) as AccessTokenClaims;

  return {
    issuer,
    /** The `traceparent` of each request so far; undefined where there was none. */
    told,
    keys: { es, rs },
    accessToken: (now: Date, changes: object = {}, key = es) => signAccessToken(key, claims(now, changes)),
    idToken: (now: Date) =>
      signIdToken(es, { ...claims(now), aud: "web", auth_time: wholeSeconds(now), acr: "1", amr: ["pwd"] }),
    /** Takes a key out of the published set. */
    withdraw(kid: string) {
      published = published.filter((key) => key.kid !== kid);
    },
    /** Changes the discovery document. */
    describeAs(changes: object) {
      metadata = changes;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>;
