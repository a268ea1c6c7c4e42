import { createPublicKey, type JsonWebKey, webcrypto, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  authority,
  CLIENT_AUTHENTICATION,
  certificate,
  forAgreement,
  type Holder,
  keyHashOf,
  SERVER_AUTHENTICATION,
  unknownCritical,
} from "../../../../testing/clients/certificates.ts";
import { quickest } from "../../../../testing/quickest.ts";
import { noon } from "../../../../testing/world.ts";
import type { ClientCertificate } from "./client-certificate.ts";
import { openTrust } from "./trust.ts";

const ours = await authority("CN=Clients");
const sameName = await authority("CN=Clients");
const inner = await authority("CN=Inner", { by: ours });
const trust = openTrust(ours.cert);

const shown = (leaf: Holder, ...chain: Holder[]): ClientCertificate => ({
  leaf: new X509Certificate(leaf.der),
  chain: chain.map(({ der }) => new X509Certificate(der)),
  thumbprint: leaf.thumbprint,
});
const verify = (leaf: Holder, ...chain: Holder[]) => trust.verify(shown(leaf, ...chain), { at: noon });
const leaf = (wanted: Parameters<typeof certificate>[1] = {}) => certificate("CN=client", { by: ours, ...wanted });
const accepted = { names: expect.objectContaining({ subject: [[expect.objectContaining({ value: "client" })]] }) };
const refused = (problem: string) => ({ problem: expect.stringContaining(problem) });

describe("RFC 8705 §2.1: a certificate comes from a configured authority", () => {
  it("directly, or by others that came with it, in any order", async () => {
    expect(verify(await leaf())).toEqual(accepted);
    const innermost = await authority("CN=Innermost", { by: inner });
    expect(verify(await leaf({ by: innermost }), inner, innermost)).toEqual(accepted);
    expect(verify(await leaf({ by: innermost }), innermost)).toEqual(refused("no accepted authority"));
  });

  it("may say that it is for clients", async () => {
    expect(verify(await leaf({ usages: [CLIENT_AUTHENTICATION] }))).toEqual(accepted);
  });

  describe("A23: RFC 4055 §3.1: a signature with RSASSA-PSS", () => {
    const pssAuthority = async (hash: string) => {
      const algorithm = { name: "RSA-PSS", hash, modulusLength: 2048, publicExponent: Buffer.from([1, 0, 1]) };
      const keys = (await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as webcrypto.CryptoKeyPair;
      return authority("CN=PSS", { keys, hash });
    };
    const signedWith = async (hash: string) => {
      const by = await pssAuthority(hash);
      return openTrust(by.cert).verify(shown(await certificate("CN=client", { by, hash })), { at: noon });
    };

    it.each(["SHA-256", "SHA-384", "SHA-512"])("is accepted with %s", async (hash) => {
      expect(await signedWith(hash)).toEqual(accepted);
    });

    it("is refused with SHA-1, which is its default", async () => {
      expect(await signedWith("SHA-1")).toEqual(refused("signature algorithm is broken"));
    });
  });

  it("mtx-03: of two authorities of one name, by its key and not by its name", async () => {
    const byOther = await leaf({ by: sameName });
    expect(verify(byOther)).toEqual(refused("no accepted authority"));
    const both = openTrust(`${ours.cert}\n${sameName.cert}`);
    const only = { anchor: keyHashOf(ours), at: noon };
    expect(both.verify(shown(byOther), { at: noon })).toEqual(accepted);
    expect(both.verify(shown(byOther), only)).toEqual(refused("no accepted authority"));
    expect(both.verify(shown(await leaf()), only)).toEqual(accepted);
  });

  /** A pair of keys of which the public one is in the certificate; what it signs is signed by another one. */
  async function pairOf(jwk: JsonWebKey, algorithm: webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams) {
    const der = createPublicKey({ key: jwk, format: "jwk" }).export({ type: "spki", format: "der" });
    const publicKey = await webcrypto.subtle.importKey("spki", der, algorithm, true, ["verify"]);
    return { publicKey, privateKey: ours.keys.privateKey };
  }
  const RSA = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const rsaKeys = (bytes: number, e: Buffer) =>
    pairOf({ kty: "RSA", n: Buffer.alloc(bytes, 0xc5).toString("base64url"), e: e.toString("base64url") }, RSA);
  const agreeing = async () => {
    const { publicKey } = (await webcrypto.subtle.generateKey("X25519", true, [
      "deriveBits",
    ])) as webcrypto.CryptoKeyPair;
    return { publicKey, privateKey: ours.keys.privateKey };
  };
  const usual = Buffer.from([1, 0, 1]);
  const huge = Buffer.alloc(384, 0x45);
  const soon = new Date(noon.getTime() + 1000);
  it.each<[string, () => Promise<Holder>, string, Holder[]?]>([
    ["itself", () => certificate("CN=client"), "no accepted authority"],
    ["a server (its extended key usage)", () => leaf({ usages: [SERVER_AUTHENTICATION] }), "not for clients"],
    ["an authority (CA:TRUE)", () => leaf({ isAuthority: true }), "of an authority"],
    ["a time to come", () => leaf({ from: soon }), "not valid at this time"],
    ["a time that is over", () => leaf({ to: new Date(noon.getTime() - 1000) }), "not valid at this time"],
    [
      "a critical extension that is not checked",
      () => leaf({ others: [unknownCritical] }),
      "unknown critical extension",
    ],
    ["a signature that can be forged: SHA-1", () => leaf({ hash: "SHA-1" }), "signature algorithm is broken"],
    ["a short RSA key", async () => leaf({ keys: await rsaKeys(128, usual) }), "key is too short"],
    ["a huge RSA key", async () => leaf({ keys: await rsaKeys(2048, usual) }), "key is too large"],
    ["an RSA key with a huge exponent", async () => leaf({ keys: await rsaKeys(384, huge) }), "key is too large"],
    ["a key that is only for agreement", async () => leaf({ keys: await agreeing() }), "key is of another kind"],
    ["a key that may not sign", () => leaf({ others: [forAgreement] }), "key may not sign"],
    ["a client that issued it", async () => leaf({ by: await leaf() }), "no accepted authority"],
  ])("mtx-06: refuses that of %s", async (_, make, problem, chain = []) => {
    expect(verify(await make(), ...chain)).toEqual(refused(problem));
  });

  it("mtx-06: refuses a path that is longer than an authority allows, or that a client extends", async () => {
    const short = await authority("CN=Short", { by: ours, pathLength: 0 });
    const below = await authority("CN=Below", { by: short });
    const client = await leaf();
    expect(verify(await leaf({ by: short }), short)).toEqual(accepted);
    expect(verify(await leaf({ by: below }), below, short)).toEqual(refused("no accepted authority"));
    expect(verify(await leaf({ by: client }), client)).toEqual(refused("no accepted authority"));
  });

  it("mtx-06: refuses a path by an authority whose own certificate can be forged", async () => {
    const broken = await authority("CN=Broken", { by: ours, hash: "SHA-1" });
    expect(verify(await leaf({ by: broken }), broken)).toEqual(refused("no accepted authority"));
  });

  it("mtx-06: refuses a path by an authority whose time is over", async () => {
    const over = await authority("CN=Over", { by: ours, to: new Date(noon.getTime() - 1000) });
    expect(verify(await leaf({ by: over }), over)).toEqual(refused("no accepted authority"));
  });

  it("mtx-12: authorities whose keys are slow cost little", async () => {
    const usualKeys = await webcrypto.subtle.generateKey({ ...RSA, modulusLength: 3072, publicExponent: usual }, true, [
      "sign",
      "verify",
    ]);
    const { n = "" } = await webcrypto.subtle.exportKey("jwk", usualKeys.publicKey);
    const keys = await pairOf({ kty: "RSA", n, e: huge.toString("base64url") }, RSA);
    const slow = await Promise.all(Array.from({ length: 4 }, () => authority("CN=Slow", { by: ours, keys })));
    const client = await certificate("CN=client", { by: { ...ours, name: "CN=Slow", keys: usualKeys } });
    verify(client, ...slow); // node reads a key when it is used first
    expect(verify(client, ...slow)).toEqual(refused("no accepted authority"));
    expect(await quickest(() => verify(client, ...slow))).toBeLessThan(50);
  });

  it("mtx-12: authorities that issue each other in a circle cost little", async () => {
    const keys = ours.keys;
    const circle = await Promise.all(
      Array.from({ length: 4 }, () => authority("CN=Loop", { by: inner, keys: inner.keys })),
    );
    const client = await certificate("CN=client", { by: { ...inner, name: "CN=Loop", keys } });
    verify(client, ...circle);
    expect(verify(client, ...circle)).toEqual(refused("no accepted authority"));
    expect(await quickest(() => verify(client, ...circle))).toBeLessThan(50);
  });
});

describe("the configured authorities", () => {
  it.each([
    ["no authority", async () => (await certificate("CN=client")).cert],
    ["no certificate", async () => "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"],
  ])("are refused at the start if one is %s", async (_, pem) => {
    const text = await pem();
    expect(() => openTrust(text)).toThrow(/^MTLS_CLIENT_CA: /);
  });
});
