/** Attacks on the header of a token, tried on every profile that verifies one. */
import { createHmac, createPublicKey, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { b64, es, forge, profiles, refused, rs } from "./forgery.ts";

describe.each(profiles)("RFC 8725: the header of an $profile", ({ typ, otherTyps, claims, good, verify }) => {
  const header = { alg: "ES256", kid: es.kid, typ };
  const [, p = "", s = ""] = good.split(".");

  it("accepts the forging tool's token without a deviation", async () => {
    await expect(verify(forge(header, claims))).resolves.toBeDefined();
    await expect(verify(good)).resolves.toBeDefined();
  });

  it.each(["none", "None", "nOnE", "NONE"])("jose-01: refuses alg %s, with and without a signature", async (alg) => {
    const input = `${b64({ ...header, alg })}.${p}`;
    await expect(verify(`${input}.`)).rejects.toEqual(refused);
    await expect(verify(`${input}.${s}`)).rejects.toEqual(refused);
  });

  it("jose-02: refuses HS256 keyed with any encoding of our public key", async () => {
    const publicKey = createPublicKey({ key: rs.publicJwk as never, format: "jwk" });
    const secrets = [
      publicKey.export({ type: "spki", format: "pem" }),
      publicKey.export({ type: "spki", format: "der" }),
      JSON.stringify(rs.publicJwk),
      Buffer.from(rs.publicJwk.n ?? "", "base64url"),
    ];
    const input = `${b64({ ...header, alg: "HS256", kid: rs.kid })}.${p}`;
    const outcomes = await Promise.allSettled(
      secrets.map((secret) => verify(`${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`)),
    );
    expect(outcomes).toEqual(secrets.map(() => ({ status: "rejected", reason: refused })));
  });

  it("jose-03: refuses a token that carries its own key in `jwk`", async () => {
    const mallory = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const jwk = mallory.publicKey.export({ format: "jwk" });
    await expect(verify(forge({ ...header, jwk }, claims, mallory.privateKey))).rejects.toEqual(refused);
    await expect(verify(forge({ ...header, kid: "new", jwk }, claims, mallory.privateKey))).rejects.toEqual(refused);
  });

  it("jose-04: refuses `jku` and `x5u`, and connects to neither", async () => {
    let connections = 0;
    const sink = createServer().on("connection", () => connections++);
    await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/jwks`;

    const mallory = generateKeyPairSync("ec", { namedCurve: "P-256" });
    for (const name of ["jku", "x5u"]) {
      await expect(verify(forge({ ...header, [name]: url }, claims, mallory.privateKey))).rejects.toEqual(refused);
    }
    expect(connections).toBe(0);
    sink.close();
  });

  it.each([
    ["a path", "../../../../dev/null"],
    ["SQL", "' UNION SELECT 'k"],
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
    ["a list", ["a"]],
    ["empty", ""],
  ])("jose-05: refuses a kid that is %s", async (_, kid) => {
    await expect(verify(forge({ ...header, kid }, claims))).rejects.toEqual(refused);
  });

  it.each([
    ["exp", { crit: ["exp"] }],
    ["nothing", { crit: [] }],
    ["an extension that is present", { crit: ["bork"], bork: true }],
    ["b64", { crit: ["b64"], b64: true }],
    ["b64 switched off", { crit: ["b64"], b64: false }],
    ["null", { crit: null }],
  ])("jose-07: refuses crit naming %s", async (_, crit) => {
    await expect(verify(forge({ ...header, ...crit }, claims))).rejects.toEqual(refused);
  });

  it.each([
    ["a JWE with zip (jose-09)", { alg: "dir", enc: "A256GCM", zip: "DEF" }],
    ["PBES2 with a huge count (jose-10)", { alg: "PBES2-HS256+A128KW", enc: "A128GCM", p2c: 2147483647, p2s: "AA" }],
    ["RSA1_5 (jose-12)", { alg: "RSA1_5", enc: "A128CBC-HS256" }],
  ])("refuses %s before any key is used", async (_, jweHeader) => {
    await expect(verify(`${b64({ ...header, ...jweHeader })}.AAAA.AAAA.AAAA.AAAA`)).rejects.toEqual(refused);
  });

  it.each(otherTyps)("at-10, jar-12: refuses the typ %s", async (other) => {
    await expect(verify(forge({ ...header, typ: other }, claims))).rejects.toEqual(refused);
  });

  it("RFC 7515 §4.1.9: accepts the typ as a full media type, in any case", async () => {
    const full = { ...header, typ: `Application/${typ.toUpperCase()}` };
    await expect(verify(forge(full, claims))).resolves.toBeDefined();
  });
});

describe("RFC 8725 §3.11: one kind of token is never accepted as another", () => {
  const pairs = profiles.flatMap((one) => profiles.filter((other) => other !== one).map((other) => ({ one, other })));

  it.each(pairs)("at-06, logout-11: $one.profile is not accepted as $other.profile", async ({ one, other }) => {
    await expect(other.verify(one.good)).rejects.toEqual(refused);
  });
});

describe("jose-05: a token of ours without a kid", () => {
  it.each(profiles.slice(0, 2))("is refused as $profile", async ({ typ, claims, verify }) => {
    await expect(verify(forge({ alg: "ES256", typ }, claims))).rejects.toEqual(refused);
  });
});
