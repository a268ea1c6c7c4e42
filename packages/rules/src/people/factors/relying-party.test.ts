import { describe, expect, it } from "vitest";
import { relyingPartyOf } from "./relying-party.ts";

const of = (issuer: string, rpId?: string, relatedOrigins: string[] = []) =>
  relyingPartyOf({ issuer, rpId, isExclusive: false, relatedOrigins });

describe("WebAuthn §4: the RP ID", () => {
  it.each([
    ["https://auth.example.com", undefined, "auth.example.com", "https://auth.example.com"],
    ["https://auth.example.com:8443/tenant", undefined, "auth.example.com", "https://auth.example.com:8443"],
    ["https://auth.example.com", "example.com", "example.com", "https://auth.example.com"],
    ["http://localhost:4000", undefined, "localhost", "http://localhost:4000"],
    ["http://auth.localhost:4000", undefined, "auth.localhost", "http://auth.localhost:4000"],
  ])("of %s with %s is %s", (issuer, rpId, id, origin) => {
    expect(of(issuer, rpId)).toMatchObject({ id, origins: [origin] });
  });

  it.each(["ample.com", "com", "evil.example", "other.example.com", "auth.example.com.evil"])(
    "pkey-05: is not %s, which is not a parent domain of the host",
    (rpId) => expect(() => of("https://auth.example.com", rpId)).toThrow(RangeError),
  );

  it.each(["http://127.0.0.1:4000", "http://[::1]:4000", "https://192.0.2.1"])(
    "there is none for %s: browsers allow no passkeys there",
    (issuer) => expect(of(issuer)).toBeUndefined(),
  );

  it("related origins are accepted beside our own", () => {
    expect(of("https://auth.example.com", undefined, ["https://example.de"])?.origins).toEqual([
      "https://auth.example.com",
      "https://example.de",
    ]);
  });
});
