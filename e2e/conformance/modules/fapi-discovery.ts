/** The metadata document as FAPI 2 clients read it: FAPI 2.0 Security Profile §5.3.2.1 and §5.4, JARM §4. */
import { expect } from "@playwright/test";
import { type Bank, has, usesCertificates } from "../suite/fapi/bank.ts";
import { checkLocales, checkMembers, readDocument, textsOf } from "./discovery.ts";
import type { FapiModule } from "./fapi-module.ts";

const ALLOWED = ["PS256", "ES256", "EdDSA", "Ed25519"];

type Document = Readonly<Record<string, unknown>>;

/** The document has each of these values in this member. */
function checkHas(document: Document, name: string, ...values: readonly string[]): void {
  expect(textsOf(document, name), name).toEqual(expect.arrayContaining([...values]));
}

async function verifyDocument(bank: Bank): Promise<void> {
  const path = has(bank, "openid") ? "openid-configuration" : "oauth-authorization-server";
  const document = await readDocument(bank, path);
  checkMembers(document);
  checkLocales(document);
  expect(document.issuer).toBe(bank.world.issuer);
  for (const name of ["authorization_endpoint", "token_endpoint", "pushed_authorization_request_endpoint", "jwks_uri"])
    expect(document[name], name).toMatch(/^https:\/\//);
  expect(document.require_pushed_authorization_requests).toEqual(expect.any(Boolean));
  expect(document.authorization_response_iss_parameter_supported).toBe(true);
  checkHas(document, "response_types_supported", "code");
  checkHas(document, "grant_types_supported", "authorization_code", "refresh_token");
  checkHas(document, "code_challenge_methods_supported", "S256");
  const methods = has(bank, "mtls auth") ? ["tls_client_auth", "self_signed_tls_client_auth"] : ["private_key_jwt"];
  checkHas(document, "token_endpoint_auth_methods_supported", ...methods);
  for (const name of ["token_endpoint_auth", "id_token", "dpop"])
    checkHas(document, `${name}_signing_alg_values_supported`, "PS256", "ES256", "EdDSA");
  expect(textsOf(document, "dpop_signing_alg_values_supported").filter((alg) => !ALLOWED.includes(alg))).toEqual([]);
  checkOfVariant(bank, document);
}

function checkOfVariant(bank: Bank, document: Document): void {
  if (has(bank, "openid")) {
    checkHas(document, "scopes_supported", "openid");
    checkHas(document, "subject_types_supported", "public");
    checkHas(document, "claims_supported", "sub");
  }
  if (usesCertificates(bank)) {
    expect(document.tls_client_certificate_bound_access_tokens).toBe(true);
    const aliases = document.mtls_endpoint_aliases as Document;
    for (const name of ["token_endpoint", "pushed_authorization_request_endpoint", "userinfo_endpoint"])
      expect(aliases[name], name).not.toBe(document[name]);
  }
  if (has(bank, "rar")) checkHas(document, "authorization_details_types_supported", "payment");
  if (has(bank, "signed requests")) {
    checkHas(document, "request_object_signing_alg_values_supported", "PS256", "ES256", "EdDSA");
    expect(document.require_signed_request_object).toEqual(expect.any(Boolean));
  }
  if (has(bank, "jarm")) {
    checkHas(document, "response_modes_supported", "jwt", "query.jwt");
    checkHas(document, "authorization_signing_alg_values_supported", "PS256", "ES256", "EdDSA");
    checkHas(document, "introspection_signing_alg_values_supported", "PS256", "ES256", "EdDSA");
  }
}

export const fapiDiscovery = {
  "fapi2-security-profile-final-discovery-end-point-verification": verifyDocument,
} satisfies Record<string, FapiModule>;
