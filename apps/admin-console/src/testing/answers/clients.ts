/** Clients, resource servers and issuers whose assertions are trusted, as the API answers in tests. */
import { ENTITIES } from "@countersign/admin-client";
import { AT, ID, itemOf, onePage } from "./common.ts";

export const clientAnswers = (text: string) => {
  const client = {
    client_id: text,
    client_name: text,
    profile: "oidc",
    status: "enabled",
    created_at: AT,
    last_sign_in_at: AT,
    has_logo: false,
    managed_by: null,
    redirect_uris: [text],
    grant_types: ["authorization_code"],
    scope: text,
    token_endpoint_auth_method: "client_secret_basic",
    jwks: { keys: [{ kid: text }] },
    require_auth_time: true,
  };
  const consent = {
    ...{ user_id: ID, username: text, resource: text, resource_name: text, updated_at: AT },
    ...{ scopes: [text], claims: [text], declined_scopes: [text], declined_claims: [text] },
  };
  const refusal = {
    endpoint: "token",
    error: "invalid_grant",
    error_description: text,
    detail: text,
    remedy: text,
    parameter_names: ["scope", "state"],
    parameters: { scope: text },
    times: 2,
    first_at: AT,
    last_at: AT,
  };
  const secrets = [
    { which: "current", expires_at: null, last_used_at: null },
    { which: "previous", expires_at: AT, last_used_at: AT },
  ];
  const server = { ...itemOf(ENTITIES.resource_servers, text), is_of_service: false };
  const trustedIssuer = {
    ...{ id: ID, name: text, issuer: text, jwks_uri: text, jwks: null, signing_algs: ["RS256"], audience: "issuer" },
    ...{ max_lifetime_seconds: 600, subject: "workload", provider: null, clients: [], without_consent: false },
    workloads: [{ client: text, claims: { [text]: text } }],
    ...{ resources: [text], scopes: [text], enabled: true, created_at: AT, managed_by: null },
  };
  return {
    listClients: onePage(client),
    readClient: { ...client, included: { refusals: { items: [refusal] }, secrets: { items: secrets } } },
    listConsentsOfClient: onePage(consent),
    addClient: { ...client, client_secret: "s3cr3t" },
    tryClientSignIn: {
      parameters: [{ name: "scope", value: text }],
      request_url: text,
      trial_url: "https://auth.example/try-sign-in?request_uri=r",
      expires_at: AT,
    },
    rotateClientSecret: { client_id: text, client_secret: "s3cr3t", previous_secret_expires_at: AT },
    endPreviousClientSecret: { client_id: text },
    listResourceServers: { items: [server] },
    readResourceServer: server,
    readClaimMapping: { claims: { [text]: text } },
    replaceClaimMapping: { claims: {} },
    listTrustedIssuers: { items: [trustedIssuer] },
    readTrustedIssuer: trustedIssuer,
    addTrustedIssuer: trustedIssuer,
    changeTrustedIssuer: trustedIssuer,
  };
};
