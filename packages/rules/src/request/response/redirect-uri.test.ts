import { describe, expect, it } from "vitest";
import { readParameters, refuseRepeated } from "../parameters.ts";
import { trustRedirectUri } from "./redirect-uri.ts";

const web = { redirectUris: ["https://rp.example/cb"], applicationType: "web" } as const;

const notRegistered = expect.objectContaining({
  code: "invalid_request",
  message: "redirect_uri is not registered",
});

describe("specification §4.8 rule 1: redirect_uri is one of the client's registered URIs", () => {
  it("accepts each registered URI and returns it unchanged", () => {
    const client = { ...web, redirectUris: ["https://rp.example/cb", "https://rp.example/cb2?env=1"] };
    for (const uri of client.redirectUris) expect(trustRedirectUri(client, uri)).toBe(uri);
  });

  it.each([
    ["redir-01: dot segments", "https://rp.example/cb/../evil"],
    ["redir-03: a suffix on the path", "https://rp.example/cb.evil"],
    ["redir-04: a trailing slash", "https://rp.example/cb/"],
    ["an added path segment", "https://rp.example/cb/more"],
    ["redir-05: an added parameter", "https://rp.example/cb?next=https://evil.example"],
    ["redir-06: an added code", "https://rp.example/cb?code=ATTACKER_CODE"],
    ["an empty query", "https://rp.example/cb?"],
    ["redir-07: a fragment", "https://rp.example/cb#frag"],
    ["redir-08: an empty fragment", "https://rp.example/cb#"],
    ["redir-09: a host that begins alike", "https://rp.example.evil.example/cb"],
    ["redir-09: a host that ends alike", "https://evilrp.example/cb"],
    ["redir-10: a user name before a foreign host", "https://rp.example@evil.example/cb"],
    ["redir-10: user name and password before a foreign host", "https://rp.example:x@evil.example/cb"],
    ["redir-12: a backslash before userinfo", "https://rp.example\\@evil.example/cb"],
    ["redir-12: a backslash after a foreign host", "https://evil.example\\.rp.example/cb"],
    ["redir-13: no slash", "https:evil.example"],
    ["redir-13: one slash", "https:/evil.example/cb"],
    ["redir-13: a slash and a backslash", "https:/\\evil.example/cb"],
    ["redir-14: no scheme", "//evil.example/cb"],
    ["redir-14: a relative path", "/cb"],
    ["redir-16: a header behind a line break", "https://rp.example/cb\r\nSet-Cookie: a=b"],
    ["redir-17: a leading space", " https://rp.example/cb"],
    ["redir-17: a trailing space", "https://rp.example/cb "],
    ["redir-17: a trailing no-break space", "https://rp.example/cb\u00a0"],
    ["a trailing line feed", "https://rp.example/cb\n"],
    ["redir-18: NUL in the path", "https://rp.example/cb\0.evil"],
    ["redir-18: NUL in the host", "https://evil.example\0.rp.example/cb"],
    ["redir-19: scheme and host in capitals", "HTTPS://RP.EXAMPLE/cb"],
    ["redir-20: the path in capitals", "https://rp.example/CB"],
    ["redir-21: the default port", "https://rp.example:443/cb"],
    ["redir-21: another port", "https://rp.example:8443/cb"],
    ["redir-22: plain http", "http://rp.example/cb"],
    ["redir-24: an encoded letter", "https://rp.example/%63b"],
    ["redir-25: a Cyrillic letter that looks Latin", "https://r\u0440.example/cb"],
    ["redir-25: that letter in its ASCII form", "https://xn--r-5tb.example/cb"],
    ["redir-27: a path parameter", "https://rp.example/cb;x=1"],
    ["redir-27: dot segments behind a path parameter", "https://rp.example/cb;/../evil"],
    ["redir-27: a dot segment with a path parameter", "https://rp.example/cb/..;/evil"],
    ["redir-28: javascript", "javascript:alert(1)//https://rp.example/cb"],
    ["redir-29: data", "data:text/html,<script>1</script>"],
    ["redir-29: vbscript", "vbscript:x"],
    ["redir-29: file", "file:///etc/passwd"],
    ["redir-29: blob", "blob:https://rp.example/1"],
    ["redir-29: about", "about:blank"],
    ["redir-31: a dot taken for any character", "https://rpXexample/cb"],
    ["redir-35: a URI of another client", "https://rp2.example/cb"],
    ["redir-51: a URI that was encoded twice", "https%3A%2F%2Frp.example%2Fcb"],
    ["redir-53: overlong dots", "https://rp.example/cb%c0%ae%c0%ae/"],
    ["redir-53: a malformed escape", "https://rp.example/cb%zz"],
    ["redir-53: the decoded form of a malformed escape", "\ufffd%A"],
    ["a host that begins with localhost", "https://localhost.evil.example/cb"],
    ["nothing", ""],
  ])("refuses %s", (_, requested) => {
    expect(() => trustRedirectUri(web, requested)).toThrow(notRegistered);
  });

  it.each([
    ["redir-30: a path", "https://rp.example/anything"],
    ["redir-30: a host", "https://rp.example@evil.example/"],
  ])("treats a star in a stored URI as a literal star, not as %s", (_, requested) => {
    const legacy = { ...web, redirectUris: ["https://rp.example/*"] };
    expect(() => trustRedirectUri(legacy, requested)).toThrow(notRegistered);
  });

  it.each([
    ["redir-33: even with one registered", web],
    ["redir-34: and picks none of two", { ...web, redirectUris: ["https://rp.example/1", "https://rp.example/2"] }],
  ])("refuses a missing redirect_uri, %s", (_, client) => {
    expect(() => trustRedirectUri(client, undefined)).toThrow(
      expect.objectContaining({ code: "invalid_request", message: "redirect_uri is required" }),
    );
  });

  it("refuses every URI for a client without any", () => {
    expect(() => trustRedirectUri({ ...web, redirectUris: [] }, "https://rp.example/cb")).toThrow(notRegistered);
  });

  it.each([
    ["the registered one first", ["https://rp.example/cb", "https://evil.example/cb"]],
    ["the foreign one first", ["https://evil.example/cb", "https://rp.example/cb"]],
    ["the same one", ["https://rp.example/cb", "https://rp.example/cb"]],
  ])("redir-36: refuses redirect_uri sent twice, %s", (_, uris) => {
    const parameters = readParameters(uris.map((uri) => ["redirect_uri", uri]));
    expect(() => refuseRepeated(parameters, ["client_id", "redirect_uri"])).toThrow("a parameter is repeated");
    expect(() => trustRedirectUri(web, parameters.get("redirect_uri"))).toThrow("redirect_uri is required");
  });

  it.each(["redirect_uri[]", "redirect_uri[0]", "redirect_uri[a]"])("redir-37: treats %s as another name", (name) => {
    const parameters = readParameters([[name, "https://rp.example/cb"]]);
    expect(() => trustRedirectUri(web, parameters.get("redirect_uri"))).toThrow("redirect_uri is required");
  });

  it("only the log contains the refused URI", () => {
    expect(() => trustRedirectUri(web, "https://evil.example/<b>")).toThrow(
      expect.objectContaining({ message: "redirect_uri is not registered", detail: "https://evil.example/<b>" }),
    );
  });
});

describe("specification §4.8 rule 2: pages of a registered host that redirect onward are not reachable", () => {
  it.each([
    ["beside the callback", "https://rp.example/redirect?to=https://evil.example"],
    ["above the callback", "https://rp.example/"],
    ["below the callback", "https://rp.example/cb/redirect?to=https://evil.example"],
    ["by way of dot segments", "https://rp.example/cb/../redirect?to=https://evil.example"],
    ["by way of encoded dot segments", "https://rp.example/cb/%2e%2e/redirect?to=https://evil.example"],
    ["by way of encoded slashes", "https://rp.example/cb%2f..%2fredirect?to=https://evil.example"],
    ["on another port", "https://rp.example:8443/cb"],
    ["on a subdomain", "https://www.rp.example/cb"],
  ])("refuses a page %s", (_, requested) => {
    expect(() => trustRedirectUri(web, requested)).toThrow(notRegistered);
  });
});
