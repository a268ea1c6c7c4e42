import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { newSecret, readParameters } from "@countersign/rules";
import { describe, expect, it } from "vitest";
import { networkOf, sourceOf } from "./address.ts";
import { cookiesFor } from "./cookies.ts";
import { assertOwnForm, csrfToken } from "./csrf.ts";
import { framingPagePolicy } from "./headers.ts";
import { formOf, queryOf } from "./parameters.ts";

const issuer = "https://auth.example";
const requestWith = (headers: Record<string, string>) => ({ headers }) as IncomingMessage;

describe("sess-01: a form is accepted only if it was shown to this browser", () => {
  const browser = newSecret();
  const check = (headers: Record<string, string>, csrf: string, known: string = browser) => {
    const form = readParameters([["csrf", csrf]]);
    assertOwnForm(requestWith(headers), form, { browser: known === "" ? undefined : known, about: "h", issuer });
  };

  it.each([
    ["a browser that sends no Origin or Sec-Fetch-Site", {}],
    ["the issuer's own origin", { origin: issuer }],
    ["an origin that our referrer policy hides", { origin: "null", "sec-fetch-site": "same-origin" }],
  ])("accepts %s with the right token", (_, headers) => {
    expect(() => check(headers as Record<string, string>, csrfToken(browser, "h"))).not.toThrow();
  });

  it.each([
    ["no token", {}, "", browser],
    ["a token of another browser", {}, csrfToken(newSecret(), "h"), browser],
    ["a token of another form", {}, csrfToken(browser, "other"), browser],
    ["a token in a browser without our cookie", {}, csrfToken(browser, "h"), ""],
    ["another origin, right token", { origin: "https://evil.example" }, csrfToken(browser, "h"), browser],
    ["a cross-site request, right token", { "sec-fetch-site": "cross-site" }, csrfToken(browser, "h"), browser],
    ["a request of a sibling site, right token", { "sec-fetch-site": "same-site" }, csrfToken(browser, "h"), browser],
  ])("refuses %s", (_, headers, csrf, known) => {
    expect(() => check(headers as Record<string, string>, csrf, known)).toThrow(
      expect.objectContaining({ code: "access_denied" }),
    );
  });
});

describe("sess-03: cookies", () => {
  const setBy = (act: (res: ServerResponse) => void) => {
    const set: string[] = [];
    act({ appendHeader: (_: string, value: string) => set.push(value) } as unknown as ServerResponse);
    return set[0] ?? "";
  };

  it("are __Host-, Secure, HttpOnly, Lax and without a domain on https", () => {
    const cookie = setBy((res) => cookiesFor(issuer).setSession(res, newSecret()));
    expect(cookie).toMatch(/^__Host-countersign-[0-9a-f]{8}-session=[\w-]{43}; /);
    for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]) expect(cookie).toContain(attribute);
    expect(cookie).not.toContain("Domain");
  });

  it("have no prefix on plain http, where browsers would refuse it", () => {
    expect(setBy((res) => cookiesFor("http://localhost:4000").setSession(res, newSecret()))).toMatch(/^countersign-/);
  });

  it("of two issuers have different names", () => {
    const name = (of: string) => setBy((res) => cookiesFor(of).setSession(res, newSecret())).split("=")[0];
    expect(name("https://a.example")).not.toBe(name("https://b.example"));
  });

  it.each(["https://auth.example", "http://localhost:4000"])(
    "sess-19: that are sent twice are ignored, in any order: for %s",
    (of) => {
      const cookies = cookiesFor(of);
      const [ours, planted] = [newSecret(), newSecret()];
      const write = {
        browser: cookies.ensureBrowser,
        session: (_: IncomingMessage, res: ServerResponse) => cookies.setSession(res, ours),
      };
      for (const noun of ["session", "browser"] as const) {
        const name = setBy((res) => void write[noun](requestWith({}), res)).split("=")[0];
        const read = (cookie: string) => cookies[noun](requestWith({ cookie }));
        expect(read(`a=b; ${name}=${ours}; x${name}=${planted}; y="${name}=z"`)).toBe(ours);
        for (const twice of [
          `${name}=${ours}; ${name}=${planted}`,
          `${name}=${planted};${name}=${ours}`,
          `${name}=${ours}; a=b; ${name}=${ours}`,
          `${name}=${ours}; ${name} = ${planted}`,
          `${name}=; ${name}=${ours}`,
        ])
          expect([twice, read(twice)]).toEqual([twice, undefined]);
      }
    },
  );

  it.each([
    ["until it ends, by default", undefined, undefined],
    ["as long as a session lives, if the operator says so", 2_592_000, "2592000"],
  ])("of a session are kept by the browser %s", (_, seconds, maxAge) => {
    const cookies: string[] = [];
    const appendHeader = (_name: string, value: string) => cookies.push(value);
    cookiesFor(issuer, seconds).setSession({ appendHeader } as unknown as ServerResponse, newSecret());
    expect(cookies.map((cookie) => /Max-Age=(\d+)/.exec(cookie)?.[1])).toEqual([maxAge, maxAge]);
  });

  it.each([["short"], ["x".repeat(44)], [`${"x".repeat(42)}!`]])("that we did not set are ignored: %s", (value) => {
    const { setSession, session } = cookiesFor(issuer);
    const name = setBy((res) => setSession(res, "s")).split("=")[0];
    expect(session(requestWith({ cookie: `${name}=${value}` }))).toBeUndefined();
  });
});

describe("RFC 6749 §3.1: parameters are read as they were sent", () => {
  it("are decoded once (redir-51)", () => {
    const parameters = queryOf({ query: "a=%2541&b=x+y" });
    expect([parameters.get("a"), parameters.get("b")]).toEqual(["%41", "x y"]);
  });

  it("have flat names (redir-37, dos-02)", () => {
    const parameters = queryOf({ query: "redirect_uri[]=x&__proto__[a]=1&constructor=2" });
    expect([...parameters.entries()]).toEqual([
      ["redirect_uri[]", "x"],
      ["__proto__[a]", "1"],
      ["constructor", "2"],
    ]);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  it.each([
    ["a query that is too long", `x=${"y".repeat(9000)}`],
    ["too many parameters (dos-01)", "a=1&".repeat(101)],
  ])("refuse %s", (_, query) => {
    expect(() => queryOf({ query })).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });

  it("are read from a form body only (tok-02)", async () => {
    const sent = (type: string) => {
      const headers = { "content-type": type, "content-length": "3" };
      return { req: Object.assign(Readable.from([Buffer.from("a=1")]), { headers }) as unknown as IncomingMessage };
    };
    expect((await formOf(sent("application/x-www-form-urlencoded"))).get("a")).toBe("1");
    for (const type of ["application/json", "text/plain", "multipart/form-data", ""]) {
      await expect(formOf(sent(type))).rejects.toMatchObject({ code: "invalid_request" });
    }
  });

  it("of a form may have several values, if a page allows it", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": "7" };
    const req = Object.assign(Readable.from([Buffer.from("s=1&s=2")]), { headers }) as unknown as IncomingMessage;
    const form = await formOf({ req });
    expect([form.get("s"), form.all("s"), form.all("t")]).toEqual([undefined, ["1", "2"], []]);
  });
});

describe("cred-03, dcr-16: what a limit counts as one source", () => {
  it.each([
    ["an IPv4 address", "192.0.2.7", "192.0.2.7"],
    ["an IPv4 address in IPv6 form", "::ffff:192.0.2.7", "192.0.2.7"],
    ["the /64 of an IPv6 address", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["the /64 of a shortened IPv6 address", "2001:db8::1", "2001:db8:0:0::/64"],
    ["the /64 of an IPv6 address in capitals and with zeros", "2001:0DB8:0000:0000::1", "2001:db8:0:0::/64"],
    ["the /64 of an IPv6 address that is shortened within it", "2001::abcd:1:2:3:4", "2001:0:0:abcd::/64"],
    ["the /64 of an IPv6 address with a zone", "fe80::1%eth0", "fe80:0:0:0::/64"],
    ["an IPv4 address in IPv6 form, in capitals", "::FFFF:192.0.2.7", "192.0.2.7"],
    ["an IPv4 address in IPv6 form, written out", "0:0:0:0:0:ffff:c000:0207", "192.0.2.7"],
    ["an unknown address", "unknown", "unknown"],
  ])("is %s", (_, ip, source) => {
    expect(sourceOf(ip)).toBe(source);
  });

  it.each([
    ["the /24 of an IPv4 address", "192.0.2.7", "192.0.2.0/24"],
    ["the /24 of an IPv4 address in IPv6 form", "::ffff:192.0.2.7", "192.0.2.0/24"],
    ["the /48 of an IPv6 address", "2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["the /48 of a shortened IPv6 address", "2001:db8::1", "2001:db8:0::/48"],
    ["the /48 of an IPv6 address that is shortened within it", "2001::abcd:1:2:3:4:5", "2001:0:abcd::/48"],
    ["an unknown address", "unknown", "unknown"],
  ])("and as one network: %s", (_, ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe("logout-15: the policy of the page with frames", () => {
  it("contains these origins, and none that would be parsed as something else", () => {
    const policy = framingPagePolicy([
      "https://rp.example",
      "https://[::1]:8443",
      "https://x;sandbox.example",
      "https://*",
    ]);
    expect(policy.split("; ").filter((directive) => directive.startsWith("frame-src"))).toEqual([
      "frame-src https://rp.example https://[::1]:8443",
    ]);
    expect(policy).not.toMatch(/sandbox|\*/);
  });
});
