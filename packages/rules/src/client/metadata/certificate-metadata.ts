/** What a client with certificates may register: RFC 8705 §2.1.2, §2.2.2 and §3.4. */
import { CERTIFICATE_NAMES } from "../record/certificate-rows.ts";
import type { Members } from "../registration/registration-shape.ts";
import type { Report } from "./report.ts";

type CertificateMembers = Pick<
  Members,
  | "token_endpoint_auth_method"
  | "jwks"
  | "jwks_uri"
  | "response_types"
  | "tls_client_auth_anchor"
  | "tls_client_certificate_bound_access_tokens"
  | (typeof CERTIFICATE_NAMES)[number]
>;

export function checkCertificates(metadata: CertificateMembers, report: Report): void {
  const method = metadata.token_endpoint_auth_method;
  const names = CERTIFICATE_NAMES.filter((name) => metadata[name] !== undefined);
  const isNamed = method === "tls_client_auth";
  // §2.1.2: exactly one of them.
  if (isNamed && names.length !== 1) {
    report(
      ["token_endpoint_auth_method"],
      "needs exactly one of the members tls_client_auth_subject_dn and tls_client_auth_san_…",
    );
  }
  const [name = metadata.tls_client_auth_anchor === undefined ? undefined : "tls_client_auth_anchor"] = names;
  if (!isNamed && name !== undefined) report([name], "is for tls_client_auth only");
  // §2.2.2: its certificates are in its keys.
  if (method === "self_signed_tls_client_auth" && metadata.jwks === undefined && metadata.jwks_uri === undefined) {
    report(["token_endpoint_auth_method"], "needs jwks or jwks_uri");
  }
  if (method === "self_signed_tls_client_auth" && metadata.jwks?.keys.every(({ x5c }) => x5c === undefined)) {
    report(["jwks"], "needs a key with x5c");
  }
  // §3: a browser shows no certificate of the client, so its token could not be bound.
  const isBound = metadata.tls_client_certificate_bound_access_tokens === true;
  if (isBound && metadata.response_types.some((type) => type.split(" ").includes("token"))) {
    report(["tls_client_certificate_bound_access_tokens"], "must not stand beside a response type with token");
  }
}
