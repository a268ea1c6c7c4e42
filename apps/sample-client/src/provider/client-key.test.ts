import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readClientKey } from "./client-key.ts";

const folder = mkdtempSync(join(tmpdir(), "client-key-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, "client-key.json");
const makeKey = () =>
  execFileSync(process.execPath, [join(import.meta.dirname, "..", "make-key.ts"), file], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

describe("RFC 7523 §2.2: the key of this client", () => {
  it("is made by a command, which prints the public half and never overwrites a key", async () => {
    const { keys } = JSON.parse(makeKey());
    expect(Object.keys(keys[0]).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const { key, kid } = await readClientKey(file);
    expect([kid, key.type, key.extractable]).toEqual([keys[0].kid, "private", false]);

    const before = readFileSync(file, "utf8");
    expect(makeKey).toThrow();
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  const jwk = { kty: "EC", crv: "P-256", x: "x", y: "y", d: "only-here", kid: "k", alg: "ES256" };
  it.each([
    ["is not JSON", "only-here"],
    ["has a public key", JSON.stringify({ ...jwk, d: undefined })],
    ["has a shared secret", JSON.stringify({ kty: "oct", k: "only-here", kid: "k", alg: "HS256" })],
    ["has an algorithm that FAPI 2.0 excludes", JSON.stringify({ ...jwk, alg: "RS256" })],
    ["has a key without a name", JSON.stringify({ ...jwk, kid: undefined })],
    ["has numbers that are not a key", JSON.stringify(jwk)],
  ])("a file that %s is refused, and not quoted", async (_, content) => {
    const other = join(folder, "other.json");
    writeFileSync(other, content);
    const refusal = await readClientKey(other).catch((err: Error) => err.message);
    expect(refusal).toBe(`CLIENT_KEY_FILE ${other} has no private JWK with kid, and alg ES256, PS256 or EdDSA.`);
  });

  it("a file that is not there is named", async () => {
    await expect(readClientKey(join(folder, "nothing.json"))).rejects.toThrow("nothing.json cannot be read (ENOENT)");
  });
});
