import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invalidRequest, ProtocolError } from "../errors.ts";
import { type AuthorizationResponse, responderFor, withQuery } from "./authorization-response.ts";
import { trustRedirectUri } from "./redirect-uri.ts";
import type { ResponseMode } from "./response-type.ts";

const issuer = "https://auth.example";

function answers({
  redirectUri = "https://rp.example/cb",
  state = "st1" as string | undefined,
  responseMode = "query" as ResponseMode,
} = {}) {
  const trusted = trustRedirectUri({ redirectUris: [redirectUri], applicationType: "web" }, redirectUri);
  return responderFor(trusted, { state, issuer, responseMode });
}

/** The address to which a response sends the browser. */
function locationOf(response: AuthorizationResponse): string {
  if (response.by !== "redirect") throw new Error("the response is no redirect");
  return response.location;
}

/** The parameters of a URI, as the client reads them. */
const read = (uri: string) => [...new URL(uri).searchParams];

describe("RFC 6749 §4.1.2: a code goes to the registered URI", () => {
  it("with the state and the issuer", () => {
    expect(locationOf(answers().success({ code: "c-1" }))).toBe(
      "https://rp.example/cb?code=c-1&state=st1&iss=https%3A%2F%2Fauth.example",
    );
  });

  it("resp-09: after the registered query", () => {
    expect(locationOf(answers({ redirectUri: "https://rp.example/cb?env=1" }).success({ code: "c-1" }))).toBe(
      "https://rp.example/cb?env=1&code=c-1&state=st1&iss=https%3A%2F%2Fauth.example",
    );
  });

  it("only to a URI that was found registered: anything else does not compile", () => {
    // @ts-expect-error a string is not a TrustedRedirectUri
    const untrusted = responderFor("https://evil.example/cb", { state: "st1", issuer, responseMode: "query" });
    expect(untrusted).toBeDefined();
  });
});

describe("RFC 6749 §4.2.2: a response with a token goes in the fragment", () => {
  const fragmentOf = (uri: string) => [...new URLSearchParams(new URL(uri).hash.slice(1))];

  it("with the state and the issuer, and nothing in the query", () => {
    const response = answers({ responseMode: "fragment" }).success({ access_token: "at", token_type: "Bearer" });
    expect(locationOf(response)).toBe(
      "https://rp.example/cb#access_token=at&token_type=Bearer&state=st1&iss=https%3A%2F%2Fauth.example",
    );
  });

  it("after a registered query, which stays unchanged", () => {
    const toFragment = answers({ redirectUri: "https://rp.example/cb?env=1", responseMode: "fragment" });
    const uri = locationOf(toFragment.error(invalidRequest("no")));
    expect(new URL(uri).search).toBe("?env=1");
    expect(fragmentOf(uri).map(([name]) => name)).toEqual(["error", "error_description", "state", "iss"]);
  });
});

describe("Form Post Response Mode §2: a response goes in a form to the registered URI", () => {
  const redirectUri = "https://rp.example/cb?env=1";
  const byForm = answers({ redirectUri, responseMode: "form_post" });

  it("with the state and the issuer, and nothing is added to the URI", () => {
    expect(byForm.success({ code: "c-1", id_token: "idt" })).toEqual({
      by: "post",
      action: redirectUri,
      fields: { code: "c-1", id_token: "idt", state: "st1", iss: issuer },
    });
  });

  it("also for an error", () => {
    expect(byForm.error(invalidRequest("no"))).toEqual({
      by: "post",
      action: redirectUri,
      fields: { error: "invalid_request", error_description: "no", state: "st1", iss: issuer },
    });
  });

  it("without a state if none was sent", () => {
    const trusted = trustRedirectUri({ redirectUris: [redirectUri], applicationType: "web" }, redirectUri);
    const silent = responderFor(trusted, { state: undefined, issuer, responseMode: "form_post" });
    expect(silent.success({ code: "c-1" })).toMatchObject({ fields: { code: "c-1", iss: issuer } });
    expect(silent.success({ code: "c-1" })).not.toHaveProperty("fields.state");
  });
});

describe("RFC 6749 §4.1.2.1: an error goes to the registered URI", () => {
  it("with its code, its description, the state and the issuer (resp-02), and without the text for the log", () => {
    const uri = locationOf(answers().error(invalidRequest("prompt none must be the only value", "a detail")));
    expect(read(uri)).toEqual([
      ["error", "invalid_request"],
      ["error_description", "prompt none must be the only value"],
      ["state", "st1"],
      ["iss", issuer],
    ]);
  });

  it("resp-09: after the registered query", () => {
    const toQuery = answers({ redirectUri: "https://rp.example/cb?env=1" });
    const uri = locationOf(toQuery.error(new ProtocolError("access_denied", "no")));
    expect(read(uri).map(([name]) => name)).toEqual(["env", "error", "error_description", "state", "iss"]);
  });
});

describe("specification §4.8 rule 5: the state is returned as it was sent", () => {
  it.each([
    ["128 characters", "s".repeat(128)],
    ["spaces and signs", "a b+c&d=e?f#g%20"],
    ["resp-04: line breaks", "a\r\nSet-Cookie: a=b"],
    ["resp-04: a line separator", "a\u2028b"],
    ["resp-03: a tag", '"><script>alert(1)</script>'],
    ["text that looks like a parameter", "&code=evil&iss=https://evil.example"],
    ["letters beyond the basic plane", "é😀"],
  ])("with a code and with an error: %s", (_, state) => {
    const toQuery = answers({ state });
    for (const uri of [toQuery.success({ code: "c-1" }), toQuery.error(invalidRequest("no"))].map(locationOf)) {
      expect(new URL(uri).searchParams.getAll("state")).toEqual([state]);
      expect(uri).toMatch(/^[!-~]+$/);
    }
  });

  it("no state is returned if none was sent", () => {
    const silent = responderFor(
      trustRedirectUri({ redirectUris: ["https://a.example"], applicationType: "web" }, "https://a.example"),
      { state: undefined, issuer, responseMode: "query" },
    );
    expect(read(locationOf(silent.success({ code: "c-1" })))).toEqual([
      ["code", "c-1"],
      ["iss", issuer],
    ]);
    expect(read(locationOf(silent.error(invalidRequest("no")))).map(([name]) => name)).not.toContain("state");
  });
});

describe("RFC 6749 §3.1.2: a registered query is retained", () => {
  it.each([
    ["no query", "https://a.example/cb", "https://a.example/cb?x=1"],
    ["no path", "https://a.example", "https://a.example?x=1"],
    ["a query", "https://a.example/cb?env=1", "https://a.example/cb?env=1&x=1"],
    ["an empty query", "https://a.example/cb?", "https://a.example/cb?x=1"],
    ["a query that ends with &", "https://a.example/cb?env=1&", "https://a.example/cb?env=1&x=1"],
    ["a query with a question mark at its end", "https://a.example/cb?q=a?", "https://a.example/cb?q=a?&x=1"],
    ["escapes in another case", "https://a.example/%c3%a9?a=%2f", "https://a.example/%c3%a9?a=%2f&x=1"],
    ["a private-use scheme", "com.example.app:/cb", "com.example.app:/cb?x=1"],
  ])("adds to a URI with %s", (_, uri, expected) => {
    expect(withQuery(uri, { x: "1" })).toBe(expected);
  });

  it("adds nothing if there is nothing to add", () => {
    expect(withQuery("https://a.example/cb", {})).toBe("https://a.example/cb");
  });

  it("keeps every registered URI as a prefix, and gives every parameter back once", () => {
    const query = fc.option(fc.stringMatching(/^[a-z0-9=&%?/]{0,12}$/), { nil: undefined });
    const uris = fc.tuple(fc.webUrl(), query).map(([uri, added]) => (added === undefined ? uri : `${uri}?${added}`));
    const name = fc.string({ minLength: 1 }).filter((key) => key !== "__proto__");
    const parameters = fc.dictionary(name, fc.string({ unit: "grapheme" }), { noNullPrototype: true });

    fc.assert(
      fc.property(uris, parameters, (uri, added) => {
        const result = withQuery(uri, added);
        expect(result.startsWith(uri)).toBe(true);

        const before = read(uri);
        const after = read(result);
        expect(after.slice(0, before.length)).toEqual(before);
        expect(after.slice(before.length)).toEqual(Object.entries(added));
      }),
    );
  });
});
