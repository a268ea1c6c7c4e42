import { describe, expect, it } from "vitest";
import { agreedHost, hostOf, isUnowned, trustRedirectUri } from "./redirect-uri.ts";

const native = { redirectUris: ["http://127.0.0.1/cb"], applicationType: "native" } as const;
const nativeV6 = { redirectUris: ["http://[::1]/cb"], applicationType: "native" } as const;
const nativeScheme = { redirectUris: ["com.example.app:/cb"], applicationType: "native" } as const;

const notRegistered = expect.objectContaining({
  code: "invalid_request",
  message: "redirect_uri is not registered",
});

const trust = (uri: string) => trustRedirectUri({ redirectUris: [uri], applicationType: "native" }, uri);

describe("RFC 8252 §7.3: a loopback redirect of a native client may name any port", () => {
  it.each([
    ["redir-39: a port on 127.0.0.1", native, "http://127.0.0.1:51004/cb"],
    ["redir-40: a port on [::1]", nativeV6, "http://[::1]:51004/cb"],
    ["no port", native, "http://127.0.0.1/cb"],
    ["the lowest port", native, "http://127.0.0.1:1/cb"],
    ["the highest port", native, "http://127.0.0.1:65535/cb"],
    [
      "another port than the registered",
      { ...native, redirectUris: ["http://127.0.0.1:8080/cb"] },
      "http://127.0.0.1:9/cb",
    ],
    [
      "no port where one is registered",
      { ...native, redirectUris: ["http://127.0.0.1:8080/cb"] },
      "http://127.0.0.1/cb",
    ],
    ["a port and no path", { ...native, redirectUris: ["http://127.0.0.1"] }, "http://127.0.0.1:51004"],
  ])("accepts %s", (_, client, requested) => {
    expect(trustRedirectUri(client, requested)).toBe(requested);
  });

  it.each([
    ["redir-41: localhost", native, "http://localhost:51004/cb"],
    ["redir-41: the other loopback address", native, "http://[::1]:51004/cb"],
    ["the other loopback address the other way", nativeV6, "http://127.0.0.1:51004/cb"],
    ["redir-42: an added parameter", native, "http://127.0.0.1:51004/cb?bar=foo"],
    ["redir-43: a port that is a password", native, "http://127.0.0.1:51004@evil.example/cb"],
    ["redir-43: an empty port before userinfo", native, "http://127.0.0.1:@evil.example/cb"],
    ["redir-43: userinfo", native, "http://x@127.0.0.1:51004/cb"],
    ["redir-45: a host that begins with the address", native, "http://127.0.0.1.evil.example:51004/cb"],
    ["redir-45: a host that begins with localhost", native, "http://localhost.evil.example/cb"],
    ["redir-46: https", native, "https://127.0.0.1:51004/cb"],
    ["redir-46: the path in capitals", native, "http://127.0.0.1:51004/CB"],
    ["the address written another way", native, "http://127.1:51004/cb"],
    ["another address of the loopback net", native, "http://127.0.0.2:51004/cb"],
    ["dots taken for any character", native, "http://127x0x0x1:51004/cb"],
    ["an empty port", native, "http://127.0.0.1:/cb"],
    ["port 0", native, "http://127.0.0.1:0/cb"],
    ["a port with a leading zero", native, "http://127.0.0.1:051004/cb"],
    ["a port that does not exist", native, "http://127.0.0.1:65536/cb"],
    ["a port of five nines", native, "http://127.0.0.1:99999/cb"],
    ["a port of six digits", native, "http://127.0.0.1:100000/cb"],
    ["a port that is not a number", native, "http://127.0.0.1:8o/cb"],
    ["a port with a sign", native, "http://127.0.0.1:+80/cb"],
    ["two ports", native, "http://127.0.0.1:80:80/cb"],
    ["a fragment", native, "http://127.0.0.1:51004/cb#"],
    ["a line feed at the end", native, "http://127.0.0.1:51004/cb\n"],
    ["a line before it", native, "x\nhttp://127.0.0.1:51004/cb"],
    ["a port on localhost (§8.3)", { ...native, redirectUris: ["http://localhost/cb"] }, "http://localhost:51004/cb"],
    ["a port on https", { ...native, redirectUris: ["https://127.0.0.1/cb"] }, "https://127.0.0.1:51004/cb"],
    ["a port on a public host", { ...native, redirectUris: ["http://rp.example/cb"] }, "http://rp.example:51004/cb"],
    ["a port for a web client", { ...native, applicationType: "web" as const }, "http://127.0.0.1:51004/cb"],
  ])("refuses %s", (_, client, requested) => {
    expect(() => trustRedirectUri(client, requested)).toThrow(notRegistered);
  });
});

describe("RFC 8252 §7.1: a private-use scheme matches exactly", () => {
  it("accepts the registered URI", () => {
    expect(trustRedirectUri(nativeScheme, "com.example.app:/cb")).toBe("com.example.app:/cb");
  });

  it.each([
    ["redir-50: a host", "com.example.app://evil/cb"],
    ["redir-50: capitals", "COM.EXAMPLE.APP:/cb"],
    ["redir-50: an added path segment", "com.example.app:/cb/x"],
    ["a port", "com.example.app:80/cb"],
  ])("refuses %s", (_, requested) => {
    expect(() => trustRedirectUri(nativeScheme, requested)).toThrow(notRegistered);
  });
});

describe("RFC 8252 §8.6: who could receive the response at a redirect URI", () => {
  it.each([
    "http://127.0.0.1/cb",
    "http://127.0.0.1:51004/cb",
    "http://127.0.0.1",
    "http://127.0.0.1?from=app",
    "http://[::1]/cb",
    "http://[::1]:51004?from=app",
    "http://localhost:3000/cb",
    "http://app.localhost:4002/cb",
    "https://localhost:8443/cb",
    "https://localhost.:8443/cb",
    "com.example.app:/cb",
  ])("reports that any program can receive at %s", (uri) => {
    expect(isUnowned(trust(uri))).toBe(true);
  });

  it.each(["https://rp.example/cb", "https://127.0.0.1.rp.example/cb", "https://localhost.rp.example/cb"])(
    "reports that %s belongs to its host",
    (uri) => {
      expect(isUnowned(trust(uri))).toBe(false);
    },
  );

  it("gives an answer for every loopback port that matches", () => {
    const uri = trustRedirectUri(native, "http://127.0.0.1:65535/cb");
    expect(isUnowned(uri)).toBe(true);
    expect(hostOf(uri)).toBe("127.0.0.1:65535");
  });
});

describe("RFC 6749 §10.2: a person sees the host that receives the response", () => {
  it.each([
    ["https://rp.example/cb", "rp.example"],
    ["https://rp.example:8443/cb?x=1", "rp.example:8443"],
    ["http://[::1]:51004/cb", "[::1]:51004"],
    ["com.example.app:/cb", "com.example.app:"],
    ["com.example.app://bank.example/cb", "com.example.app:"],
    ["https://rp.example@evil.example/cb", "evil.example"],
    ["https://r\u0440.example/cb", "xn--r-5tb.example"],
  ])("for %s it is %s", (uri, host) => {
    expect(hostOf(trust(uri))).toBe(host);
  });

  it("redir-50: what an app writes after its scheme is not a host, neither on a page nor in a consent", () => {
    expect(agreedHost("com.example.app://bank.example/cb")).toBe("com.example.app:");
    expect(agreedHost("com.example.app:/cb")).toBe("com.example.app:");
  });
});
