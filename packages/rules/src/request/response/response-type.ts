/** Response types: RFC 6749 §3.1.1, OAuth 2.0 Multiple Response Types §3 to §5. */

export const RESPONSE_TYPES = [
  "code",
  "token",
  "id_token",
  "id_token token",
  "code id_token",
  "code token",
  "code id_token token",
  "none",
] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];

/** What a response type asks for, one by one; `none` asks for none of them (Multiple Response Types §4). */
export interface RequestedArtifacts {
  readonly code: boolean;
  readonly token: boolean;
  readonly idToken: boolean;
}

/** Multiple Response Types §3: the values are a set, so their order has no meaning. `undefined` for an unknown type. */
export function responseTypeOf(text: string): ResponseType | undefined {
  const values = new Set(text.split(" "));
  return RESPONSE_TYPES.find((type) => {
    const known = type.split(" ");
    return (
      known.length === values.size &&
      known.every((value) => values.has(value)) &&
      values.size === text.split(" ").length
    );
  });
}

/** RFC 7591 §2.1: the grant types that a client of this response type must be registered for. */
export function grantTypesOf(responseType: ResponseType): readonly string[] {
  const { code, token, idToken } = requestedArtifacts(responseType);
  return [...(code ? ["authorization_code"] : []), ...(token || idToken ? ["implicit"] : [])];
}

export function requestedArtifacts(responseType: ResponseType): RequestedArtifacts {
  const values = responseType.split(" ");
  return { code: values.includes("code"), token: values.includes("token"), idToken: values.includes("id_token") };
}
