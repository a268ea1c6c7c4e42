/**
 * What a client of the profile `fapi2` may register: FAPI 2.0 Security Profile §5.3.2 and §5.3.3. What it must do in
 * its requests is in profile.ts, so that no member of its registration can switch it off.
 */

import { DEVICE_CODE } from "../record/registered-values.ts";
import type { Members } from "../registration/registration-shape.ts";
import type { Report } from "./report.ts";

/** §5.3.2.1 item 6: what a client sends with these methods is of no use to others. */
const METHODS: readonly Members["token_endpoint_auth_method"][] = [
  "private_key_jwt",
  "tls_client_auth",
  "self_signed_tls_client_auth",
];

type FapiMembers = Pick<
  Members,
  | "profile"
  | "grant_types"
  | "token_endpoint_auth_method"
  | "application_type"
  | "request_uris"
  | "id_token_claims"
  | "consent_policy"
  | "redirect_uri_exceptions"
>;

/** Checks the members of a client of this profile. Response types and algorithms are checked for every profile. */
export function checkFapi(metadata: FapiMembers, report: Report): void {
  if (metadata.profile !== "fapi2") return;
  if (!METHODS.includes(metadata.token_endpoint_auth_method)) {
    report(["token_endpoint_auth_method"], "is not for clients of this profile");
  }
  // §5.3.2.2 item 3: every authorization request is pushed, and answered by redirect. That of a device is neither.
  if (metadata.grant_types.includes(DEVICE_CODE))
    report(["grant_types"], "has device_code for a client of this profile");
  // §5.3.2.2 item 8: redirect URIs are https. Those of native clients may have other schemes.
  if (metadata.application_type === "native") report(["application_type"], "must be web for clients of this profile");
  // Compatibility with existing software is not for this profile.
  if (metadata.id_token_claims === "scopes")
    report(["id_token_claims"], "must be requested for clients of this profile");
  if (metadata.consent_policy === "implicit")
    report(["consent_policy"], "must be explicit for clients of this profile");
  if (metadata.redirect_uri_exceptions !== undefined && metadata.redirect_uri_exceptions.length > 0)
    report(["redirect_uri_exceptions"], "is not for clients of this profile");
  // §5.3.2.2 item 3: every request is pushed, so none is fetched.
  if (metadata.request_uris !== undefined && metadata.request_uris.length > 0) {
    report(["request_uris"], "is not for clients of this profile");
  }
}
