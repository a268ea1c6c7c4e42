import { describe, expect, it } from "vitest";
import { credentialsOf, hasTokenInQuery, isAccessToken, pathOf } from "./request.ts";

describe("RFC 6750 §2.1, RFC 9449 §7.1: the Authorization header", () => {
  it.each([
    ["Bearer aT.1-_~+/==", "Bearer", "aT.1-_~+/=="],
    ["bearer AT", "Bearer", "AT"],
    ["BEARER AT", "Bearer", "AT"],
    ["Bearer", "Bearer", ""],
    ["DPoP AT", "DPoP", "AT"],
    ["dPoP AT", "DPoP", "AT"],
    ["dpop", "DPoP", ""],
  ])("reads %j", (header, scheme, token) => {
    expect(credentialsOf(header)).toEqual({ scheme, token });
  });

  it.each([undefined, "", "Basic AT", "BearerAT", "DPoPAT", " Bearer AT", " DPoP AT"])("finds none in %j", (header) => {
    expect(credentialsOf(header)).toBeUndefined();
  });

  it.each(["", " AT", "AT, Bearer AT2", '"AT"', "A=T", "A T", "AT\n", "ÄT"])("%j is not a token", (text) => {
    expect(isAccessToken(text)).toBe(false);
  });
});

describe("RFC 9112 §3.2: the request target", () => {
  it.each([
    ["/a/b?c#d", "/a/b"],
    ["//admin/x?y", "//admin/x"],
    ["/%61dmin", "/%61dmin"],
    ["https://any.example:8443/a?b", "/a"],
    ["https://any.example", "/"],
    ["https://any.example?a=/b", "/"],
    ["*", "/"],
    ["", "/"],
  ])("%j is for the path %j", (target, path) => {
    expect(pathOf(target)).toBe(path);
  });

  it.each([
    ["/a?access_token=x", true],
    ["/a?b=c&access%5Ftoken=", true],
    ["/access_token", false],
    ["/a?b=access_token", false],
  ])("%j has a token in its query: %s", (target, has) => {
    expect(hasTokenInQuery(target)).toBe(has);
  });
});
