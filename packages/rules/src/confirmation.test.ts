import { describe, expect, it } from "vitest";
import { assertSameSender, confirmationOf, NO_SENDER, type Sender, tokenTypeOf } from "./confirmation.ts";
import { invalidGrant } from "./errors.ts";

const key: Sender = { kind: "key", thumbprint: "k".repeat(43) };
const certificate: Sender = { kind: "certificate", thumbprint: "c".repeat(43) };
const refused = expect.objectContaining({ code: "invalid_token", detail: "bound to another sender" });

describe("RFC 7800 §3.1: what a token is bound to", () => {
  it.each([
    ["no sender", NO_SENDER, undefined, "Bearer"],
    ["a key (RFC 9449 §6.1)", key, { jkt: key.thumbprint }, "DPoP"],
    ["a certificate (RFC 8705 §3.1)", certificate, { "x5t#S256": certificate.thumbprint }, "Bearer"],
  ] as const)("says the cnf and the type of a token for %s", (_, sender, confirmation, type) => {
    expect(confirmationOf(sender)).toEqual(confirmation);
    expect(tokenTypeOf(confirmationOf(sender))).toBe(type);
  });
});

describe("RFC 9449 §7.1 and RFC 8705 §3: only the sender that a token is bound to may use it", () => {
  it.each([NO_SENDER, key, certificate])("accepts a bearer token from a $kind", (sender) => {
    expect(() => assertSameSender(undefined, sender)).not.toThrow();
    expect(() => assertSameSender(null, sender)).not.toThrow();
  });

  it.each([key, certificate])("accepts the token of the same $kind", (sender) => {
    expect(() => assertSameSender(confirmationOf(sender), sender)).not.toThrow();
  });

  it.each([
    ["a request that proves no sender", key, NO_SENDER],
    ["another key", key, { kind: "key", thumbprint: "x".repeat(43) }],
    ["a certificate with the thumbprint of the key", key, { kind: "certificate", thumbprint: key.thumbprint }],
    ["a certificate, no proof", certificate, NO_SENDER],
    ["a key with the thumbprint of the certificate", certificate, { kind: "key", thumbprint: certificate.thumbprint }],
  ] as const)("refuses %s", (_, bound, sender) => {
    expect(() => assertSameSender(confirmationOf(bound), sender)).toThrow(refused);
  });

  it.each([
    ["no member", {}],
    ["an unknown member beside the key", { jkt: key.thumbprint, jwk: {} }],
    [
      "key and certificate, although the sender proves only one",
      { jkt: key.thumbprint, "x5t#S256": certificate.thumbprint },
    ],
    ["a key that is not text", { jkt: [key.thumbprint] }],
    ["a member named like a member of every object", { constructor: key.thumbprint }],
  ])("refuses a cnf with %s", (_, confirmation) => {
    expect(() => assertSameSender(confirmation, key)).toThrow(refused);
  });

  it("refuses with the error of the endpoint", () => {
    const refuse = (detail: string) => invalidGrant("refresh token is invalid or expired", detail);
    expect(() => assertSameSender({ jkt: "x" }, NO_SENDER, refuse)).toThrow(
      expect.objectContaining({ code: "invalid_grant", message: "refresh token is invalid or expired" }),
    );
  });
});
