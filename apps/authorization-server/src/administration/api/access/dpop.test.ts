import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issuer } from "../../../../testing/world.ts";
import { type Api, adminResource, startApi } from "../testing/api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
  api.pass(600); // The memory of proofs is older than every proof.
});
afterAll(() => api.close());

const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
const jwk = await exportJWK(publicKey);
const proof = (htm: string, htu: string, token?: string) =>
  new SignJWT({
    jti: crypto.randomUUID(),
    htm,
    htu,
    iat: Math.floor(api.clock.now.getTime() / 1000),
    ...(token === undefined ? {} : { ath: createHash("sha256").update(token).digest("base64url") }),
  })
    .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
    .sign(privateKey);

describe("RFC 9449 §7.1: a token that is bound to a key", () => {
  it("needs a proof for this address, which counts once", async () => {
    const program = await api.programOf("people:read");
    const token = await api.tokenFor(program, { dpop: await proof("POST", `${issuer}/token`) });
    const asked = (dpop: string | undefined, scheme = "DPoP") =>
      api.call("/people", {
        headers: { authorization: `${scheme} ${token}`, ...(dpop === undefined ? {} : { dpop }) },
      });

    const right = await proof("GET", `${adminResource}/people`, token);
    expect((await asked(right)).status).toBe(200);
    expect((await asked(right)).status).toBe(401);
    expect((await asked(undefined)).status).toBe(401);
    expect((await asked(undefined, "Bearer")).status).toBe(401);
    const elsewhere = await proof("GET", `${issuer}/people`, token);
    const refused = await asked(elsewhere);
    expect([refused.status, refused.body.type]).toEqual([401, "urn:countersign:problem:unauthorized"]);
    expect(refused.headers.get("www-authenticate")).toContain("DPoP");
  });
});
