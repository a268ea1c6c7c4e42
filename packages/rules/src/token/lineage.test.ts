import { describe, expect, it } from "vitest";
import { lineage } from "./lineage.ts";
import { hashSecret, newSecret } from "./secret/secrets.ts";

const [main, other] = [1, 2].map((byte) => ({ key: new Uint8Array(32).fill(byte) }));
const ours = lineage([main, other].flatMap((key) => key ?? []));
const nameOf = (token: string) => hashSecret(token).subarray(0, 8);

/** A first token and the `count` tokens after it, the newest first. */
function chain(count: number): string[] {
  const tokens: string[] = [newSecret()];
  for (let made = 0; made < count; made += 1) tokens.unshift(ours.next(String(tokens[0])));
  return tokens;
}

describe("the lineage of refresh tokens", () => {
  it.each([1, 2, 8, 9, 20])("after %i rotations, a token names up to eight before it, the newest first", (count) => {
    const [newest = "", ...before] = chain(count);
    expect(ours.before(newest)).toEqual(before.slice(0, 8).map(nameOf));
  });

  it("a first token names none", () => {
    expect(ours.before(newSecret())).toEqual([]);
  });

  it("the secret of a token is new, and its length bounded", () => {
    const tokens = chain(20);
    expect(new Set(tokens.map((token) => token.slice(0, 43))).size).toBe(21);
    expect(Math.max(...tokens.map(({ length }) => length))).toBe(151);
  });

  it("every key of the deployment proves it, and no other key", () => {
    const [token = ""] = chain(1);
    expect(lineage([other, main].flatMap((key) => key ?? [])).before(token)).toHaveLength(1);
    expect(lineage([other].flatMap((key) => key ?? [])).before(token)).toEqual([]);
    expect(lineage([]).before(lineage([]).next(token))).toEqual([]);
  });

  it.each([
    ["another secret", (token: string) => newSecret() + token.slice(43)],
    ["another name", (token: string) => `${token.slice(0, 44)}${token[44] === "A" ? "B" : "A"}${token.slice(45)}`],
    ["another proof", (token: string) => `${token.slice(0, -4)}AAAA`],
    [
      "a name less",
      (token: string) =>
        token.slice(0, 44) + Buffer.from(token.slice(44), "base64url").subarray(8).toString("base64url"),
    ],
    ["no proof", (token: string) => token.slice(0, 60)],
    ["another spelling of its bytes", (token: string) => `${token}=`],
    ["no point", (token: string) => token.replace(".", "-")],
    ["more text", (token: string) => token + "A".repeat(100_000)],
    ["no secret", (token: string) => token.slice(43)],
  ])("with %s, a token names none, and its successor can be made", (_, changed) => {
    const token = changed(String(chain(2)[0]));
    expect(ours.before(token)).toEqual([]);
    expect(ours.before(ours.next(token))[0]).toEqual(nameOf(token));
  });
});
