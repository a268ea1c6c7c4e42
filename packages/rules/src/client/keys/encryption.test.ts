import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ecJwk, edJwk, rsaJwk } from "../../testing/jwks.ts";
import { clientMetadata } from "../metadata/client-metadata.ts";
import { encryptionKeyOf } from "./encryption.ts";
import { clientJwks } from "./jwk.ts";

const { publicKey: x } = generateKeyPairSync("x25519");
const x25519Jwk = { ...x.export({ format: "jwk" }), kid: "x" };
const choose = (alg: Parameters<typeof encryptionKeyOf>[1], ...keys: unknown[]) =>
  encryptionKeyOf(clientJwks.parse({ keys }).keys, alg)?.kid;

describe("RFC 7517 §4.2 to §4.4: the key to encrypt with", () => {
  it.each([
    ["RSA for RSA-OAEP", "RSA-OAEP", [ecJwk, rsaJwk], "rsa"],
    ["RSA for RSA-OAEP-256", "RSA-OAEP-256", [ecJwk, rsaJwk], "rsa"],
    ["a curve for ECDH-ES", "ECDH-ES", [rsaJwk, ecJwk], "ec"],
    ["X25519 for ECDH-ES", "ECDH-ES+A256KW", [edJwk, x25519Jwk], "x"],
    ["one that says it is for it", "ECDH-ES", [ecJwk, { ...ecJwk, kid: "e", use: "enc" }], "e"],
    ["one that names the algorithm", "RSA-OAEP", [{ ...rsaJwk, use: "enc", alg: "RSA-OAEP" }], "rsa"],
    ["one for wrapping", "RSA-OAEP", [{ ...rsaJwk, key_ops: ["wrapKey"] }], "rsa"],
  ] as const)("is %s", (_, alg, keys, kid) => {
    expect(choose(alg, ...keys)).toBe(kid);
  });

  it.each([
    ["one for signing", "RSA-OAEP", { ...rsaJwk, use: "sig" }],
    ["one of a signing algorithm", "RSA-OAEP", { ...rsaJwk, alg: "RS256" }],
    ["one of another algorithm", "RSA-OAEP", { ...rsaJwk, use: "enc", alg: "RSA-OAEP-256" }],
    ["one for verifying", "ECDH-ES", { ...ecJwk, key_ops: ["verify"] }],
    ["one of another kind", "ECDH-ES", rsaJwk],
    ["one on a curve that signs", "ECDH-ES", edJwk],
  ] as const)("is never %s", (_, alg, jwk) => {
    expect(choose(alg, jwk)).toBeUndefined();
  });
});

describe("OIDC Registration §2: encrypted responses", () => {
  const shape = clientMetadata({ issuer: "https://auth.example" });
  const web = { client_name: "Web", redirect_uris: ["https://rp.example/cb"] };
  const faults = (metadata: object) =>
    (shape.safeParse({ ...web, ...metadata }).error?.issues ?? []).map(
      ({ path, message }) => `${String(path[0])} ${message}`,
    );
  describe.each(["id_token", "userinfo"])("of %s", (answer) => {
    const member = (suffix: "alg" | "enc", value: string) => ({ [`${answer}_encrypted_response_${suffix}`]: value });

    it.each([
      ["to a registered key", { jwks: { keys: [rsaJwk] } }],
      ["to a key of the client's jwks_uri", { jwks_uri: "https://rp.example/jwks" }],
    ])("may be encrypted %s", (_, keys) => {
      expect(faults({ ...keys, ...member("alg", "RSA-OAEP-256") })).toEqual([]);
      expect(faults({ ...keys, ...member("alg", "RSA-OAEP-256"), ...member("enc", "A256GCM") })).toEqual([]);
    });

    it.each([
      ["with enc and without alg", { jwks: { keys: [rsaJwk] }, ...member("enc", "A128GCM") }, "_enc needs"],
      ["without any key", member("alg", "RSA-OAEP"), "_alg needs jwks or jwks_uri"],
      ["without a suitable key", { jwks: { keys: [ecJwk] }, ...member("alg", "RSA-OAEP") }, "_alg has no key"],
      ["jose-12: by RSA1_5", { jwks: { keys: [rsaJwk] }, ...member("alg", "RSA1_5") }, "_alg Invalid option"],
      ["jose-10: by a password", member("alg", "PBES2-HS256+A128KW"), "_alg Invalid option"],
      ["by a secret", member("alg", "A128KW"), "_alg Invalid option"],
      [
        "by an unknown enc",
        { jwks: { keys: [rsaJwk] }, ...member("alg", "RSA-OAEP"), ...member("enc", "A128CTR") },
        "_enc Invalid option",
      ],
    ])("are refused %s", (_, metadata, problem) => {
      expect(faults(metadata)).toEqual([expect.stringContaining(problem)]);
    });
  });
});
