/** The metadata document: OIDC Discovery §3, RFC 8414 §2, and the members that other standards add to it. */
import { expect } from "@playwright/test";
import { json, send } from "../../support/http.ts";
import { checkJwks } from "../suite/keys.ts";
import type { Provider } from "../suite/provider.ts";
import type { Module } from "./module.ts";

const ARRAYS = [
  "scopes_supported",
  "response_types_supported",
  "response_modes_supported",
  "grant_types_supported",
  "acr_values_supported",
  "subject_types_supported",
  "display_values_supported",
  "claim_types_supported",
  "claims_supported",
  "claims_locales_supported",
  "ui_locales_supported",
  "prompt_values_supported",
  "code_challenge_methods_supported",
  "authorization_details_types_supported",
];
const ALG_ARRAYS = /^[a-z_]+_(signing|encryption)_(alg|enc)_values_supported$/;
const METHOD_ARRAYS = /^[a-z]+_endpoint_auth_(methods|signing_alg_values)_supported$/;
const BOOLEANS = [
  "claims_parameter_supported",
  "request_parameter_supported",
  "request_uri_parameter_supported",
  "require_request_uri_registration",
  "require_signed_request_object",
  "require_pushed_authorization_requests",
  "authorization_response_iss_parameter_supported",
  "backchannel_logout_supported",
  "backchannel_logout_session_supported",
  "frontchannel_logout_supported",
  "frontchannel_logout_session_supported",
  "tls_client_certificate_bound_access_tokens",
  "client_id_metadata_document_supported",
];
const URLS = /^([a-z_]+_endpoint|jwks_uri|check_session_iframe|op_policy_uri|op_tos_uri|service_documentation)$/;
const SIGNING = /^(RS|PS|ES)(256|384|512)$|^HS(256|384|512)$|^EdDSA$|^Ed25519$/;

/** Requests the document again, because the library would hide members that it does not know. */
const readMetadata = (provider: Provider) => readDocument(provider, "openid-configuration");

/** The document of one of the two names. */
export async function readDocument(
  { world, server }: Pick<Provider, "world" | "server">,
  name: "openid-configuration" | "oauth-authorization-server",
): Promise<Record<string, unknown>> {
  const answer = await send(world, addressOf(server.issuer, name));
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  return json(answer);
}

/** RFC 8414 §3.1: the path of the issuer comes after the well-known one. OIDC Discovery §4: it comes before. */
function addressOf(issuer: string, name: string): string {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === "/" ? "" : pathname;
  return name === "openid-configuration" ? `${issuer}/.well-known/${name}` : `${origin}/.well-known/${name}${path}`;
}

/** Each member has the type that its name requires, and no member is unknown. */
export function checkMembers(metadata: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(metadata)) {
    if (name === "issuer") continue;
    const check = OTHERS[name];
    if (check !== undefined) check(value, metadata);
    else checkByName(name, value);
  }
}

function checkByName(name: string, value: unknown): void {
  if (ARRAYS.includes(name) || ALG_ARRAYS.test(name) || METHOD_ARRAYS.test(name)) checkTexts(name, value);
  else if (BOOLEANS.includes(name)) expect(value, name).toEqual(expect.any(Boolean));
  else if (URLS.test(name)) expect(value, name).toMatch(/^https:\/\//);
  else throw new Error(`${name} is a member that no standard of these names`);
}

/** The members whose type is of no other member. */
const OTHERS: Readonly<Record<string, (value: unknown, metadata: Record<string, unknown>) => void>> = {
  // RFC 9728 §4: resource identifiers are https URLs without a fragment.
  protected_resources: (value) => {
    checkTexts("protected_resources", value);
    for (const resource of value) expect(resource).toMatch(/^https:\/\/[^#]+$/);
  },
  // RFC 9449 §5.1: proofs are signed with a private key.
  dpop_signing_alg_values_supported: (value) => {
    checkTexts("dpop_signing_alg_values_supported", value);
    for (const alg of value) expect(alg).not.toMatch(/^(HS|none)/);
  },
  // RFC 8705 §5: other addresses of endpoints that this document also has.
  mtls_endpoint_aliases: (value, metadata) => {
    const aliases = Object.entries(value as object);
    expect(aliases.length).toBeGreaterThan(0);
    for (const [name, url] of aliases) {
      expect(metadata[name], name).toMatch(/^https:\/\//);
      expect(url, name).toMatch(/^https:\/\//);
    }
  },
};

function checkTexts(name: string, value: unknown): asserts value is string[] {
  expect(Array.isArray(value), name).toBe(true);
  const texts = value as unknown[];
  expect(texts.length, name).toBeGreaterThan(0);
  for (const text of texts) expect(text, name).toMatch(/./);
  expect(new Set(texts).size, name).toBe(texts.length);
}

export const textsOf = (metadata: Readonly<Record<string, unknown>>, name: string): readonly string[] => {
  const value = metadata[name];
  checkTexts(name, value);
  return value;
};

async function verifyDocument(provider: Provider): Promise<void> {
  const metadata = await readMetadata(provider);
  checkMembers(metadata);
  expect(metadata.issuer).toBe(provider.world.issuer);
  expect(String(metadata.issuer)).toMatch(/^https:\/\/[^?#]+$/);
  for (const name of ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"]) {
    expect(metadata[name], name).toMatch(/^https:\/\//);
  }
  checkValues(metadata);
  checkLocales(metadata);
  await checkJwks(json(await send(provider.world, String(metadata.jwks_uri))) as { keys: [] });

  // RFC 8414 §3.1: the other document has the same content.
  expect(await readDocument(provider, "oauth-authorization-server")).toEqual(metadata);
}

function checkValues(metadata: Record<string, unknown>): void {
  const types = textsOf(metadata, "response_types_supported").map((type) => type.split(" ").sort().join(" "));
  expect(types).toEqual(expect.arrayContaining(["code", "id_token", "id_token token"]));
  expect(textsOf(metadata, "grant_types_supported")).toEqual(
    expect.arrayContaining(["authorization_code", "implicit"]),
  );
  for (const type of textsOf(metadata, "subject_types_supported")) expect(["public", "pairwise"]).toContain(type);
  expect(textsOf(metadata, "id_token_signing_alg_values_supported")).toContain("RS256");
  expect(textsOf(metadata, "request_object_signing_alg_values_supported")).toContain("RS256");
  for (const name of Object.keys(metadata).filter((member) => member.endsWith("signing_alg_values_supported"))) {
    for (const alg of textsOf(metadata, name)) expect(alg, name).toMatch(SIGNING);
  }
  const scopes = textsOf(metadata, "scopes_supported");
  expect(scopes).toContain("openid");
  for (const scope of scopes) expect(scope).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(textsOf(metadata, "claims_supported")).toContain("sub");
  expect(textsOf(metadata, "code_challenge_methods_supported")).toEqual(["S256"]);
}

// BCP 47, in the letter case that it recommends.
export function checkLocales(metadata: Record<string, unknown>): void {
  for (const name of ["ui_locales_supported", "claims_locales_supported"]) {
    if (!(name in metadata)) continue;
    const tags = textsOf(metadata, name);
    expect(Intl.getCanonicalLocales([...tags])).toEqual(tags);
  }
}

/** Members of the metadata that must be true, and members that must be https URLs. */
const offers =
  (flags: readonly string[], endpoints: readonly string[]): Module =>
  async (provider) => {
    const metadata = await readMetadata(provider);
    for (const name of flags) expect(metadata[name], name).toBe(true);
    for (const name of endpoints) expect(metadata[name], name).toMatch(/^https:\/\//);
  };

export const discoveries = {
  "oidcc-discovery-endpoint-verification": verifyDocument,
  "oidcc-rp-initiated-logout-discovery-endpoint-verification": offers([], ["end_session_endpoint"]),
  "oidcc-backchannel-discovery-endpoint-verification": offers(
    ["backchannel_logout_supported", "backchannel_logout_session_supported"],
    ["end_session_endpoint"],
  ),
  "oidcc-frontchannel-discovery-endpoint-verification": offers(
    ["frontchannel_logout_supported", "frontchannel_logout_session_supported"],
    ["end_session_endpoint"],
  ),
  "oidcc-session-management-discovery-endpoint-verification": offers(
    [],
    ["check_session_iframe", "end_session_endpoint"],
  ),
} satisfies Record<string, Module>;
