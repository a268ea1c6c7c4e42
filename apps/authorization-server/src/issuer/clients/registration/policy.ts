import { assertSector, ProtocolError, type RegistrationContext, type RegistrationMetadata } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { countRequest } from "../../../platform/http/source-limits.ts";

/** What a registration is checked against in addition to its own contents. */
export const registrationContext = ({
  issuer,
  userinfoResource,
  userinfoSecretHash,
  mutualTls,
  nativeLocalhost,
}: Pick<
  Dependencies,
  "issuer" | "userinfoResource" | "userinfoSecretHash" | "mutualTls" | "nativeLocalhost"
>): RegistrationContext => ({
  issuer,
  nativeLocalhost,
  userinfoResource: userinfoResource.identifier,
  scopes: userinfoResource.scopes,
  userinfoJwt: userinfoSecretHash !== undefined,
  certificates: mutualTls,
});

/** Counts a request to a registration endpoint for its source, before any other check. */
export const countAttempt = (call: Call, { limits }: Pick<Dependencies, "limits">): Promise<void> =>
  countRequest(limits.registration, call.address);

/**
 * Refuses URLs that we would never fetch (specification §4.8 rule 4). Otherwise the client would learn of the problem
 * only at its first request. Throws `invalid_client_metadata`.
 */
export function assertInReach(
  { jwks_uri, backchannel_logout_uri }: Pick<RegistrationMetadata, "jwks_uri" | "backchannel_logout_uri">,
  { outbound, logoutDeliveries }: Pick<Dependencies, "outbound" | "logoutDeliveries">,
): void {
  if (jwks_uri !== undefined && !outbound.mayFetch(jwks_uri)) {
    throw new ProtocolError("invalid_client_metadata", "jwks_uri is not an address that this server may fetch from");
  }
  if (backchannel_logout_uri !== undefined && !logoutDeliveries.reaches(backchannel_logout_uri)) {
    throw new ProtocolError(
      "invalid_client_metadata",
      "backchannel_logout_uri is not an address that this server may send to",
    );
  }
}

/**
 * OIDC Registration §5: a sector identifier is valid if its document lists every redirect URI. Throws
 * `invalid_client_metadata`.
 */
export async function checkSector(
  { sector_identifier_uri, redirect_uris }: Pick<RegistrationMetadata, "sector_identifier_uri" | "redirect_uris">,
  { fetchSector }: Pick<Dependencies, "fetchSector">,
): Promise<void> {
  if (sector_identifier_uri !== undefined) assertSector(await fetchSector(sector_identifier_uri), redirect_uris);
}
