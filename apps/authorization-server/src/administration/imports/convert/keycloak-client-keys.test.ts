import { X509Certificate } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { certificate } from "../../../../testing/clients/certificates.ts";
import { keysOf } from "./keycloak-client-keys.ts";

const crypto = vi.hoisted(() => ({ parsed: 0 }));
vi.mock("node:crypto", async (original) => {
  const module = await original<typeof import("node:crypto")>();
  class Counted extends module.X509Certificate {
    constructor(...args: ConstructorParameters<typeof module.X509Certificate>) {
      super(...args);
      crypto.parsed += 1;
    }
  }
  return { ...module, X509Certificate: Counted };
});

const der = (await certificate("CN=ledger")).der.toString("base64");
const { publicKey } = new X509Certificate(Buffer.from(der, "base64"));
const jwk = { ...publicKey.export({ format: "jwk" }), use: "sig" };
const uri = "https://rp.example/jwks";
const jwks = { keys: [jwk] };

describe("the keys of a client of Keycloak", () => {
  it.each<[string, Readonly<Record<string, string>>, object]>([
    ["an address", { "use.jwks.url": "true", "jwks.url": uri }, { jwks_uri: uri }],
    ["an address that is not used", { "use.jwks.url": "false", "jwks.url": uri }, {}],
    ["a key set", { "jwks.string": JSON.stringify(jwks) }, { jwks }],
    ["a certificate", { "jwt.credential.certificate": der }, { jwks }],
    ["no certificate", { "jwt.credential.certificate": "AAAA" }, {}],
    ["none", {}, {}],
  ])("%s", (_, attributes, keys) => {
    expect(keysOf(attributes)).toEqual(keys);
  });

  it("A4: a certificate and a key set of an export are bounded before they are parsed", () => {
    const before = crypto.parsed;
    const longest = der.padEnd(16_000, " ");
    expect(keysOf({ "jwt.credential.certificate": longest })).toEqual({ jwks });
    expect(crypto.parsed).toBe(before + 1);
    expect(keysOf({ "jwt.credential.certificate": `${longest} ` })).toEqual({});
    expect(crypto.parsed).toBe(before + 1);
    const set = JSON.stringify(jwks);
    expect(keysOf({ "jwks.string": set.padEnd(65_536) })).toEqual({ jwks });
    expect(keysOf({ "jwks.string": set.padEnd(65_537) })).toEqual({});
  });
});
