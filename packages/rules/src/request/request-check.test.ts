import { describe, expect, it } from "vitest";
import type { Client } from "../client/client.ts";
import { clientMetadata } from "../client/metadata/client-metadata.ts";
import { clientFields } from "../client/record/client-rows.ts";
import { ProtocolError } from "../errors.ts";
import { authorizationParams, checkAuthorizationRequest } from "./authorization-request.ts";
import { readParameters, takeParameters } from "./parameters.ts";
import { checkRequest, type RequestSurroundings } from "./request-check.ts";

const own = { issuer: "https://auth.example" };
const clientOf = (members: object = {}): Client => {
  const given = {
    client_name: "App",
    redirect_uris: ["https://rp.example/cb"],
    scope: "openid email orders",
    ...members,
  };
  const state = { id: "app", secretHash: undefined, hasLogo: false, resourceServer: undefined };
  return { ...clientFields(clientMetadata(own).parse(given)), ...state } as Client;
};
const surroundings: RequestSurroundings = {
  userinfo: { identifier: "https://auth.example/userinfo", scopes: ["openid", "email", "profile", "phone"] },
  others: [{ identifier: "https://api.example", name: "API", scopes: ["orders", "stock"], accessTokenTtlSeconds: 300 }],
  nativeLocalhost: false,
  mustPush: false,
  mustSign: false,
};
const right = {
  client_id: "app",
  redirect_uri: "https://rp.example/cb",
  response_type: "code",
  scope: "openid email",
  code_challenge: "A".repeat(43),
  code_challenge_method: "S256",
};
const check = (changes: object, client = clientOf(), changed: Partial<RequestSurroundings> = {}) => {
  const sent = Object.entries({ ...right, ...changes }).filter(([, value]) => value !== undefined);
  return checkRequest(readParameters(sent), client, { ...surroundings, ...changed });
};
const said = (...given: Parameters<typeof check>) => check(...given).refusals.map(({ message }) => message);

describe("clients check --request: each refusal of the authorization endpoint", () => {
  it.each<[string, object]>([
    ["the usual request", {}],
    ["a scope of an API, whose resource follows from it", { scope: "openid orders" }],
    ["an API by its identifier", { scope: "orders", resource: "https://api.example" }],
    ["an unknown scope beside others", { scope: "openid unknown" }],
  ])("none for %s", (_, changes) => {
    expect(check(changes)).toEqual({ refusals: [], unread: [] });
  });

  it.each<[string, object, readonly string[]]>([
    ["another client", { client_id: "other" }, ["client_id is that of another client, or of none"]],
    ["another address", { redirect_uri: "https://rp.example/cb/" }, ["redirect_uri is not registered"]],
    ["no response type", { response_type: undefined }, ["response_type is missing"]],
    ["a response type", { response_type: "token" }, ["client may not use this response_type: it may use code"]],
    ["a wrong mode", { response_mode: "popup" }, [expect.stringMatching(/^response_mode must be one of /)]],
    ["a prompt", { prompt: "none login" }, ["prompt none must be the only value"]],
    ["registration", { registration: "{}" }, ["registration is not supported"]],
    ["claims", { claims: "[" }, ["claims must be a JSON object with userinfo, id_token or both"]],
    ["an unknown API", { resource: "https://other.example" }, ["resource is unknown"]],
    ["nothing that is known", { scope: "unknown" }, [expect.stringMatching(/^scope names nothing/)]],
    [
      "two scopes that are not allowed",
      { scope: "openid profile phone" },
      ["scope is not allowed for this client", "scope is not allowed for this client"],
    ],
    [
      "several things at once",
      {
        redirect_uri: "https://evil.example",
        code_challenge: undefined,
        code_challenge_method: undefined,
        max_age: "x",
      },
      [
        "redirect_uri is not registered",
        "max_age must be a whole number of seconds",
        expect.stringMatching(/^code_challenge is required/),
      ],
    ],
  ])("for %s", (_, changes, messages) => {
    expect(said(changes)).toEqual(messages);
  });

  it("a repeated parameter", () => {
    const sent = [...Object.entries(right), ["scope", "email"] as [string, string]];
    const { refusals } = checkRequest(readParameters(sent), clientOf(), surroundings);
    expect(refusals.map(({ message, detail }) => [message, detail])).toEqual([
      ["a parameter is repeated: scope", "scope"],
    ]);
  });

  it("what the deployment or the client demands", () => {
    expect(said({}, clientOf(), { mustPush: true, mustSign: true })).toEqual(["the request must be pushed"]);
    expect(said({}, clientOf({ require_pushed_authorization_requests: true }))).toEqual(["the request must be pushed"]);
    expect(said({}, clientOf(), { mustSign: true })).toEqual(["the request must be in a signed request object"]);
  });

  it("profile oidc does without PKCE, and has other response types", () => {
    const without = { code_challenge: undefined, code_challenge_method: undefined };
    expect(said(without, clientOf({ profile: "oidc" }))).toEqual([]);
    const implicit = clientOf({ profile: "oidc", response_types: ["id_token"], grant_types: ["implicit"] });
    expect(said({ ...without, response_type: "id_token" }, implicit)).toEqual(["nonce is required"]);
  });

  it("says what it did not read", () => {
    expect(check({ request: "e30", authorization_details: "[]" }).unread).toEqual(["request", "authorization_details"]);
  });

  it("the refusals about the registration say what to set", () => {
    const all = [
      { redirect_uri: "https://x.example" },
      { code_challenge: undefined, code_challenge_method: undefined },
      { response_type: "token" },
      { scope: "profile" },
      { resource: "https://x.example" },
    ].flatMap((changes) => check(changes).refusals);
    expect(all.map(({ remedy }) => typeof remedy)).toEqual(all.map(() => "string"));
    expect(all.length).toBe(5);
  });

  it.each([{ scope: "openid profile" }, { response_type: "none" }, { prompt: "none login" }, { claims: "[" }, {}])(
    "the first refusal of %o is that of the endpoint",
    (changes) => {
      const parameters = readParameters(Object.entries({ ...right, ...changes }));
      const thrown = () => {
        try {
          const params = takeParameters(authorizationParams, parameters);
          checkAuthorizationRequest(params, clientOf(), surroundings.userinfo);
        } catch (err) {
          if (err instanceof ProtocolError) return err.message;
          throw err;
        }
        return undefined;
      };
      expect(check(changes).refusals[0]?.message).toBe(thrown());
    },
  );
});
