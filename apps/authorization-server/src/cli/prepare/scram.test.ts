import { describe, expect, it } from "vitest";
import { isPlainPassword, scramVerifier } from "./scram.ts";

describe("RFC 5802 §3: the stored form of a password", () => {
  it("matches the example of RFC 7677 §3", () => {
    expect(scramVerifier("pencil", Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64"))).toBe(
      "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:" +
        "wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=",
    );
  });

  it("differs each time, because the salt is random", () => {
    expect(scramVerifier("pencil")).not.toBe(scramVerifier("pencil"));
  });
});

describe("RFC 4013: a password that SASLprep does not change", () => {
  it.each([
    ["letters, digits and signs", "a B-3_~ !", true],
    ["nothing", "", false],
    ["a letter beyond ASCII", "pässword", false],
    ["a control character", "pass\nword", false],
  ])("%s: %s", (_, password, plain) => {
    expect(isPlainPassword(password)).toBe(plain);
  });
});
