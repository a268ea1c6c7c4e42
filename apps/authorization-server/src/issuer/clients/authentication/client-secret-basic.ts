/** client_secret_basic: RFC 6749 §2.3.1, HTTP Basic (RFC 7617) with both parts form-encoded. */
import { invalidClient, invalidRequest, isLiveSecret } from "@countersign/rules";
import type { ClientAuthenticationMethod, ClientCredential } from "./method.ts";

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

const authorizationHeader: ClientCredential = {
  name: "an Authorization header",

  // An Authorization header of any scheme is an attempt to authenticate with it.
  isShown: ({ authorization }) => authorization !== undefined,

  claim({ authorization = "", parameters }) {
    const encoded = BASIC.exec(authorization)?.[1];
    if (encoded === undefined) throw invalidClient("malformed Authorization header");

    const decoded = Buffer.from(encoded, "base64");
    // RFC 4648 §3.2 and §3.5: padded, and without extra bits, so that a credential has only one encoding.
    if (decoded.toString("base64") !== encoded) throw invalidClient("Basic credentials are not exact base64");

    const [, id, secret] = /^([^:]*):(.*)$/s.exec(decoded.toString("utf8")) ?? [];
    const claim = { clientId: formDecoded(id), secret: formDecoded(secret) };

    // §2.3: a body that names another client contradicts the header.
    const named = parameters.get("client_id");
    if (named !== undefined && named !== claim.clientId)
      throw invalidRequest("client_id differs from the client that authenticates");
    return claim;
  },
};

export const clientSecretBasic: ClientAuthenticationMethod = {
  name: "client_secret_basic",
  credential: authorizationHeader,
  proves: ({ secret }, client, { now }) => secret !== undefined && isLiveSecret(secret, client, now()),
};

// RFC 6749 Appendix B: a plus sign is a space, and an invalid escape makes the credential invalid.
function formDecoded(text: string | undefined): string {
  if (text === undefined) throw invalidClient("malformed Basic credentials");
  if (!/[+%]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw invalidClient("malformed escape in Basic credentials");
  }
}
