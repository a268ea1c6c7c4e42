import { createECDH, generateKeyPairSync } from "node:crypto";
import {
  AAGUID,
  type Alg,
  type HeldCredential,
  type Lies,
  newCredential,
  prove,
  register,
} from "@countersign/dev/test-authenticator";
import { cbor, cborMap } from "@countersign/dev/test-cbor";
import { type RelyingParty, readAssertion, readRegistration } from "@countersign/rules";
import { describe, expect, it } from "vitest";
import { verifyAssertion, verifyRegistration } from "./verification.ts";

const site = { origin: "https://auth.example", rpId: "auth.example" };
const relyingParty: RelyingParty = { id: site.rpId, name: "Countersign", origins: [site.origin], isExclusive: false };
const challenge = Buffer.alloc(70, 7).toString("base64url");
const expected = { challenge, relyingParty, requireUserVerification: true };

async function registered(credential: HeldCredential, lies: Lies = {}, changed = expected) {
  const response = readRegistration(JSON.stringify(register(site, challenge, credential, lies)));
  return response && verifyRegistration(response, changed);
}

async function proved(credential: HeldCredential, lies: Lies = {}, { stored = {}, changed = expected } = {}) {
  const response = readAssertion(JSON.stringify(prove(site, challenge, credential, lies)));
  const { id, coseKey } = credential;
  const known = { credentialId: id.toString("base64url"), publicKey: coseKey, backupEligible: false, ...stored };
  return response && verifyAssertion(response, known, changed);
}

const algs: [string, Alg][] = [
  ["EdDSA", -8],
  ["ES256", -7],
  ["RS256", -257],
];

describe("WebAuthn §7.1: registering a credential", () => {
  it.each(algs)("accepts a real one of %s", async (_, alg) => {
    const credential = newCredential(alg);
    expect(await registered(credential, { backupEligible: true, backedUp: true, signCount: 3 })).toEqual({
      credentialId: credential.id.toString("base64url"),
      publicKey: new Uint8Array(credential.coseKey),
      alg,
      signCount: 3,
      transports: ["internal"],
      aaguid: AAGUID,
      backupEligible: true,
      backedUp: true,
    });
  });

  it.each<[string, Lies]>([
    ["pkey-01: another challenge", { challenge: "AAAA" }],
    ["pkey-03: the response to a sign-in", { type: "webauthn.get" }],
    ["pkey-04: another origin", { origin: "https://auth.example.evil" }],
    ["pkey-05: the parent domain as RP ID", { rpId: "example" }],
    ["pkey-06: user verification is missing", { userVerified: false }],
    ["user presence is missing", { userPresent: false }],
    ["backed up although it cannot be", { backedUp: true }],
    ["another credential than the browser says", { credentialId: Buffer.alloc(32, 1) }],
    ["no credential ID", { credentialId: Buffer.alloc(0) }],
    ["bytes after the authenticator data", { trailing: Buffer.from([1]) }],
    ["an unexpected attestation statement", { statement: new Map([["sig", Buffer.alloc(8)]]) }],
    ["an unknown format", { format: "evil" }],
    ["a certificate chain", { format: "packed", statement: new Map<string, unknown>([["x5c", [Buffer.alloc(8)]]]) }],
    ["a format that is read by certificates", { format: "tpm" }],
  ])("refuses %s", async (_, lies) => {
    expect(await registered(newCredential(), lies)).toBeUndefined();
  });

  it("accepts a key that did not verify its user only where that is not required", async () => {
    const lax = { ...expected, requireUserVerification: false };
    expect(await registered(newCredential(), { userVerified: false }, lax)).toBeDefined();
  });
});

const p256 = (() => {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return { x: Buffer.from(x, "base64url"), y: Buffer.from(y, "base64url") };
})();
const ec2 = (changes: [unknown, unknown][]) =>
  cbor(new Map<unknown, unknown>([[1, 2], [3, -7], [-1, 1], [-2, p256.x], [-3, p256.y], ...changes]));
const rsa = (n: Buffer, e: Buffer, alg = -257) =>
  cbor(
    new Map<unknown, unknown>([
      [1, 3],
      [3, alg],
      [-1, n],
      [-2, e],
    ]),
  );
const modulus = (bytes: number) => Buffer.alloc(bytes, 0xc1);
const F4 = Buffer.from([1, 0, 1]);
const p384 = createECDH("secp384r1").generateKeys();

describe("pkey-11: public keys that an algorithm of ours does not take", () => {
  it.each<[string, Buffer]>([
    ["RS1 (-65535)", rsa(modulus(256), F4, -65_535)],
    ["RS512 (-259)", rsa(modulus(256), F4, -259)],
    ["an algorithm that the library would take on this Node.js: ML-DSA-44", ec2([[3, -48]])],
    ["a point that is not on the curve", ec2([[-3, Buffer.alloc(32, 1)]])],
    [
      "P-384",
      ec2([
        [-1, 2],
        [-2, p384.subarray(1, 49)],
        [-3, p384.subarray(49)],
      ]),
    ],
    ["a short coordinate", ec2([[-2, p256.x.subarray(1)]])],
    ["a parameter too many", ec2([[-4, Buffer.alloc(32)]])],
    ["a key type of another algorithm", ec2([[1, 1]])],
    [
      "no algorithm",
      cbor(
        new Map<unknown, unknown>([
          [1, 2],
          [-1, 1],
          [-2, p256.x],
          [-3, p256.y],
        ]),
      ),
    ],
    [
      "one member twice",
      cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, p256.x],
        [-2, p256.x],
      ]),
    ],
    ["RSA of 1024 bits", rsa(modulus(128), F4)],
    ["RSA of 2048 bits with zeros in front", rsa(Buffer.concat([Buffer.alloc(128), modulus(128)]), F4)],
    ["RSA of 8192 bits", rsa(modulus(1024), F4)],
    ["RSA with a huge exponent", rsa(modulus(256), modulus(256))],
    ["RSA with the exponent 1", rsa(modulus(256), Buffer.from([1]))],
    ["no map", cbor([1, 2])],
    ["a map that says it has 2^31 members", Buffer.from([0xba, 0x80, 0, 0, 0])],
    ["a thousand arrays in each other", Buffer.alloc(1000, 0x81)],
    ["nothing", Buffer.alloc(0)],
  ])("refuses %s", async (_, coseKey) => {
    expect(await registered(newCredential(), { coseKey })).toBeUndefined();
  });
});

describe("WebAuthn §7.2: proving a credential", () => {
  it.each(algs)("accepts a real signature of %s", async (_, alg) => {
    expect(await proved(newCredential(alg), { signCount: 7 })).toEqual({
      signCount: 7,
      backupEligible: false,
      backedUp: false,
    });
  });

  it.each<[string, Lies]>([
    ["pkey-01: another challenge", { challenge: "AAAA" }],
    ["pkey-03: the response to a registration", { type: "webauthn.create" }],
    ["pkey-04: another origin", { origin: "https://auth.example:8443" }],
    ["pkey-05: the parent domain as RP ID", { rpId: "example" }],
    ["pkey-06: user verification is missing", { userVerified: false }],
    ["user presence is missing", { userPresent: false }],
    ["pkey-12: now it may be synced", { backupEligible: true }],
    ["backed up although it cannot be", { backedUp: true }],
    ["a wrong signature", { signature: Buffer.alloc(70, 1) }],
    ["no signature at all", { signature: Buffer.alloc(0) }],
    ["bytes after the authenticator data", { trailing: Buffer.from([1]) }],
    ["C13: §6.1: the data of a registration, in their right form", { attested: true }],
  ])("refuses %s", async (_, lies) => {
    expect(await proved(newCredential(), lies)).toBeUndefined();
  });

  it("refuses the signature of another key", async () => {
    expect(await proved(newCredential(), {}, { stored: { publicKey: newCredential().coseKey } })).toBeUndefined();
  });

  it("pkey-12: refuses a credential that could be synced when it was made, and now cannot", async () => {
    expect(await proved(newCredential(), {}, { stored: { backupEligible: true } })).toBeUndefined();
  });

  it("pkey-05: accepts the parent domain where the deployment names it", async () => {
    const changed = { ...expected, relyingParty: { ...relyingParty, id: "example" } };
    expect(await proved(newCredential(), { rpId: "example" }, { changed })).toBeDefined();
    expect(await proved(newCredential(), {}, { changed })).toBeUndefined();
  });
});
