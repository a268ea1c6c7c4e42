import { describe, expect, it } from "vitest";
import { isLocalHttp, isRegistrableRedirectUri } from "./redirect-uri-registration.ts";

const issuer = "https://auth.example";
const web = { applicationType: "web", issuer } as const;
const native = { applicationType: "native", issuer } as const;
const development = { applicationType: "web", issuer: "http://localhost:4000" } as const;

const CHARACTERS = "must have only the characters of a URI";
const USERINFO = "must not have userinfo";
const DOTS = "must not have dot segments in its path";
const AS_PARSED = "must be written as it is parsed: lower case, no default port";
const HTTPS = "must be https";
const LOOPBACK = "must be https, or http on 127.0.0.1 or [::1]";
const SCHEME = "must be https, http on a loopback address, or a private-use scheme such as com.example.app:/callback";

describe("RFC 9700 §2.6: redirect URIs of web clients are https", () => {
  it.each([
    ["redir-22, dcr-03: http", "http://rp.example/cb"],
    ["dcr-03: http on localhost", "http://localhost/cb"],
    ["http on 127.0.0.1", "http://127.0.0.1/cb"],
    ["http on [::1]", "http://[::1]/cb"],
    ["redir-28, dcr-02: javascript", "javascript:alert(1)//https://rp.example/cb"],
    ["dcr-02: javascript in mixed case", "JaVaScRiPt:x"],
    ["redir-29: data", "data:text/html,x"],
    ["redir-29: vbscript", "vbscript:x"],
    ["redir-29: file", "file:///etc/passwd"],
    ["redir-29: blob", "blob:https://rp.example/1"],
    ["redir-29: about", "about:blank"],
    ["ftp", "ftp://rp.example/cb"],
    ["a private-use scheme", "com.example.app:/cb"],
  ])("refuses %s", (_, uri) => {
    expect(isRegistrableRedirectUri(uri, web)).toBe(HTTPS);
  });

  it.each([
    ["dcr-02: a leading space", " javascript:x"],
    ["dcr-02: a tab inside", "java\tscript:x"],
    ["redir-29: a tag", "data:text/html,<script>1</script>"],
  ])("refuses a script URI, disguised by %s", (_, uri) => {
    expect(isRegistrableRedirectUri(uri, web)).toBe(CHARACTERS);
    expect(isRegistrableRedirectUri(uri, native)).toBe(CHARACTERS);
  });

  it.each([
    "http://localhost:4002/callback",
    "http://127.0.0.1:4002/callback",
    "http://[::1]:4002/callback",
    "http://app.localhost:4002/callback",
  ])("accepts %s while the issuer is plain http on this machine", (uri) => {
    expect(isRegistrableRedirectUri(uri, development)).toBeUndefined();
  });

  it.each([
    ["a public host", "http://rp.example/cb", HTTPS],
    ["a host that begins with localhost", "http://localhost.evil.example/cb", HTTPS],
    ["a host that ends with localhost", "http://evillocalhost/cb", HTTPS],
    ["a host that begins with the address", "http://127.0.0.1.evil.example/cb", HTTPS],
    ["the default port", "http://localhost:80/cb", AS_PARSED],
    ["capitals", "http://LOCALHOST/cb", AS_PARSED],
    ["the address written another way", "http://127.1/cb", AS_PARSED],
  ])("refuses http on %s even then", (_, uri, problem) => {
    expect(isRegistrableRedirectUri(uri, development)).toBe(problem);
  });

  it.each(["https://localhost:4000", "http://auth.example", "http://localhost.evil.example"])(
    "refuses http on localhost while the issuer is %s",
    (other) => {
      expect(isRegistrableRedirectUri("http://localhost/cb", { applicationType: "web", issuer: other })).toBe(HTTPS);
    },
  );
});

describe("RFC 8252 §7 and §8.4: redirect URIs of native clients", () => {
  it.each([
    "http://127.0.0.1/cb",
    "http://127.0.0.1:51004/cb",
    "http://[::1]/cb",
    "com.example.app:/cb",
    "com.example.app:/",
    "com.example.my-app:/cb?x=1",
  ])("accepts %s", (uri) => {
    expect(isRegistrableRedirectUri(uri, native)).toBeUndefined();
  });

  it.each([
    ["dcr-04: http on a public host", "http://rp.example/cb", LOOPBACK],
    ["dcr-04: http on localhost", "http://localhost:3000/cb", LOOPBACK],
    ["http on a subdomain of localhost", "http://app.localhost:3000/cb", LOOPBACK],
    ["redir-45, dcr-04: a host that begins with the address", "http://127.0.0.1.evil.example/cb", LOOPBACK],
    ["redir-45: a host that begins with localhost", "http://localhost.evil.example/cb", LOOPBACK],
    ["another address of the loopback net", "http://127.0.0.2/cb", LOOPBACK],
    ["the address written another way", "http://127.1/cb", AS_PARSED],
    ["the default port", "http://127.0.0.1:80/cb", AS_PARSED],
    ["redir-43: a port that is a password", "http://127.0.0.1:51004@evil.example/cb", USERINFO],
    ["redir-43: userinfo", "http://x@127.0.0.1:51004/cb", USERINFO],
    ["redir-43: an empty port before userinfo", "http://127.0.0.1:@evil.example/cb", USERINFO],
    ["dcr-04: a scheme without a dot", "myapp:/cb", SCHEME],
    ["dcr-04: a scheme without a dot, with a host", "myapp://callback", SCHEME],
    ["redir-50: capitals", "COM.EXAMPLE.APP:/cb", SCHEME],
    ["a scheme without a path", "com.example.app:cb", SCHEME],
    ["a scheme that ends with a dot", "com.:/cb", SCHEME],
    ["dot segments", "com.example.app:/../cb", DOTS],
    ["redir-28: javascript", "javascript:alert(1)//https://rp.example/cb", SCHEME],
    ["dcr-02: javascript in mixed case", "JaVaScRiPt:x", SCHEME],
    ["javascript with a private scheme behind it", "javascript:com.example.app:/cb", SCHEME],
    ["redir-29: data", "data:text/html,x", SCHEME],
    ["redir-29: vbscript", "vbscript:x", SCHEME],
    ["redir-29: file", "file:///etc/passwd", SCHEME],
    ["redir-29: blob", "blob:https://rp.example/1", SCHEME],
    ["redir-29: about", "about:blank", SCHEME],
    ["an intent", "intent://rp.example/cb", SCHEME],
  ])("refuses %s", (_, uri, problem) => {
    expect(isRegistrableRedirectUri(uri, native)).toBe(problem);
  });

  it("refuses http on localhost even while the issuer is plain http on this machine", () => {
    expect(isRegistrableRedirectUri("http://localhost/cb", { ...development, applicationType: "native" })).toBe(
      LOOPBACK,
    );
  });
});

describe("RFC 9700 §2.6: an issuer that is reachable from its own machine only", () => {
  it.each(["http://localhost:4000", "http://127.0.0.1:4000", "http://[::1]:4000", "http://auth.localhost:4000"])(
    "is %s",
    (url) => expect(isLocalHttp(url)).toBe(true),
  );

  it.each([
    "https://localhost:4000",
    "http://auth.example",
    "http://localhost.evil.example",
    "http://evillocalhost",
    "http://127.0.0.1.evil.example",
    "http://localhost@evil.example",
  ])("is not %s", (url) => expect(isLocalHttp(url)).toBe(false));
});

describe("RFC 8252 §7.1: what follows a private-use scheme is the choice of the app", () => {
  it.each([
    ["two slashes", "com.acme.app://signed-in"],
    ["three slashes", "app.acme:///oauth-callback"],
    ["a host and a path", "msauth.com.acme.app://auth/x?tenant=y"],
  ])("accepts %s", (_, uri) => {
    expect(isRegistrableRedirectUri(uri, native)).toBeUndefined();
    expect(isRegistrableRedirectUri(uri, web)).toBe("must be https");
  });

  it.each([
    ["redir-43: userinfo", "com.acme.app://x@y/cb", USERINFO],
    ["dot segments", "com.acme.app://x/../cb", DOTS],
    ["redir-50: capitals", "Com.acme.app://cb", SCHEME],
  ])("refuses %s", (_, uri, problem) => {
    expect(isRegistrableRedirectUri(uri, native)).toBe(problem);
  });
});

describe("I7, F4: an operator allows one client what the rules do not", () => {
  const exceptions = ["http_localhost", "scheme_without_dot"] as const;

  it.each([
    ["a scheme without a dot", "myapp:/cb", native],
    ["a scheme without a dot, with a host", "myapp://callback", native],
    ["http on localhost for a native client", "http://localhost:3000/cb", native],
    ["http on localhost for a web client", "http://localhost:3000/cb", web],
    ["http on a loopback address for a web client", "http://127.0.0.1:3000/cb", web],
  ])("%s", (_, uri, context) => {
    expect(isRegistrableRedirectUri(uri, context)).toBeDefined();
    expect(isRegistrableRedirectUri(uri, { ...context, exceptions })).toBeUndefined();
  });

  it.each([
    ["http elsewhere", "http://rp.example/cb", web],
    ["dcr-02: javascript", "javascript:/cb", native],
    ["redir-29: file", "file:///etc/passwd", native],
    ["an intent", "intent://rp.example/cb", native],
    ["redir-29: data", "data:/text", native],
    ["a scheme for a web client", "myapp:/cb", web],
  ])("but not %s", (_, uri, context) => {
    expect(isRegistrableRedirectUri(uri, { ...context, exceptions })).toBeDefined();
  });

  it("and the error names the exception to an operator", () => {
    expect(isRegistrableRedirectUri("http://localhost/cb", { ...web, exceptions: [] })).toBe(
      "must be https, or be allowed by redirect_uri_exceptions: http_localhost",
    );
    expect(isRegistrableRedirectUri("myapp:/cb", { ...native, exceptions: [] })).toBe(
      "must have a dot in its scheme, or be allowed by redirect_uri_exceptions: scheme_without_dot",
    );
  });
});
