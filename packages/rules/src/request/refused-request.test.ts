import { describe, expect, it } from "vitest";
import { invalidRequest, ProtocolError } from "../errors.ts";
import { type RemedyName, remedyOf } from "../remedies.ts";
import { readParameters } from "./parameters.ts";
import { isKept, refusedRequest } from "./refused-request.ts";

const SECRET = "s3cr3t-of-a-person-or-a-client";

/** Every parameter of the endpoints. The value of each is kept, or it is not. */
const PARAMETERS: Readonly<Record<string, boolean>> = {
  response_type: true,
  response_mode: true,
  grant_type: true,
  redirect_uri: true,
  scope: true,
  resource: true,
  code_challenge_method: true,
  prompt: true,
  acr_values: true,
  client_id: false,
  client_secret: false,
  client_assertion: false,
  client_assertion_type: false,
  code: false,
  code_verifier: false,
  code_challenge: false,
  refresh_token: false,
  token: false,
  token_type_hint: false,
  access_token: false,
  id_token_hint: false,
  login_hint: false,
  idp_hint: false,
  state: false,
  nonce: false,
  request: false,
  request_uri: false,
  claims: false,
  authorization_details: false,
  max_age: false,
  ui_locales: false,
  display: false,
  dpop_jkt: false,
  registration: false,
  username: false,
  password: false,
  assertion: false,
  audience: false,
};

const refused = (pairs: readonly (readonly [string, string])[], detail?: string, remedy?: RemedyName) =>
  refusedRequest(invalidRequest("x is missing", detail, remedy && remedyOf(remedy)), readParameters(pairs));

describe("meta-12: of a refused request no secret is kept", () => {
  it.each(Object.entries(PARAMETERS))("%s: its name is kept, and its value: %s", (name, isValueKept) => {
    const kept = refused([[name, SECRET]]);
    expect(kept.names).toEqual([name]);
    expect(kept.values).toEqual(isValueKept ? { [name]: SECRET } : {});
  });

  it.each(Object.entries(PARAMETERS).filter(([name, isValueKept]) => !isValueKept && name !== "client_id"))(
    "%s: its value is not kept in the detail either",
    (name) => {
      expect(refused([[name, SECRET]], `wrong: ${SECRET}, twice ${SECRET}`).detail).toBe("wrong: …, twice …");
    },
  );

  it.each([
    ["a query", "https://rp.example/cb?token=abc", "https://rp.example/cb?…"],
    ["a fragment", "https://rp.example/cb#token=abc", "https://rp.example/cb?…"],
    ["userinfo", "https://ada:pw@rp.example/cb", "https://…@rp.example/cb"],
    ["a long path", `https://rp.example/${"a".repeat(300)}`, `https://rp.example/${"a".repeat(181)}…`],
    ["control characters", "https://rp.example/\n\u202e", "https://rp.example/??"],
    ["what is compared byte by byte", "com.acme.app://cb/", "com.acme.app://cb/"],
  ])("an address with %s", (_, sent, shown) => {
    expect(refused([["redirect_uri", sent]], sent)).toMatchObject({ values: { redirect_uri: shown }, detail: shown });
  });

  it("a repeated name that may be a value is not kept in the detail", () => {
    expect(
      refused(
        [
          ["t0ken", ""],
          ["t0ken", ""],
        ],
        "t0ken",
      ).detail,
    ).toBe("…");
    expect(
      refused(
        [
          ["scope", ""],
          ["scope", ""],
        ],
        "scope",
      ).detail,
    ).toBe("scope");
  });

  it("a value in the place of a name is not kept", () => {
    const token = "eyJhbGciOiJSUzI1NiJ9";
    expect(
      refused([
        [token, ""],
        [token, "1"],
        ["redirectUrl", "x"],
        ["a".repeat(31), "x"],
      ]).names,
    ).toEqual(["redirectUrl", "…"]);
  });

  it("dos-47: a description of any length fits its column", () => {
    const error = invalidRequest("d".repeat(5000));
    expect(refusedRequest(error, readParameters([])).description.length).toBe(500);
  });

  it("dos-47: a request with many and long parameters is kept in a bounded size", () => {
    const name = (i: number) => [...String(i)].map((digit) => "abcdefghij"[Number(digit)]).join("");
    const many = Array.from({ length: 1000 }, (_, i): [string, string] => [name(i), "v".repeat(1000)]);
    const kept = refused([...many, ["scope", "s".repeat(100_000)]], "d".repeat(100_000), "allow_scope");
    expect(JSON.stringify(kept).length).toBeLessThan(1500);
  });
});

describe("which refusals are kept", () => {
  it("what was asked, what was wrong and what to set", () => {
    const error = new ProtocolError(
      "invalid_scope",
      "scope is not allowed for this client",
      "orders",
      undefined,
      remedyOf("allow_scope"),
    );
    const sent = readParameters([
      ["scope", "openid orders"],
      ["state", SECRET],
      ["prompt", "a"],
      ["prompt", "b"],
    ]);
    expect(refusedRequest(error, sent)).toEqual({
      error: "invalid_scope",
      description: "scope is not allowed for this client",
      detail: "orders",
      remedy: remedyOf("allow_scope"),
      names: ["scope", "state", "prompt"],
      values: { scope: "openid orders" },
    });
  });

  it.each([
    ["invalid_request", true],
    ["invalid_client", true],
    ["invalid_grant", true],
    ["invalid_scope", true],
    ["unauthorized_client", true],
    ["login_required", false],
    ["access_denied", false],
    ["authorization_pending", false],
    ["slow_down", false],
    ["expired_token", false],
    ["use_dpop_nonce", false],
    ["temporarily_unavailable", false],
  ] as const)("%s: %s", (code, kept) => {
    expect(isKept(new ProtocolError(code, "x"))).toBe(kept);
  });
});
