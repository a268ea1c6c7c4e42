import { describe, expect, it } from "vitest";
import { verifyCompact } from "./compact.ts";
import { es, forge } from "./forgery.ts";

describe("RFC 8725 §3.1: the algorithm is checked before a key is looked for", () => {
  it.each(["none", "HS256", "PS256", "ES384", "dir", "RSA1_5", "PBES2-HS256+A128KW", "", null, ["ES256"]])(
    "%j",
    async (alg) => {
      let searches = 0;
      const keys = async () => {
        searches++;
        throw new Error("no key is needed");
      };
      const token = forge({ alg, kid: es.kid, typ: "JWT" }, {});
      await expect(verifyCompact(token, { keys, algs: ["ES256", "RS256"], typ: "jwt" })).rejects.toMatchObject({
        code: "invalid_jwt",
      });
      expect(searches).toBe(0);
    },
  );

  it("hands the search nothing of the header but algorithm and kid", async () => {
    const seen: object[] = [];
    const keys = async (header: object) => {
      seen.push(header);
      throw new Error("stop here");
    };
    const token = forge(
      { alg: "ES256", kid: es.kid, typ: "JWT", jwk: {}, jku: "https://evil.example", x5c: ["x"] },
      {},
    );
    await expect(verifyCompact(token, { keys, algs: ["ES256", "RS256"], typ: "jwt" })).rejects.toThrow("stop here");
    expect(seen).toEqual([{ alg: "ES256", kid: es.kid }]);
  });
});
