import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { dpopNonces } from "./nonces.ts";
import { verifyProof } from "./proof.ts";
import { type DpopSenders, dpopSenders, isDpopNonceNeeded } from "./senders.ts";

const refused = expect.objectContaining({ code: "invalid_jwt", message: "the token is invalid" });

const now = new Date("2030-01-01T12:00:00Z");
const seconds = now.getTime() / 1000;
const url = "https://auth.example/token";
const request = { method: "POST", url, now };
const nonces = dpopNonces([Buffer.alloc(32, 1)], "token");

const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
const jwk = await exportJWK(publicKey);
const proofOf = (claims: object = {}) =>
  new SignJWT({ jti: "j-1", htm: "POST", htu: url, iat: seconds, ...claims })
    .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
    .sign(privateKey);

/** A memory whose state is visible. */
let remembered: Map<string, number>;
let bornAt: Date;
let senders: DpopSenders;
const opened = (nonceRequired = false) =>
  dpopSenders({
    memory: {
      async remember(key, ttlSeconds) {
        const isFirst = !remembered.has(key);
        remembered.set(key, ttlSeconds);
        return isFirst ? bornAt : undefined;
      },
    },
    nonces,
    nonceRequired,
    verifyProof,
  });
beforeEach(() => {
  remembered = new Map();
  bornAt = new Date(0);
  senders = opened();
});

async function accept(proof: string, by = senders) {
  const verified = await by.verify([proof], request);
  if (verified !== undefined) await by.use(verified, now);
  return verified;
}
const nonceFrom = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (err: unknown) => (isDpopNonceNeeded(err) ? err.nonce : undefined),
  );

describe("RFC 9449 §4.3 and §11.1: each proof is accepted once", () => {
  it("a request without a proof proves no key", async () => {
    await expect(senders.verify([], request)).resolves.toBeUndefined();
  });

  it("dpop-09: two headers are refused", async () => {
    const proof = await proofOf();
    await expect(senders.verify([proof, proof], request)).rejects.toEqual(refused);
  });

  it("dpop-03, dpx-01: a proof is refused the second time, in every spelling", async () => {
    await accept(await proofOf());
    for (const htu of [url, `${url}?a`, "HTTPS://AUTH.EXAMPLE:443/token"]) {
      await expect(accept(await proofOf({ htu }))).rejects.toEqual(refused);
    }
    await expect(accept(await proofOf({ jti: "j-2" }))).resolves.toBeDefined();
  });

  it("dpx-02: it is remembered until it would no longer be accepted, also if its clock is ahead", async () => {
    await accept(await proofOf({ iat: seconds + 59 }));
    expect([...remembered.values()]).toEqual([59 + 300 + 10]);
  });

  it("dpx-03: a proof with a wrong signature uses nothing up", async () => {
    const forged = (await proofOf()).replace(/.{4}$/, "AAAA");
    await expect(accept(forged)).rejects.toEqual(refused);
    await expect(accept(await proofOf())).resolves.toBeDefined();
  });

  it("verifying by itself uses nothing up (§8)", async () => {
    const proof = await proofOf();
    await senders.verify([proof], request);
    await expect(accept(proof)).resolves.toBeDefined();
  });
});

describe("RFC 9449 §8: a nonce is asked for", () => {
  it("dpop-12: where each proof needs one, and the one that is given works", async () => {
    const strict = opened(true);
    const nonce = await nonceFrom(accept(await proofOf(), strict));
    expect(nonce).toBeDefined();
    expect(remembered.size).toBe(0);
    await expect(accept(await proofOf({ nonce }), strict)).resolves.toBeDefined();
  });

  it("dpop-12: in place of one that is not valid, even where none is needed", async () => {
    expect(await nonceFrom(accept(await proofOf({ nonce: "old" })))).toBeDefined();
  });

  it.each([
    ["began during the request", 7],
    ["has a clock that is ahead", 3000],
  ])("once, if the memory %s", async (_, ms) => {
    bornAt = new Date(now.getTime() + ms);
    const nonce = await nonceFrom(accept(await proofOf()));
    await expect(accept(await proofOf({ jti: "j-2", nonce }))).resolves.toBeDefined();
  });

  it("if the proof may have been used before the memory was emptied", async () => {
    bornAt = new Date(now.getTime() - 30_000);
    const nonce = await nonceFrom(accept(await proofOf()));
    expect(nonce).toBeDefined();
    await expect(accept(await proofOf({ jti: "j-2", nonce }))).resolves.toBeDefined();
  });

  it("dpop-r09: §8.2: one that ages is replaced, where each proof needs one", async () => {
    const used = async (ageSeconds: number, required = true) => {
      const nonce = await nonces.issue(new Date(now.getTime() - ageSeconds * 1000));
      const by = opened(required);
      const proof = await by.verify([await proofOf({ nonce, jti: `${ageSeconds} ${required}` })], request);
      return proof && by.use(proof, now);
    };
    expect(await used(149)).toBeUndefined();
    expect(await nonces.timeOf((await used(151)) ?? "", now)).toMatchObject({ from: seconds });
    expect(await used(151, false)).toBeUndefined();
  });

  it("if the nonce itself is older than the memory", async () => {
    const nonce = await nonces.issue(new Date(now.getTime() - 60_000));
    bornAt = new Date(now.getTime() - 30_000);
    expect(await nonceFrom(accept(await proofOf({ nonce })))).toBeDefined();
  });
});
