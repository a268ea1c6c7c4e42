import { describe, expect, it } from "vitest";
import { clientMetadata } from "../metadata/client-metadata.ts";
import { registrationParser } from "../registration/registration.ts";
import { clientFields } from "./client-rows.ts";

const issuer = "https://auth.example";
const web = { client_name: "Web", redirect_uris: ["https://rp.example/cb"] };
const operators = clientMetadata({ issuer });
const registrations = registrationParser({ issuer, scopes: ["openid"], userinfoJwt: false });

describe("I1: which claims are in the ID tokens of a client", () => {
  const ofOperator = (changes: object) => clientFields(operators.parse({ ...web, ...changes })).idTokenClaims;

  it("those of scopes for a client of an operator with profile oidc, unless it says otherwise", () => {
    expect(ofOperator({ profile: "oidc" })).toBe("scopes");
    expect(ofOperator({ profile: "oidc", id_token_claims: "requested" })).toBe("requested");
  });

  it("only requested ones for profile oauth21, unless an operator says otherwise", () => {
    expect(ofOperator({})).toBe("requested");
    expect(ofOperator({ id_token_claims: "scopes" })).toBe("scopes");
  });

  it("dcr-09: only requested ones for a client that registers itself, regardless of what it says", () => {
    const itself = (changes: object) => clientFields(registrations.parse({ ...web, ...changes })).idTokenClaims;
    expect(itself({ profile: "oidc" })).toBe("requested");
    expect(itself({ profile: "oidc", id_token_claims: "scopes" })).toBe("requested");
  });

  it("only requested ones for profile fapi2", () => {
    const bank = {
      ...web,
      ...{ profile: "fapi2", token_endpoint_auth_method: "private_key_jwt", jwks_uri: "https://rp.example/jwks" },
    };
    expect(ofOperator(bank)).toBe("requested");
    expect(operators.safeParse({ ...bank, id_token_claims: "scopes" }).success).toBe(false);
  });
});

describe("I5: who agrees to what a client asks for", () => {
  const ofOperator = (changes: object) => operators.safeParse({ ...web, ...changes });

  it("the person, unless an operator says otherwise", () => {
    expect(clientFields(operators.parse(web)).consentPolicy).toBe("explicit");
    expect(clientFields(operators.parse({ ...web, consent_policy: "implicit" })).consentPolicy).toBe("implicit");
  });

  it("consent-10: the person, for a client that registers itself, even if it asks for implicit", () => {
    expect(clientFields(registrations.parse({ ...web, consent_policy: "implicit" })).consentPolicy).toBe("explicit");
  });

  it("the person, for a client of profile fapi2", () => {
    const bank = {
      profile: "fapi2",
      token_endpoint_auth_method: "private_key_jwt",
      jwks_uri: "https://rp.example/jwks",
    };
    expect(ofOperator(bank).success).toBe(true);
    expect(ofOperator({ ...bank, consent_policy: "implicit" }).success).toBe(false);
  });
});

describe("I7, F4: exceptions to the rules for redirect URIs, which an operator makes", () => {
  const local = { ...web, redirect_uris: ["http://localhost:3000/cb"] };
  const http_localhost = { redirect_uri_exceptions: ["http_localhost"] };

  it("the exception and the address go together", () => {
    expect(operators.safeParse(local).success).toBe(false);
    const { redirectUriExceptions } = clientFields(operators.parse({ ...local, ...http_localhost }));
    expect(redirectUriExceptions).toEqual(["http_localhost"]);
    expect(clientFields(operators.parse(web)).redirectUriExceptions).toEqual([]);
  });

  it("dcr-03: a client that registers itself gets no exception, even if it asks for one", () => {
    expect(() => registrations.parse({ ...local, ...http_localhost })).toThrow(/must be https/);
  });

  it("none for a client of profile fapi2", () => {
    const bank = {
      profile: "fapi2",
      token_endpoint_auth_method: "private_key_jwt",
      jwks_uri: "https://rp.example/jwks",
    };
    expect(operators.safeParse({ ...web, ...bank, ...http_localhost }).success).toBe(false);
  });
});
