/** Signing and verifying without `jose` give the same answers as `jose`, for every token. */
import fc from "fast-check";
import { CompactSign, compactVerify, importJWK, type JWK } from "jose";
import { describe, expect, it } from "vitest";
import { SIGNING_ALGS, type SigningAlg } from "../keys/algs.ts";
import { localKeys } from "../keys/local-keys.ts";
import { generateSigningKey, importSigningKey } from "../keys/signing-key.ts";
import { verifyCompact } from "./compact.ts";
import { signJwt } from "./sign.ts";

const utf8 = new TextEncoder();
/** By how much a run takes longer than one with ES256 or EdDSA, about: there are fewer of them. */
const slownessOf = (alg: SigningAlg): number => {
  if (alg === "ES512") return 16;
  if (alg === "ES384") return 6;
  return alg.startsWith("RS") || alg.startsWith("PS") ? 3.2 : 1;
};
const runsOf = (alg: SigningAlg) => Math.ceil((fc.readConfigureGlobal()?.numRuns ?? 500) / (2.5 * slownessOf(alg)));

const claims = fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 6 });

/** One change to the text of a token: a character replaced, removed or added, or two parts exchanged. */
const mutation = fc.oneof(
  fc.record({ at: fc.nat(2000), remove: fc.nat(3), insert: fc.string({ maxLength: 3 }) }),
  fc.record({
    at: fc.nat(2000),
    remove: fc.constant(1),
    insert: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.="),
  }),
);

const mutated = (token: string, { at, remove, insert }: { at: number; remove: number; insert: string }) => {
  const place = at % token.length;
  return token.slice(0, place) + insert + token.slice(place + remove);
};

async function keysFor(alg: SigningAlg) {
  const generated = await generateSigningKey(alg);
  const publicKey = await importJWK(generated.publicJwk as JWK, alg);
  const privateKey = await importJWK(generated.privateJwk as JWK, alg);
  return { signer: await importSigningKey(generated), generated, publicKey, privateKey };
}

const accepted = (verifying: Promise<unknown>) =>
  verifying.then(
    () => true,
    () => false,
  );

describe.each(SIGNING_ALGS)("RFC 7515 §5: %s", async (alg) => {
  const { signer, generated, publicKey, privateKey } = await keysFor(alg);
  const expectations = { keys: localKeys({ keys: [generated.publicJwk] }), algs: [alg], typs: ["jwt"] } as const;
  const byJose = (token: string) => compactVerify(token, publicKey, { algorithms: [alg] });

  it("jose accepts our signatures", async () => {
    const property = fc.asyncProperty(claims, async (payload) => {
      const token = await signJwt(signer, "JWT", payload);
      const { payload: read, protectedHeader } = await byJose(token);
      expect(JSON.parse(new TextDecoder().decode(read))).toEqual(JSON.parse(JSON.stringify(payload)));
      expect(protectedHeader).toEqual({ alg, kid: signer.kid, typ: "JWT" });
    });
    await fc.assert(property, { numRuns: runsOf(alg) });
  });

  it("we accept the signatures of jose", async () => {
    const property = fc.asyncProperty(claims, async (payload) => {
      const token = await new CompactSign(utf8.encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg, kid: signer.kid, typ: "JWT" })
        .sign(privateKey);
      expect(await verifyCompact(token, expectations)).toEqual(JSON.parse(JSON.stringify(payload)));
    });
    await fc.assert(property, { numRuns: runsOf(alg) });
  });

  it("a changed token that we accept is also accepted by jose, with the same bytes", async () => {
    const token = await signJwt(signer, "JWT", { sub: "someone", iat: 1 });
    const property = fc.asyncProperty(mutation, async (change) => {
      const other = mutated(token, change);
      if (!(await accepted(verifyCompact(other, expectations)))) return;
      expect(await accepted(byJose(other))).toBe(true);
      expect(other).toBe(token);
    });
    await fc.assert(property, { numRuns: runsOf(alg) });
  });

  it("a signature of other bytes is refused by both", async () => {
    const token = await signJwt(signer, "JWT", { sub: "someone" });
    const [header, payload, signature = ""] = token.split(".");
    const bytes = Buffer.from(signature, "base64url");
    const anyBytes = fc.uint8Array({ minLength: 1, maxLength: bytes.length + 8 });
    const oneBit = fc.nat(bytes.length * 8 - 1).map((bit) => {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return new Uint8Array(flipped);
    });
    const property = fc.asyncProperty(fc.oneof(anyBytes, oneBit), async (other) => {
      fc.pre(!bytes.equals(other));
      const forged = `${header}.${payload}.${Buffer.from(other).toString("base64url")}`;
      expect(await accepted(byJose(forged))).toBe(false);
      expect(await accepted(verifyCompact(forged, expectations))).toBe(false);
    });
    await fc.assert(property, { numRuns: runsOf(alg) });
  });
});
