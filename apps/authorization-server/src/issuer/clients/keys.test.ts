import { usableJwks } from "@countersign/rules";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { certificate, jwksWith } from "../../../testing/clients/certificates.ts";
import { type ClientKeys, openClientKeys } from "./keys.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const [old, renewed, sameKey] = await (async () => {
  const first = await certificate("CN=self");
  return [first, await certificate("CN=self"), await certificate("CN=self", { keys: first.keys })] as const;
})();
const client = { jwks: undefined, jwksUri: "https://rp.example/jwks" };

let now: Date;
let published: unknown;
let fetches: number;
let keys: ClientKeys;
beforeEach(async () => {
  now = noon;
  fetches = 0;
  published = await jwksWith(old);
  keys = openClientKeys({
    fetchDocument: async () => {
      fetches += 1;
      return published;
    },
    elapsed: () => now.getTime(),
    log: { info: () => undefined },
  });
});
afterEach(() => expect(fetches).toBeLessThanOrEqual(2));

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

describe("mtls-r06, RFC 8705 §2.2.2: a self-signed certificate among the keys at a jwks_uri", () => {
  it("is found by its DER, and not by its key", async () => {
    expect(await keys.hasCertificate(client, old.der)).toBe(true);
    expect(await keys.hasCertificate(client, sameKey.der)).toBe(false);
  });

  it("is found after the client has published a new one, ten seconds after the last fetch", async () => {
    expect(await keys.hasCertificate(client, old.der)).toBe(true);
    published = await jwksWith(renewed);
    pass(11);
    expect(await keys.hasCertificate(client, renewed.der)).toBe(true);
    expect(await keys.hasCertificate(client, old.der)).toBe(false);
  });

  it("unknown certificates cause one fetch in ten seconds", async () => {
    for (let times = 0; times < 20; times++) expect(await keys.hasCertificate(client, sameKey.der)).toBe(false);
    expect(fetches).toBe(1);
    expect(await keys.hasCertificate(client, old.der)).toBe(true);
  });

  it("a client without keys has none", async () => {
    expect(await keys.hasCertificate({ jwks: undefined, jwksUri: undefined }, old.der)).toBe(false);
    expect(fetches).toBe(0);
  });
});

describe("RFC 7517 §5: keys that a client registered by value", () => {
  it("are imported once, and again when the client has changed them", async () => {
    const [before, after] = [usableJwks(await jwksWith(old)), usableJwks(await jwksWith(renewed))];
    const lookup = (jwks: typeof before) => keys.of({ jwks: structuredClone(jwks), jwksUri: undefined });
    expect(lookup(before)).toBe(lookup(before));
    expect(lookup(after)).not.toBe(lookup(before));
    expect(fetches).toBe(0);
  });
});
