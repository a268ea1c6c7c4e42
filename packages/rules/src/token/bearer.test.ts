import { describe, expect, it } from "vitest";
import { bearerCredentials, isBearerToken } from "./bearer.ts";

describe("RFC 6750 §2.1: the Authorization header", () => {
  it.each(["Bearer aT.1-_~+/==", "bearer aT.1-_~+/==", "BEARER aT.1-_~+/=="])("reads %s", (header) => {
    expect(bearerCredentials(header)).toBe("aT.1-_~+/==");
  });

  it.each(["Bearer", "bearer"])("finds nothing behind %s", (header) => {
    expect(bearerCredentials(header)).toBe("");
  });

  it.each([undefined, "", "Basic AT", "BearerAT", " Bearer AT", "DPoP AT"])("is of another scheme in %j", (header) => {
    expect(bearerCredentials(header)).toBeUndefined();
  });

  it.each(["", " AT", "AT, Bearer AT2", '"AT"', "A=T", "A T", "AT\n", "ÄT"])("%j is not a token", (text) => {
    expect(isBearerToken(text)).toBe(false);
  });
});
