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
  const ranges = rangesIn(accept ?? "");
  const weightOf = (...types: readonly string[]) =>
    types.map((type) => ranges.get(type)).find((weight) => weight !== undefined) ?? 0;
  // RFC 9110 §12.5.1: the most specific range counts. A range that does not name the JWT does not ask for it.
  const jwt = weightOf(INTROSPECTION_JWT);
  return jwt > 0 && jwt >= weightOf("application/json", "application/*", "*/*");
}

/** The weight of each media range in a header `Accept`: RFC 9110 §12.4.2. */
function rangesIn(accept: string): ReadonlyMap<string, number> {
  const ranges = accept.toLowerCase().split(",");
  return new Map(
    ranges.map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
      const weight = parameters.map((one) => WEIGHT.exec(one)?.[1]).find((found) => found !== undefined);
      return [type, Number(weight ?? 1)] as const;
    }),
  );
}

const WEIGHT = /^q=([01](?:\.\d{0,3})?)$/;
