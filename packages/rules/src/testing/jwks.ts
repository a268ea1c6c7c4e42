/** Keys for tests, generated for each run. */
import { generateKeyPairSync } from "node:crypto";

const { publicKey: ec, privateKey: ecPrivate } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { publicKey: rsa } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const { publicKey: weakRsa } = generateKeyPairSync("rsa", { modulusLength: 1024 });
const { publicKey: ed } = generateKeyPairSync("ed25519");

export const ecJwk = { ...ec.export({ format: "jwk" }), kid: "ec" };
export const ecPrivateJwk = { ...ecPrivate.export({ format: "jwk" }), kid: "ec" };
export const rsaJwk = { ...rsa.export({ format: "jwk" }), kid: "rsa" };
export const weakRsaJwk = { ...weakRsa.export({ format: "jwk" }), kid: "weak" };
export const edJwk = { ...ed.export({ format: "jwk" }), kid: "ed" };
