import { describe, expect, it } from "vitest";
import {
  assertionOptions,
  isCloned,
  isPasskeyOffered,
  type RelyingParty,
  readAssertion,
  readRegistration,
  registrationOptions,
  signedChallenge,
} from "./passkeys.ts";

const rp: RelyingParty = {
  id: "auth.example",
  name: "Countersign",
  origins: ["https://auth.example"],
  isExclusive: false,
};
const user = { handle: "aGFuZGxl", name: "alice", displayName: "Alice" };
const known = [{ id: "Y3JlZA", transports: ["internal"] }];

describe("WebAuthn §5.4: options to register a credential", () => {
  it("ask for a discoverable credential that verifies its user, of our algorithms, without attestation", () => {
    expect(registrationOptions(rp, user, { challenge: "Y2g", use: "sign-in", known })).toEqual({
      rp: { id: "auth.example", name: "Countersign" },
      user: { id: "aGFuZGxl", name: "alice", displayName: "Alice" },
      challenge: "Y2g",
      pubKeyCredParams: [
        { type: "public-key", alg: -8 },
        { type: "public-key", alg: -7 },
        { type: "public-key", alg: -257 },
      ],
      timeout: 300_000,
      excludeCredentials: [{ type: "public-key", id: "Y3JlZA", transports: ["internal"] }],
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      attestation: "none",
      extensions: { credProps: true },
    });
  });

  it("prefer verification of the user for a security key, which needs not be discoverable", () => {
    const { authenticatorSelection } = registrationOptions(rp, user, { challenge: "Y2g", use: "second-factor", known });
    expect(authenticatorSelection).toEqual({
      residentKey: "discouraged",
      requireResidentKey: false,
      userVerification: "preferred",
    });
  });
});

describe("WebAuthn §5.5: options to prove a credential", () => {
  it("name no credential at the sign-in page, and require that the user is verified", () => {
    expect(assertionOptions(rp, { challenge: "Y2g", use: "sign-in", known: [] })).toEqual({
      challenge: "Y2g",
      rpId: "auth.example",
      timeout: 300_000,
      allowCredentials: [],
      userVerification: "required",
    });
  });

  it("name the person's own credentials for a second factor", () => {
    expect(assertionOptions(rp, { challenge: "Y2g", use: "second-factor", known })).toMatchObject({
      allowCredentials: [{ type: "public-key", id: "Y3JlZA", transports: ["internal"] }],
      userVerification: "preferred",
    });
  });
});

const registration = {
  id: "Y3JlZA",
  rawId: "Y3JlZA",
  type: "public-key",
  response: { clientDataJSON: "e30", attestationObject: "oA", transports: ["usb"] },
};
const assertion = {
  id: "Y3JlZA",
  rawId: "Y3JlZA",
  type: "public-key",
  response: { clientDataJSON: "e30", authenticatorData: "oA", signature: "oA", userHandle: null },
};
const long = (bytes: number) => Buffer.alloc(bytes).toString("base64url");
const changed = (of: object, response: object) => ({
  ...of,
  response: { ...("response" in of ? (of.response as object) : {}), ...response },
});

describe("pkey-11: a response is read only in its shape and within its bounds", () => {
  it("reads a registration and a proof, and drops members that it does not know", () => {
    expect(readRegistration(JSON.stringify({ ...registration, more: 1 }))).toEqual(registration);
    expect(readAssertion(JSON.stringify(assertion))).toEqual(assertion);
  });

  it.each<[string, unknown]>([
    ["no JSON", "{"],
    ["an array", []],
    ["no id", { ...registration, id: undefined }],
    ["two different ids", { ...registration, rawId: "Y3JlZg" }],
    ["another spelling of the same bytes", { ...registration, id: "Y3JlZB", rawId: "Y3JlZB" }],
    ["padding", { ...registration, id: "Y3JlZA==", rawId: "Y3JlZA==" }],
    ["an id of more than 1023 bytes", { ...registration, id: long(1024), rawId: long(1024) }],
    ["another type", { ...registration, type: "password" }],
    ["an attestation of more than 4 KB", changed(registration, { attestationObject: long(4100) })],
    ["client data of more than 2 KB", changed(registration, { clientDataJSON: long(2100) })],
    ["a transport in capitals", changed(registration, { transports: ["USB"] })],
    ["eleven transports", changed(registration, { transports: Array(11).fill("usb") })],
    ["a proof", assertion],
  ])("refuses as a registration: %s", (_, value) => {
    expect(readRegistration(typeof value === "string" ? value : JSON.stringify(value))).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ["authenticator data of more than 1 KB", changed(assertion, { authenticatorData: long(1030) })],
    ["a signature of more than 1 KB", changed(assertion, { signature: long(1030) })],
    ["a user handle of more than 64 bytes", changed(assertion, { userHandle: long(66) })],
    ["a user handle that is not text", changed(assertion, { userHandle: [1] })],
    ["a registration", registration],
  ])("refuses as a proof: %s", (_, value) => {
    expect(readAssertion(JSON.stringify(value))).toBeUndefined();
  });
});

const signed = (changes: object) =>
  Buffer.from(
    JSON.stringify({
      type: "webauthn.get",
      challenge: "Y2g",
      origin: "https://auth.example",
      crossOrigin: false,
      ...changes,
    }),
  ).toString("base64url");

describe("WebAuthn §7.2: the browser states where the ceremony took place", () => {
  it("gives the challenge of a ceremony on our page", () => {
    expect(signedChallenge(signed({}), "webauthn.get", rp.origins)).toBe("Y2g");
    expect(signedChallenge(signed({ crossOrigin: undefined }), "webauthn.get", rp.origins)).toBe("Y2g");
  });

  it("accepts a related origin that the deployment names", () => {
    const origins = [...rp.origins, "https://shop.example"];
    expect(signedChallenge(signed({ origin: "https://shop.example" }), "webauthn.get", origins)).toBe("Y2g");
  });

  it.each([
    ["pkey-03: the ceremony of a registration", { type: "webauthn.create" }],
    ["pkey-04: an origin that begins with ours", { origin: "https://auth.example.evil" }],
    ["pkey-04: another port", { origin: "https://auth.example:8443" }],
    ["pkey-04: http", { origin: "http://auth.example" }],
    ["pkey-04: a trailing slash", { origin: "https://auth.example/" }],
    ["pkey-15: a frame of another site", { crossOrigin: true }],
    ["pkey-15: another top-level page", { topOrigin: "https://evil.example" }],
    ["pkey-15: a frame that is not a boolean", { crossOrigin: "true" }],
    ["no challenge", { challenge: undefined }],
  ])("refuses %s", (_, changes) => {
    expect(signedChallenge(signed(changes), "webauthn.get", rp.origins)).toBeUndefined();
  });

  it("refuses a text that is not JSON", () => {
    expect(signedChallenge("AAAA", "webauthn.get", rp.origins)).toBeUndefined();
  });
});

describe("WebAuthn §6.1.1: the signature counter", () => {
  it.each([
    ["a device without a counter", { signCount: 0, backupEligible: false }, 0, false],
    ["a counter that increases", { signCount: 5, backupEligible: false }, 6, false],
    ["pkey-14: a counter that does not increase", { signCount: 5, backupEligible: false }, 5, true],
    ["pkey-14: a counter that goes back", { signCount: 5, backupEligible: false }, 4, true],
    ["pkey-14: a counter that is gone", { signCount: 5, backupEligible: false }, 0, true],
    ["a counter of a synced credential that goes back", { signCount: 5, backupEligible: true }, 4, false],
  ])("%s", (_, stored, signCount, expected) => {
    expect(isCloned(stored, { signCount })).toBe(expected);
  });
});

describe("a person who signed in with a password is offered to add a passkey", () => {
  const now = new Date("2030-03-01T12:00:00Z");
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  it.each<[string, Parameters<typeof isPasskeyOffered>[0], boolean, boolean]>([
    ["who was never asked", { has: ["password"], offeredAt: null }, true, true],
    ["who was asked 30 days ago", { has: ["password"], offeredAt: daysAgo(30) }, true, true],
    ["but not who was asked since", { has: ["password"], offeredAt: daysAgo(29.9) }, true, false],
    ["but not in a browser that can make none", { has: ["password"], offeredAt: null }, false, false],
    ["but not who has one", { has: ["password", "passkey"], offeredAt: null }, true, false],
    ["pkey-10: but not who has a second factor", { has: ["password", "totp"], offeredAt: null }, true, false],
  ])("%s", (_, person, isCapable, expected) => {
    expect(isPasskeyOffered(person, isCapable, now)).toBe(expected);
  });
});
