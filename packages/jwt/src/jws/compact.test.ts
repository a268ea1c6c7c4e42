import { describe, expect, it } from "vitest";
import { es, forge } from "../forgery.ts";
import { split, verifyCompact } from "./compact.ts";

describe("RFC 8725 §3.1: the algorithm is checked before a key is looked up", () => {
  it.each(["none", "HS256", "PS256", "ES384", "dir", "RSA1_5", "PBES2-HS256+A128KW", "", null, ["ES256"]])(
    "%j",
    async (alg) => {
      let searches = 0;
      const keys = async () => {
        searches++;
        throw new Error("no key is needed");
      };
      const token = forge({ alg, kid: es.kid, typ: "JWT" }, {});
      await expect(verifyCompact(token, { keys, algs: ["ES256", "RS256"], typs: ["jwt"] })).rejects.toMatchObject({
        code: "invalid_jwt",
      });
      expect(searches).toBe(0);
    },
  );

  it("passes only algorithm and kid of the header to the lookup", async () => {
    const seen: object[] = [];
    const keys = async (header: object) => {
      seen.push(header);
      throw new Error("stop here");
    };
    const token = forge(
      { alg: "ES256", kid: es.kid, typ: "JWT", jwk: {}, jku: "https://evil.example", x5c: ["x"] },
      {},
    );
    await expect(verifyCompact(token, { keys, algs: ["ES256", "RS256"], typs: ["jwt"] })).rejects.toThrow("stop here");
    expect(seen).toEqual([{ alg: "ES256", kid: es.kid }]);
  });
});

describe("RFC 4648 §3.5: a segment has one valid spelling", () => {
  it.each([1, 2, 3, 4, 5, 6, 31, 32, 64])(
    "of %i bytes: any other spelling that decodes to the same bytes is refused",
    (bytes) => {
      const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
      const exact = Buffer.alloc(bytes, 0xa5).toString("base64url");
      for (const last of alphabet) {
        const spelling = exact.slice(0, -1) + last;
        const outcome = () => split(`${spelling}.${exact}.${exact}`).protected;
        if (Buffer.from(spelling, "base64url").toString("base64url") === spelling) expect(outcome()).toBe(spelling);
        else expect(outcome).toThrow("the token is invalid");
      }
      expect(() => split(`${exact}.${exact}.${"A".repeat(5)}`)).toThrow("the token is invalid");
    },
  );
});
