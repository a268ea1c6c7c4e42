/** In which format a token is introspected: RFC 9701 §4 and §5. */
import type { Client } from "../client/client.ts";

/** The media type of an introspection response in a JWT. */
export const INTROSPECTION_JWT = "application/token-introspection+jwt";

/**
 * Whether the response is a JWT: if the caller registered for it, always (RFC 9701 §8); otherwise if it asks for one.
 *
 * @param accept the header of that name (RFC 9110 §12.5.1)
 */
export function isIntrospectedAsJwt(
  accept: string | undefined,
  caller: Pick<Client, "introspectionSignedResponseAlg" | "introspectionEncryptedResponseAlg">,
): boolean {
  const { introspectionSignedResponseAlg: signed, introspectionEncryptedResponseAlg: encrypted } = caller;
  if (signed !== undefined || encrypted !== undefined) return true;
  return accept?.toLowerCase().split(",").some(asksForJwt) === true;
}

function asksForJwt(range: string): boolean {
  const [type, ...parameters] = range.split(";").map((part) => part.trim());
  // A weight of zero means "not acceptable".
  return type === INTROSPECTION_JWT && !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter));
}
