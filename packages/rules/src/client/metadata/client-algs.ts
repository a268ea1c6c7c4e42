/** Which algorithms a client may register, and for which purpose: OIDC Registration §2, OIDC Core §9 and §10.1. */

import { HMAC_ALGS, isHmacAlg } from "../keys/hmac.ts";
import { allowsAlg } from "../profile.ts";
import type { Members } from "../registration/registration-shape.ts";
import type { Report } from "./report.ts";

type Signing = Pick<
  Members,
  "profile" | "token_endpoint_auth_method" | "token_endpoint_auth_signing_alg" | (typeof SIGNED)[number]
>;

/** Everything that is signed, except assertions. */
const SIGNED = [
  "id_token_signed_response_alg",
  "userinfo_signed_response_alg",
  "authorization_signed_response_alg",
  "introspection_signed_response_alg",
  "request_object_signing_alg",
] as const;

/** Checks the algorithms against the client's profile and its authentication method. */
export function checkAlgs(metadata: Signing, report: Report): void {
  checkAssertionAlg(metadata, report);

  for (const name of SIGNED) {
    const alg = metadata[name];
    if (alg !== undefined && !allowsAlg(metadata.profile, alg)) report([name], "is not for clients of this profile");
    // OIDC Core §10.1: a client that cannot keep a secret has no HMAC key.
    if (isHmacAlg(alg) && metadata.token_endpoint_auth_method === "none") {
      report([name], "needs a client that has a secret");
    }
  }
}

// OIDC Core §9: each of the two methods that sign has its own kind of key.
function checkAssertionAlg(metadata: Signing, report: Report): void {
  const { profile, token_endpoint_auth_method: method, token_endpoint_auth_signing_alg: alg } = metadata;
  const shared = method === "client_secret_jwt";
  if (alg !== undefined && isHmacAlg(alg) !== shared) {
    const message = shared ? "must be an HMAC algorithm with client_secret_jwt" : "is for client_secret_jwt only";
    report(["token_endpoint_auth_signing_alg"], message);
  }
  if (!HMAC_ALGS.some((one) => allowsAlg(profile, one)) && shared) {
    report(["token_endpoint_auth_method"], "is not for clients of this profile");
  }
  if (alg !== undefined && !allowsAlg(profile, alg)) {
    report(["token_endpoint_auth_signing_alg"], "is not for clients of this profile");
  }
}
