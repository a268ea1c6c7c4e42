import { describe, expect, it } from "vitest";
import { isRegistrableRedirectUri } from "./redirect-uri-registration.ts";

const issuer = "https://auth.example";
const web = { applicationType: "web", issuer } as const;
const native = { applicationType: "native", issuer } as const;

const CHARACTERS = "must have only the characters of a URI";
const FRAGMENT = "must not have a fragment";
const WILDCARD = "must not have a wildcard";
const RELATIVE = "must be an absolute URI";
const USERINFO = "must not have userinfo";
const DOTS = "must not have dot segments in its path";
const ANSWER = "must not have a parameter of the response in its query";
const AS_PARSED = "must be written as it is parsed: lower case, no default port";

describe("RFC 6749 §3.1.2: a redirect URI is an absolute URI without a fragment", () => {
  it.each([
    "https://rp.example",
    "https://rp.example/",
    "https://rp.example/cb",
    "https://rp.example/cb?env=1&a[]=2",
    "https://rp.example?env=1",
    "https://rp.example:8443/cb",
    "https://rp.example/.well-known/cb",
    "https://rp.example/a..b/...",
    "https://rp.example/cb?path=../x",
    "https://rp.example/%C3%A9",
    "https://xn--r-5tb.example/cb",
    "https://192.0.2.1/cb",
    "https://localhost.rp.example/cb",
    "https://rp-localhost/cb",
    "https://[2001:db8::1]/cb",
  ])("accepts %s", (uri) => {
    expect(isRegistrableRedirectUri(uri, web)).toBeUndefined();
    expect(isRegistrableRedirectUri(uri, native)).toBeUndefined();
  });

  it.each([
    ["redir-01: dot segments", "https://rp.example/cb/../evil", DOTS],
    ["one dot", "https://rp.example/./cb", DOTS],
    ["dots at the end", "https://rp.example/cb/..", DOTS],
    ["dots before a query", "https://rp.example/cb/..?x=1", DOTS],
    ["encoded dots", "https://rp.example/cb/%2e%2E/evil", DOTS],
    ["one encoded dot", "https://rp.example/cb/.%2e/evil", DOTS],
    ["dots between encoded slashes", "https://rp.example/cb%2f..%2Fevil", DOTS],
    ["dots between encoded backslashes", "https://rp.example/cb%5c..%5Cevil", DOTS],
    ["redir-27: dots behind a path parameter", "https://rp.example/cb;/../evil", DOTS],
    ["redir-27: dots with a path parameter", "https://rp.example/cb/..;/evil", DOTS],
    ["redir-07: a fragment", "https://rp.example/cb#frag", FRAGMENT],
    ["redir-08, dcr-05: an empty fragment", "https://rp.example/cb#", FRAGMENT],
    ["redir-10, dcr-05: a user name", "https://rp.example@evil.example/cb", USERINFO],
    ["redir-10: user name and password", "https://rp.example:x@evil.example/cb", USERINFO],
    ["only a password", "https://:x@evil.example/cb", USERINFO],
    ["empty userinfo", "https://@evil.example/cb", AS_PARSED],
    ["redir-12: a backslash before userinfo", "https://rp.example\\@evil.example/cb", CHARACTERS],
    ["redir-12: a backslash in the host", "https://evil.example\\.rp.example/cb", CHARACTERS],
    ["redir-13: no slash", "https:evil.example", AS_PARSED],
    ["no slash, with the whole behind it", "https:evil.example/https://evil.example/", AS_PARSED],
    ["redir-13: one slash", "https:/evil.example/cb", AS_PARSED],
    ["redir-13: a slash and a backslash", "https:/\\evil.example/cb", CHARACTERS],
    ["three slashes", "https:///evil.example/cb", AS_PARSED],
    ["redir-14: no scheme", "//evil.example/cb", RELATIVE],
    ["redir-14, dcr-05: a relative path", "/cb", RELATIVE],
    ["redir-51: a URI that was encoded twice", "https%3A%2F%2Frp.example%2Fcb", RELATIVE],
    ["dcr-05: nothing", "", CHARACTERS],
    ["redir-16: a line break", "https://rp.example/cb\r\nSet-Cookie: a=b", CHARACTERS],
    ["redir-17: a leading space", " https://rp.example/cb", CHARACTERS],
    ["redir-17: a trailing space", "https://rp.example/cb ", CHARACTERS],
    ["redir-17: a trailing no-break space", "https://rp.example/cb\u00a0", CHARACTERS],
    ["a trailing line feed", "https://rp.example/cb\n", CHARACTERS],
    ["redir-18: NUL in the path", "https://rp.example/cb\0.evil", CHARACTERS],
    ["redir-18: NUL in the host", "https://evil.example\0.rp.example/cb", CHARACTERS],
    ["redir-25: a Cyrillic letter", "https://r\u0440.example/cb", CHARACTERS],
    ["redir-53: a malformed escape", "https://rp.example/cb%zz", CHARACTERS],
    ["half an escape", "https://rp.example/cb%2", CHARACTERS],
    ["resp-08: a quotation mark", 'https://rp.example/cb"onmouseover="x', CHARACTERS],
    ["a tag", "https://rp.example/<b>", CHARACTERS],
    ["a brace", "https://rp.example/{x}", CHARACTERS],
    ["redir-30, dcr-05: a wildcard in the path", "https://rp.example/*", WILDCARD],
    ["a wildcard in the host", "https://*.rp.example/cb", WILDCARD],
    ["redir-19: scheme and host in capitals", "HTTPS://RP.EXAMPLE/cb", AS_PARSED],
    ["the host in capitals", "https://RP.example/cb", AS_PARSED],
    ["redir-21: the default port", "https://rp.example:443/cb", AS_PARSED],
    ["the default port and no path", "https://rp.example:443", AS_PARSED],
    ["an empty port", "https://rp.example:/cb", AS_PARSED],
    ["a port with a leading zero", "https://rp.example:08443/cb", AS_PARSED],
    ["an address in hexadecimal", "https://0xc0.0.2.1/cb", AS_PARSED],
    ["an encoded host", "https://%72p.example/cb", AS_PARSED],
    ["a port that does not exist", "https://rp.example:65536/cb", RELATIVE],
  ])("refuses %s", (_, uri, problem) => {
    expect(isRegistrableRedirectUri(uri, web)).toBe(problem);
    expect(isRegistrableRedirectUri(uri, native)).toBe(problem);
  });
});

describe("OIDC Registration §2: https on localhost", () => {
  const implicit = { ...web, isImplicit: true } as const;

  it.each(["https://localhost/cb", "https://localhost:8443/test/a/local/callback"])(
    "accepts %s for a web client of the code flow",
    (uri) => expect(isRegistrableRedirectUri(uri, web)).toBeUndefined(),
  );

  it.each(["https://localhost/cb", "https://localhost.:8443/cb"])("dcr-03: refuses %s for other clients", (uri) => {
    const problem = (who: string) => `must not be https on localhost for a ${who}`;
    expect(isRegistrableRedirectUri(uri, implicit)).toBe(problem("client of the implicit grant"));
    expect(isRegistrableRedirectUri(uri, native)).toBe(problem("native client"));
  });
});

describe("RFC 6749 §3.1.2: the query of a redirect URI is kept, so it contains no parameter of the response", () => {
  it.each(["code", "state", "iss", "error", "error_description", "error_uri", "response", "session_state"])(
    "dcr-21: refuses %s",
    (name) => {
      for (const uri of [`https://rp.example/cb?x=1&${name}=evil`, `https://rp.example/cb?${name}`])
        expect(isRegistrableRedirectUri(uri, web)).toBe(ANSWER);
    },
  );

  it.each([
    ["a token", "https://rp.example/cb?access_token=x"],
    ["an ID token", "https://rp.example/cb?id_token=x"],
    ["an encoded name", "https://rp.example/cb?%63ode=x"],
    ["a name in capitals", "https://rp.example/cb?Code=x"],
    ["a name in brackets", "https://rp.example/cb?code[]=x"],
    ["a name with a space", "https://rp.example/cb?code+=x"],
    ["a private-use scheme", "com.example.app:/cb?state=x"],
  ])("dcr-21: refuses it as %s", (_, uri) => {
    expect(isRegistrableRedirectUri(uri, native)).toBe(ANSWER);
  });

  it.each([
    "https://rp.example/cb?codes=1&states=2",
    "https://rp.example/code?x=state",
    "https://rp.example/cb?errors[]",
  ])("accepts %s", (uri) => expect(isRegistrableRedirectUri(uri, web)).toBeUndefined());
});

describe("RFC 9700 §4.1: no response goes to the origin of the issuer or of the known resource server", () => {
  const own = { ...web, issuer: "https://auth.example/eu", userinfoResource: "https://api.example" } as const;

  it.each([
    "https://auth.example/authorization",
    "https://auth.example/eu/end_session?x=1",
    "https://auth.example",
    "https://api.example/userinfo",
  ])("dcr-22: refuses %s", (uri) => {
    expect(isRegistrableRedirectUri(uri, own)).toBe(
      "must not be on the origin of the issuer or of its resource server",
    );
  });

  it.each(["https://auth.example:8443/cb", "https://rp.auth.example/cb", "https://rp.example/cb?to=auth.example"])(
    "accepts %s",
    (uri) => expect(isRegistrableRedirectUri(uri, own)).toBeUndefined(),
  );

  it("refuses it on localhost by port, and accepts other ports of localhost", () => {
    const local = { ...web, issuer: "http://localhost:4000" } as const;
    expect(isRegistrableRedirectUri("http://localhost:4000/login", local)).toMatch(/origin of the issuer/);
    expect(isRegistrableRedirectUri("http://localhost:4002/callback", local)).toBeUndefined();
  });

  it("knows no origin of a resource server that is not configured", () => {
    const urn = { ...own, userinfoResource: "urn:example:api" } as const;
    expect(isRegistrableRedirectUri("com.example.app:/cb", { ...urn, applicationType: "native" })).toBeUndefined();
  });
});
