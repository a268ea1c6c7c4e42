import { createHash } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { alice } from "../testing/test-person.ts";
import { now, outcome, refusal, startWorld } from "../testing/test-world.ts";

/** What was sent to the authorization server for a signed answer. */
const fetched: unknown[] = [];
const { get, post, world, bearer, token, issuer, reset, stop } = await startWorld(undefined, async (presented) => {
  fetched.push(presented);
  return "a.signed.answer";
});
afterAll(() => stop());

async function holder() {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { jwk, privateKey, jkt: await calculateJwkThumbprint(jwk) };
}
const [own, other] = [await holder(), await holder()];
const bound = await issuer.accessToken(now, { cnf: { jkt: own.jkt } });

const url = "http://localhost:4001/userinfo";
const athOf = (accessToken: string) => createHash("sha256").update(accessToken).digest("base64url");
const proofOf = (claims: object = {}, by = own) =>
  new SignJWT({
    jti: crypto.randomUUID(),
    htm: "GET",
    htu: url,
    iat: now.getTime() / 1000,
    ath: athOf(bound),
    ...claims,
  })
    .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk: by.jwk })
    .sign(by.privateKey);
const sentWith = (proof: string | undefined, accessToken = bound, scheme = "DPoP") => ({
  authorization: `${scheme} ${accessToken}`,
  ...(proof === undefined ? {} : { dpop: proof }),
});

describe("RFC 9449 §7.1: a token that is bound to a key", () => {
  it.each(["DPoP", "dPoP", "dpop"])("is accepted with a proof of the key, in the scheme %s", async (scheme) => {
    const response = await get("", sentWith(await proofOf(), bound, scheme));
    expect([response.status, await response.json()]).toMatchObject([200, { sub: "alice" }]);
  });

  it("is accepted for a POST", async () => {
    const response = await post("", sentWith(await proofOf({ htm: "POST" })));
    expect(response.status).toBe(200);
  });

  it.each<[string, () => Promise<Record<string, string>>]>([
    ["dpop-01: as a bearer token", async () => bearer(bound)],
    ["dpop-01: as a bearer token with a proof", async () => sentWith(await proofOf(), bound, "Bearer")],
    ["dpop-01: without a proof", async () => sentWith(undefined)],
    ["dpop-02: with a proof of another key", async () => sentWith(await proofOf({}, other))],
    ["a bearer token in the scheme DPoP", async () => sentWith(await proofOf({ ath: athOf(token) }), token)],
  ])("invalid_token: %s", async (_, headers) => {
    await expect(get("", await headers()).then(outcome)).resolves.toEqual(refusal(401, "invalid_token"));
  });

  it("dpx-14: is refused in a form, regardless of the proof beside it", async () => {
    const answer = await post(`access_token=${bound}`, { dpop: await proofOf({ htm: "POST" }) });
    await expect(outcome(answer)).resolves.toEqual(refusal(401, "invalid_token"));
  });

  it.each<[string, object]>([
    ["dpop-05: for another method", { htm: "POST" }],
    ["dpop-05: for another path", { htu: `${url}/x` }],
    ["dpx-04: for the host of the request", { htu: "http://evil.example/userinfo" }],
    ["dpop-07: without the hash of a token", { ath: undefined }],
    ["dpop-07: for another token", { ath: athOf(token) }],
    ["dpop-08: from an hour ago", { iat: now.getTime() / 1000 - 3600 }],
  ])("invalid_dpop_proof: %s", async (_, claims) => {
    const headers = { ...sentWith(await proofOf(claims)), host: "evil.example", "x-forwarded-host": "evil.example" };
    const response = await get("", headers);
    expect(response.headers.get("www-authenticate")).toMatch(/^DPoP realm="userinfo", .*algs="/);
    await expect(outcome(response)).resolves.toEqual(refusal(401, "invalid_dpop_proof"));
  });

  it("dpop-03: a proof is accepted once, also of 20 in parallel", async () => {
    const headers = sentWith(await proofOf());
    const answers = await Promise.all(Array.from({ length: 20 }, () => get("", headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
  });

  it("dpx-03: a proof that is refused uses nothing up", async () => {
    const proof = await proofOf();
    expect((await get("", sentWith(`${proof.slice(0, -4)}AAAA`))).status).toBe(401);
    expect((await get("", sentWith(proof))).status).toBe(200);
  });

  it("scripts of other sites may read the challenge and the nonce", async () => {
    const response = await get("", { ...sentWith(undefined), origin: "https://app.example" });
    expect(response.headers.get("access-control-expose-headers")).toBe("DPoP-Nonce, WWW-Authenticate, X-Request-Id");
  });
});

describe("architecture §5: a signed answer about a bound token", () => {
  it("is fetched with the proof, which the authorization server verifies again", async () => {
    world.row = { ...alice, wants_jwt: true };
    const proof = await proofOf();
    expect(await (await get("", sentWith(proof))).text()).toBe("a.signed.answer");
    expect(fetched.splice(0)).toEqual([{ token: bound, method: "GET", proof }]);
    // Beside a bearer token, a proof means nothing.
    await get("", { ...bearer(), dpop: "not.a.proof" });
    expect(fetched).toEqual([{ token, method: "GET", proof: undefined }]);
    reset();
  });
});
