/** Programs that bring assertions of a trusted issuer, each a new one (RFC 7523 §2.1). */
import { createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { connectTo, expectStatus } from "../load/http.ts";
import type { Load } from "../load/model.ts";
import type { Deployment } from "./deployment.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ISSUER = "https://platform.example";

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Trusts an issuer, whose assertions are made in this process. */
export function bringingAssertions({ provider, services, cli }: Deployment): Load {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { resource = "", scope = "" } = services.ES256.form ?? {};
  const client = ["--name", "Workload", "--grant-type", JWT_BEARER, "--token-endpoint-auth-method", "none"];
  const { client_id } = JSON.parse(cli("clients", "add", ...client, "--scope", scope, "--json"));
  const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1" }] });
  const rules = JSON.stringify([{ client: client_id, claims: { sub: "program" } }]);
  const trusting = ["--issuer", ISSUER, "--jwks", keys, "--workloads", rules, "--resources", resource];
  cli("trusted-issuers", "add", "Platform", "--subject", "workload", ...trusting, "--scopes", scope);

  const header = encoded({ alg: "ES256", kid: "k1" });
  const next = () => {
    // A little ahead of the clock: the store of used assertions was just made.
    const iat = Math.floor(Date.now() / 1000) + 9;
    const claims = { iss: ISSUER, sub: "program", aud: provider.origin, iat, exp: iat + 60, jti: randomUUID() };
    const text = `${header}.${encoded(claims)}`;
    const signature = createSign("sha256").update(text).sign({ key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${text}.${signature.toString("base64url")}`;
  };
  return {
    kind: "steps",
    async open(index) {
      const connection = connectTo(provider.origin);
      return async () => {
        const sent = { headers: provider.from(index), form: { grant_type: JWT_BEARER, assertion: next() } };
        expectStatus(await connection.send("POST", provider.paths.token, sent), 200, "token");
        return true;
      };
    },
  };
}
