import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invalidRequest, ProtocolError } from "../../errors.ts";
import { few } from "../../testing/draws.ts";
import { type AuthorizationResponse, responderFor, withQuery } from "./authorization-response.ts";
import { trustRedirectUri } from "./redirect-uri.ts";
import type { Carrier } from "./response-mode.ts";

const issuer = "https://auth.example";

function answers({
  redirectUri = "https://rp.example/cb",
  state = "st1" as string | undefined,
  by = "query" as Carrier,
  isJwt = false,
} = {}) {
  const trusted = trustRedirectUri({ redirectUris: [redirectUri], applicationType: "web" }, redirectUri);
  return responderFor(trusted, { state, issuer, delivery: { by, isJwt }, jwt });
}

/** In place of a JWT, its parameters. */
const jwt = async (parameters: object) => JSON.stringify(parameters);

/** The address to which a response sends the browser. */
function locationOf(response: AuthorizationResponse): string {
  if (response.by !== "redirect") throw new Error("the response is no redirect");
  return response.location;
}

/** The parameters of a URI, as the client reads them. */
const read = (uri: string) => [...new URL(uri).searchParams];

describe("RFC 6749 §4.1.2: a code goes to the registered URI", () => {
  it("with the state and the issuer", async () => {
    expect(locationOf(await answers().success({ code: "c-1" }))).toBe(
      "https://rp.example/cb?code=c-1&state=st1&iss=https%3A%2F%2Fauth.example",
    );
  });

  it("resp-09: after the registered query", async () => {
    expect(locationOf(await answers({ redirectUri: "https://rp.example/cb?env=1" }).success({ code: "c-1" }))).toBe(
      "https://rp.example/cb?env=1&code=c-1&state=st1&iss=https%3A%2F%2Fauth.example",
    );
  });

  it("only to a URI that was found registered: anything else does not compile", () => {
    // @ts-expect-error a string is not a TrustedRedirectUri
    const untrusted = responderFor("https://evil.example/cb", {
      state: "st1",
      issuer,
      delivery: { by: "query", isJwt: false },
      jwt,
    });
    expect(untrusted).toBeDefined();
  });
});

describe("RFC 6749 §4.2.2: a response with a token goes in the fragment", () => {
  const fragmentOf = (uri: string) => [...new URLSearchParams(new URL(uri).hash.slice(1))];

  it("with the state and the issuer, and nothing in the query", async () => {
    const response = await answers({ by: "fragment" }).success({ access_token: "at", token_type: "Bearer" });
    expect(locationOf(response)).toBe(
      "https://rp.example/cb#access_token=at&token_type=Bearer&state=st1&iss=https%3A%2F%2Fauth.example",
    );
  });

  it("after a registered query, which stays unchanged", async () => {
    const toFragment = answers({ redirectUri: "https://rp.example/cb?env=1", by: "fragment" });
    const uri = locationOf(await toFragment.error(invalidRequest("no")));
    expect(new URL(uri).search).toBe("?env=1");
    expect(fragmentOf(uri).map(([name]) => name)).toEqual(["error", "error_description", "state", "iss"]);
  });
});

describe("Form Post Response Mode §2: a response goes in a form to the registered URI", () => {
  const redirectUri = "https://rp.example/cb?env=1";
  const byForm = answers({ redirectUri, by: "form_post" });

  it("with the state and the issuer, and nothing is added to the URI", async () => {
    expect(await byForm.success({ code: "c-1", id_token: "idt" })).toEqual({
      by: "post",
      action: redirectUri,
      fields: { code: "c-1", id_token: "idt", state: "st1", iss: issuer },
    });
  });

  it("also for an error", async () => {
    expect(await byForm.error(invalidRequest("no"))).toEqual({
      by: "post",
      action: redirectUri,
      fields: { error: "invalid_request", error_description: "no", state: "st1", iss: issuer },
    });
  });

  it("without a state if none was sent", async () => {
    const trusted = trustRedirectUri({ redirectUris: [redirectUri], applicationType: "web" }, redirectUri);
    const delivery = { by: "form_post", isJwt: false } as const;
    const silent = responderFor(trusted, { state: undefined, issuer, delivery, jwt });
    expect(await silent.success({ code: "c-1" })).toMatchObject({ fields: { code: "c-1", iss: issuer } });
    expect(await silent.success({ code: "c-1" })).not.toHaveProperty("fields.state");
  });
});

describe("JARM §2.3: the one parameter of a response is a JWT that holds all others", () => {
  const inside = { code: "c-1", state: "st1" };

  it("in the query, without an issuer beside it (§2.3)", async () => {
    const uri = locationOf(await answers({ isJwt: true }).success({ code: "c-1" }));
    expect(read(uri)).toEqual([["response", JSON.stringify(inside)]]);
  });

  it("in the fragment (§2.3)", async () => {
    const uri = locationOf(await answers({ by: "fragment", isJwt: true }).success({ code: "c-1" }));
    expect([...new URLSearchParams(new URL(uri).hash.slice(1))]).toEqual([["response", JSON.stringify(inside)]]);
  });

  it("in a form (§2.3)", async () => {
    const response = await answers({ by: "form_post", isJwt: true }).success({ code: "c-1" });
    expect(response).toMatchObject({ by: "post", fields: { response: JSON.stringify(inside) } });
  });

  it("also for an error", async () => {
    const uri = locationOf(await answers({ isJwt: true }).error(invalidRequest("no", "a detail")));
    const error = { error: "invalid_request", error_description: "no", state: "st1" };
    expect(read(uri)).toEqual([["response", JSON.stringify(error)]]);
  });
});

describe("RFC 6749 §4.1.2.1: an error goes to the registered URI", () => {
  it("with code, description, state and issuer (resp-02), and without the text for the log", async () => {
    const uri = locationOf(await answers().error(invalidRequest("prompt none must be the only value", "a detail")));
    expect(read(uri)).toEqual([
      ["error", "invalid_request"],
      ["error_description", "prompt none must be the only value"],
      ["state", "st1"],
      ["iss", issuer],
    ]);
  });

  it("resp-09: after the registered query", async () => {
    const toQuery = answers({ redirectUri: "https://rp.example/cb?env=1" });
    const uri = locationOf(await toQuery.error(new ProtocolError("access_denied", "no")));
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
  ])("with a code and with an error: %s", async (_, state) => {
    const toQuery = answers({ state });
    const responses = [await toQuery.success({ code: "c-1" }), await toQuery.error(invalidRequest("no"))];
    for (const uri of responses.map(locationOf)) {
      expect(new URL(uri).searchParams.getAll("state")).toEqual([state]);
      expect(uri).toMatch(/^[!-~]+$/);
    }
  });

  it("no state is returned if none was sent", async () => {
    const silent = responderFor(
      trustRedirectUri({ redirectUris: ["https://a.example"], applicationType: "web" }, "https://a.example"),
      { state: undefined, issuer, delivery: { by: "query", isJwt: false }, jwt },
    );
    expect(read(locationOf(await silent.success({ code: "c-1" })))).toEqual([
      ["code", "c-1"],
      ["iss", issuer],
    ]);
    expect(read(locationOf(await silent.error(invalidRequest("no")))).map(([name]) => name)).not.toContain("state");
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
      few,
    );
  });
});
