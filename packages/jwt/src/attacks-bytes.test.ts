/** Attacks on form, signature and payload of a token, tried on every profile that verifies one. */
import { generateKeyPairSync } from "node:crypto";
import { GeneralSign } from "jose";
import { describe, expect, it } from "vitest";
import { es, forge, p1363, privateKey, profiles, refused } from "./forgery.ts";

describe.each(profiles)("RFC 7515 §7.1: the bytes of an $profile", ({ typ, claims, good, verify }) => {
  const header = { alg: "ES256", kid: es.kid, typ };
  const [h = "", p = "", s = ""] = good.split(".");

  it.each([
    ["flattened JSON", JSON.stringify({ protected: h, payload: p, signature: s })],
    ["a detached payload", `${h}..${s}`],
    ["two segments", `${h}.${p}`],
    ["four segments", `${good}.${s}`],
    ["a trailing dot", `${good}.`],
    ["an embedded newline", `${h}.${p}\n.${s}`],
    ["a newline at the end", `${good}\n`],
    ["a space before", ` ${good}`],
    ["padding", `${good}==`],
    ["the empty string", ""],
    ["a well signed token of more than 8 KiB", forge(header, { ...claims, filler: "x".repeat(8192) })],
  ])("jose-13: refuses %s", async (_, token) => {
    await expect(verify(token)).rejects.toEqual(refused);
  });

  it("jose-13: refuses general JSON with two signatures", async () => {
    const general = await new GeneralSign(Buffer.from(JSON.stringify(claims)))
      .addSignature(privateKey)
      .setProtectedHeader(header)
      .addSignature(privateKey)
      .setProtectedHeader(header)
      .sign();
    await expect(verify(JSON.stringify(general))).rejects.toEqual(refused);
  });

  it("jose-13: refuses another spelling of the same signature", async () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(good.at(-1) ?? "");
    const respelled = good.slice(0, -1) + alphabet[last ^ 1];
    expect(Buffer.from(respelled.split(".")[2] ?? "", "base64url")).toEqual(Buffer.from(s, "base64url"));
    await expect(verify(respelled)).rejects.toEqual(refused);
  });

  it("jose-15: refuses an ES256 signature of zeros, a DER one, and one by a P-384 key", async () => {
    const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;
    await expect(verify(`${h}.${p}.${Buffer.alloc(64).toString("base64url")}`)).rejects.toEqual(refused);
    await expect(verify(`${h}.${p}.${p1363(`${h}.${p}`, privateKey, "der")}`)).rejects.toEqual(refused);
    await expect(verify(forge(header, claims, p384))).rejects.toEqual(refused);
  });

  it("A4: RFC 7515 §4: refuses a header with a member twice", async () => {
    const input = `${Buffer.from(`{"kid":"x",${JSON.stringify(header).slice(1)}`).toString("base64url")}.${p}`;
    await expect(verify(`${input}.${p1363(input, privateKey)}`)).rejects.toEqual(refused);
  });

  it.each([
    ["null", "null"],
    ["a list", "[]"],
    ["a string", '"x"'],
    ["a number", "5"],
    ["not JSON", "{"],
    ["invalid UTF-8 in a claim", Buffer.from(JSON.stringify({ ...claims, sub: "al\u00ffice" }), "latin1")],
    ["A4: JSON with a member twice", `{"iss":"x",${JSON.stringify(claims).slice(1)}`],
    ["A4: JSON with a member twice inside", `{"x":[{"y":1,"\\u0079":2}],${JSON.stringify(claims).slice(1)}`],
    ["A4: JSON of 33 levels", `{"x":${"[".repeat(32)}${"]".repeat(32)},${JSON.stringify(claims).slice(1)}`],
    ["exp 1e309 (jose-18)", JSON.stringify({ ...claims, exp: "X" }).replace('"X"', "1e309")],
  ])("jose-17: refuses a signed payload that is %s", async (_, payload) => {
    await expect(verify(forge(header, payload))).rejects.toEqual(refused);
  });

  it("at-11: refuses a token that was cut, extended or changed in case", async () => {
    const flip = (text: string) => text.replace(/[a-z]/i, (c) => (c < "a" ? c.toLowerCase() : c.toUpperCase()));
    const broken = [
      good.slice(0, -1),
      good.slice(0, -9),
      `${good}A`,
      `${good}AAAA`,
      flip(good),
      `${h}.${p}.${flip(s)}`,
    ];
    const outcomes = await Promise.allSettled(broken.map((token) => verify(token)));
    expect(outcomes).toEqual(broken.map(() => ({ status: "rejected", reason: refused })));
  });
});
