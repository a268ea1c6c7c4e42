import { describe, expect, it } from "vitest";
import { ProtocolError } from "../../errors.ts";
import { clientDocumentParser, documentUrlProblem } from "./client-document.ts";

const url = "https://app.example/client.json";
const context = {
  issuer: "https://auth.example",
  scopes: ["openid", "email", "offline_access", "tools"],
  userinfoJwt: true,
};
const parser = clientDocumentParser(context);
const document = {
  client_id: url,
  client_name: "App",
  redirect_uris: ["https://app.example/cb", "http://127.0.0.1/cb"],
};
const parse = (changes: object = {}) => parser.parse(url, { ...document, ...changes });

function refusal(changes: object): ProtocolError {
  try {
    parse(changes);
  } catch (err) {
    if (err instanceof ProtocolError) return err;
    throw err;
  }
  throw new Error("the document was accepted");
}

describe("CIMD, section 3: a client_id that is the URL of a document", () => {
  it.each([url, "https://app.example/", "https://app.example:8443/a/b", "https://xn--bcher-kva.example/c"])(
    "can be %s",
    (good) => expect(documentUrlProblem(good)).toBeUndefined(),
  );

  it.each([
    ["http", "http://app.example/c"],
    ["no path", "https://app.example"],
    ["a fragment", `${url}#f`],
    ["a query", `${url}?a=b`],
    ["an empty query", `${url}?`],
    ["userinfo", "https://app.example@evil.example/c"],
    ["a password", "https://a:b@app.example/c"],
    ["a dot segment", "https://app.example/a/../c"],
    ["a single dot segment", "https://app.example/./c"],
    ["an encoded dot segment", "https://app.example/a/%2e%2e/c"],
    ["encoded slashes around dots", "https://app.example/a%2f..%2fc"],
    ["B8: a dot at the end of its host, which is another spelling of it", "https://app.example./c"],
    ["B8: the same with a port", "https://app.example.:8443/c"],
    ["upper case in the host", "https://App.example/c"],
    ["the default port", "https://app.example:443/c"],
    ["an IPv4 address in another notation", "https://2130706433/c"],
    ["a space", "https://app.example/a b"],
    ["a backslash", "https://app.example\\c"],
    ["513 characters", `https://app.example/${"a".repeat(493)}`],
  ])("cimd-01: has no %s", (_, bad) => expect(documentUrlProblem(bad)).toBeDefined());

  it("may have 512 characters", () => {
    expect(documentUrlProblem(`https://app.example/${"a".repeat(492)}`)).toBeUndefined();
  });
});

describe("CIMD, section 4: a document", () => {
  it("makes a native public client of profile oauth21, with every scope that it may request", () => {
    expect(parse()).toMatchObject({
      profile: "oauth21",
      application_type: "native",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code"],
      response_types: ["code"],
      client_name: "App",
      scope: "openid email tools",
    });
  });

  it("may name private_key_jwt, and keys", () => {
    const method = { token_endpoint_auth_method: "private_key_jwt", jwks_uri: "https://keys.example/jwks" };
    expect(parse(method)).toMatchObject(method);
  });

  it.each([
    ["is not an object", undefined],
    ["is a list", []],
    ["is null", null],
  ])("is refused if it %s", (_, body) => {
    expect(() => parser.parse(url, body)).toThrow("the document is not a JSON object");
  });

  it.each([
    ["no client_id", { client_id: undefined }, "client_id is not the URL of the document"],
    ["no name", { client_name: undefined }, "client_name must be a string"],
    ["no redirect URIs", { redirect_uris: [] }, "redirect_uris is missing: a response type needs one"],
    ["a secret", { client_secret: "s" }, "client_secret must not be in a document"],
    ["an expiry of a secret", { client_secret_expires_at: 0 }, "client_secret_expires_at must not be in a document"],
    [
      "client_secret_basic",
      { token_endpoint_auth_method: "client_secret_basic" },
      "token_endpoint_auth_method must be none or private_key_jwt",
    ],
    [
      "private_key_jwt without keys",
      { token_endpoint_auth_method: "private_key_jwt" },
      "token_endpoint_auth_method needs jwks or jwks_uri",
    ],
    ["a jwks_uri that is not https", { jwks_uri: "http://app.example/jwks" }, "jwks_uri must be https"],
    ["a software statement", { software_statement: "x" }, "software_statement must be left out: it is not supported"],
    [
      "a redirect URI on localhost (X7)",
      { redirect_uris: ["http://localhost/callback"] },
      "redirect_uris must be https, or http on 127.0.0.1 or [::1]",
    ],
    ["a wildcard", { redirect_uris: ["https://app.example/*"] }, "redirect_uris must not have a wildcard"],
  ])("is refused with %s, by the rules of registrations", (_, changes, message) => {
    expect(refusal(changes).message).toBe(message);
  });

  it("F13: keeps the redirect URIs that can be used here, and leaves out the others", () => {
    const redirect_uris = ["https://app.example/cb", "http://localhost/cb", "app:/cb", "https://app.example/*"];
    expect(parse({ redirect_uris }).redirect_uris).toEqual(["https://app.example/cb"]);
  });

  it.each([`${url}/`, url.toUpperCase(), "https://other.example/c"])("cimd-02: is refused for the id %s", (other) => {
    expect(refusal({ client_id: other }).message).toBe("client_id is not the URL of the document");
  });

  it("cimx-02, cimd-03: is refused with a second redirect URI on another host", () => {
    const error = refusal({ redirect_uris: ["https://app.example/cb", "https://evil.example/cb"] });
    expect([error.code, error.message]).toEqual([
      "invalid_redirect_uri",
      "redirect_uris must be on the host of the document",
    ]);
  });

  it("cimx-01: has no effect by members that would make us call or trust another address", () => {
    const metadata = parse({
      profile: "oidc",
      application_type: "web",
      sector_identifier_uri: "https://169.254.169.254/",
      subject_type: "pairwise",
      backchannel_logout_uri: "https://127.0.0.1/",
      backchannel_logout_session_required: true,
      frontchannel_logout_uri: "https://app.example/out",
      backchannel_client_notification_endpoint: "https://127.0.0.1/",
      request_uris: ["https://127.0.0.1/"],
      initiate_login_uri: "https://127.0.0.1/",
      post_logout_redirect_uris: ["https://evil.example/"],
      logo_uri: "https://127.0.0.1/logo",
      required_acr: "nonsense",
    });
    expect(metadata).toEqual(parse());
  });

  it("is shown with links of its own host only", () => {
    const metadata = parse({
      client_uri: "https://app.example/about",
      policy_uri: "https://bank.example/privacy",
      "tos_uri#de": "https://app.example/agb",
      "client_name#de": "Anwendung",
    });
    expect(metadata).toMatchObject({
      client_uri: "https://app.example/about",
      localized: { client_name: { de: "Anwendung" } },
    });
    expect(metadata.policy_uri).toBeUndefined();
    expect(metadata.localized?.tos_uri).toBeUndefined();
  });

  it("cimx-06: gets only the grants of codes and refresh tokens, regardless of its list", () => {
    const grants = ["client_credentials", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"];
    const all = parse({ grant_types: ["authorization_code", ...grants] });
    expect(all.grant_types).toEqual(["authorization_code", "refresh_token"]);
    expect(all.scope).toBe("openid email offline_access tools");
    expect(refusal({ grant_types: ["client_credentials"] }).code).toBe("invalid_client_metadata");
  });

  it("MCP, X7: may have localhost if the deployment allows it, and only without a key", () => {
    const open = clientDocumentParser({ ...context, nativeLocalhost: true });
    const local = { ...document, redirect_uris: ["http://localhost/callback"] };
    expect(open.parse(url, local).redirect_uris).toEqual(["http://localhost/callback"]);
    const keyed = { token_endpoint_auth_method: "private_key_jwt", jwks_uri: "https://app.example/jwks" };
    expect(() => open.parse(url, { ...local, ...keyed })).toThrow("redirect_uris must be https");
  });
});
