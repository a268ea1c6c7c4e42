import { insufficientScope, invalidAccessToken, ProtocolError, readParameters } from "@countersign/rules";
import { describe, expect, it } from "vitest";
import { challenge, challenges, takePresentedToken } from "./bearer.ts";

const take = ({ header, headers = header === undefined ? [] : [header], query = "", form = "" }: Sent) =>
  takePresentedToken({
    authorization: headers,
    query: readParameters(new URLSearchParams(query)),
    form: readParameters(new URLSearchParams(form)),
  })?.token;
interface Sent {
  readonly header?: string;
  readonly headers?: readonly string[];
  readonly query?: string;
  readonly form?: string;
}

const algs = "ES256 PS256 EdDSA Ed25519";

describe("RFC 6750 §2: how a token may be sent", () => {
  it.each(["Bearer aT.1-_~+/==", "bearer aT.1-_~+/==", "BEARER aT.1-_~+/=="])("§2.1: accepts %s (at-14)", (header) => {
    expect(take({ header })).toBe("aT.1-_~+/==");
  });

  it("§2.2: accepts access_token from a form", () => {
    expect(take({ form: "access_token=AT&scope=email" })).toBe("AT");
  });

  it.each([
    ["nothing", {}],
    ["another scheme (at-14)", { header: "Basic AT" }],
    ["a scheme with the same beginning (at-14)", { header: "BearerAT" }],
    ["an empty access_token", { form: "access_token=" }],
  ])("finds no token in %s", (_, sent) => {
    expect(take(sent)).toBeUndefined();
  });

  it.each([
    ["a token in the query (at-02)", { query: "access_token=AT" }],
    ["a token in the query beside one in the header (at-02)", { query: "access_token=AT", header: "Bearer AT" }],
    ["header and form (at-03)", { header: "Bearer AT", form: "access_token=AT2" }],
    ["another scheme and form (at-03)", { header: "Basic AT", form: "access_token=AT2" }],
    ["two Authorization headers (at-03)", { headers: ["Bearer AT", "Bearer AT2"] }],
    ["two equal Authorization headers (at-03)", { headers: ["Bearer AT", "Bearer AT"] }],
    ["a header without a token", { header: "Bearer" }],
  ])("refuses %s with invalid_request", (_, sent) => {
    expect(() => take(sent)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });

  it.each([
    ["two tokens in one header (at-14)", { header: "Bearer AT, Bearer AT2" }],
    ["two spaces (at-14)", { header: "Bearer  AT" }],
    ["a token with a quote", { header: 'Bearer "AT"' }],
    ["a token within spaces (at-11)", { form: "access_token=+AT+" }],
    ["a newline in the token", { form: "access_token=AT%0AX" }],
  ])("refuses %s with invalid_token", (_, sent) => {
    expect(() => take(sent)).toThrow(expect.objectContaining({ code: "invalid_token" }));
  });
});

describe("RFC 6750 §3: the challenge", () => {
  it("at-01: contains only the schemes and what they need if there are no credentials", () => {
    expect(challenges()).toEqual(['Bearer realm="userinfo"', `DPoP realm="userinfo", algs="${algs}"`]);
  });

  it("RFC 9449 §7.1: has the scheme of the request", () => {
    expect(challenge("DPoP", invalidAccessToken("expired"))).toMatch(`DPoP realm="userinfo", algs="${algs}", error=`);
  });

  it("contains error and description, the same for every invalid token", () => {
    const text =
      'Bearer realm="userinfo", error="invalid_token", ' +
      'error_description="the access token is invalid, expired or revoked"';
    const causes = ["expired", "revoked"].map((cause) => challenge("Bearer", invalidAccessToken(cause)));
    expect(causes).toEqual([text, text]);
  });

  it("§3.1: contains the required scope with insufficient_scope", () => {
    expect(challenge("Bearer", insufficientScope("no"))).toContain(
      'error="insufficient_scope", error_description="no", scope="openid"',
    );
  });

  it("RFC 9470 §3: says what a sign-in must reach, and only with that error", () => {
    const error = new ProtocolError("insufficient_user_authentication", "no");
    const demanded = { acr: "phr", maxAgeSeconds: 600 };
    const text = 'Bearer realm="userinfo", error="insufficient_user_authentication", error_description="no"';
    expect(challenge("Bearer", error, demanded)).toBe(`${text}, acr_values="phr", max_age="600"`);
    expect(challenge("Bearer", error, { maxAgeSeconds: 600 })).toBe(`${text}, max_age="600"`);
    expect(challenge("Bearer", invalidAccessToken("expired"), demanded)).not.toContain("acr_values");
    expect(challenge("Bearer", undefined, demanded)).toBe('Bearer realm="userinfo"');
  });

  it("at-17: keeps quotes, backslashes and line breaks out of the header", () => {
    const error = new ProtocolError("invalid_request", 'write"\r\nX: y\\"\u00e9');
    expect(challenge("Bearer", error)).toBe(
      'Bearer realm="userinfo", error="invalid_request", error_description="writeX: y"',
    );
  });
});
