/**
 * Response modes: OAuth 2.0 Multiple Response Types §2.1 and §3, OAuth 2.0 Form Post Response Mode, and those with the
 * response in a JWT (JARM §2.3).
 */

import type { Client } from "../../client/client.ts";
import { RESPONSE_MODES, type ResponseMode } from "../../client/record/registered-values.ts";
import { invalidRequest } from "../../errors.ts";
import { remedyOf } from "../../remedies.ts";
import { type ResponseType, requestedArtifacts } from "./response-type.ts";

/** What brings a response to the client. */
export type Carrier = "query" | "fragment" | "form_post";

/** How a response is sent: by what, and whether its parameters are in a JWT. */
export interface Delivery {
  readonly by: Carrier;
  readonly isJwt: boolean;
}

/** JARM §2.3.1 to §2.3.4: `jwt` stands for the default of the response type. */
const MODES: Readonly<Record<ResponseMode, { readonly by: Carrier | undefined; readonly isJwt: boolean }>> = {
  query: { by: "query", isJwt: false },
  fragment: { by: "fragment", isJwt: false },
  form_post: { by: "form_post", isJwt: false },
  "query.jwt": { by: "query", isJwt: true },
  "fragment.jwt": { by: "fragment", isJwt: true },
  "form_post.jwt": { by: "form_post", isJwt: true },
  jwt: { by: undefined, isJwt: true },
};

type Registered = Pick<Client, "responseModes" | "authorizationEncryptedResponseAlg">;

/**
 * The modes that a client may use: those that it registered, or all if it registered none. So a client that registered
 * only JWTs cannot be answered without one (FAPI 2.0 Message Signing §5.4).
 */
const modesOf = ({ responseModes = [] }: Registered): readonly ResponseMode[] =>
  responseModes.length === 0 ? RESPONSE_MODES : RESPONSE_MODES.filter((mode) => responseModes.includes(mode));

/**
 * How the response to a request, including an error, is sent: in the requested mode, if the client registered it and it
 * leaks nothing; otherwise in the default mode of its response type. Never throws: an error needs a way back too.
 */
export function deliveryOf(
  responseType: string | undefined,
  responseMode: string | undefined,
  client: Registered,
): Delivery {
  const modes = modesOf(client);
  const requested = responseMode === undefined ? undefined : modes.find((mode) => mode === responseMode);
  // A client that registered only JWTs gets nothing else.
  const byDefault = { by: undefined, isJwt: modes.every((mode) => MODES[mode].isJwt) };
  const { by, isJwt } = requested === undefined ? byDefault : MODES[requested];
  const leaks = (responseType ?? "").split(" ").some((value) => value === "token" || value === "id_token");
  const isHidden = isJwt && client.authorizationEncryptedResponseAlg !== undefined;
  if (by === undefined) return { by: leaks ? "fragment" : "query", isJwt };
  return { by: by === "query" && leaks && !isHidden ? "fragment" : by, isJwt };
}

/**
 * Refuses a mode that the client did not register, and a query that would expose a token to servers and logs (Multiple
 * Response Types §3, JARM §2.3.1). Throws `invalid_request`.
 */
export function checkResponseMode(
  responseType: ResponseType,
  responseMode: ResponseMode | undefined,
  client: Registered,
): void {
  const { token, idToken } = requestedArtifacts(responseType);
  const hasTokens = token || idToken;
  const mode = responseMode ?? (hasTokens ? "fragment" : "query");
  if (!modesOf(client).includes(mode)) {
    throw invalidRequest(
      "response_mode is not one that the client registered",
      mode,
      remedyOf("register_response_mode"),
    );
  }
  if (!hasTokens) return;

  if (mode === "query") throw invalidRequest("response_mode query must not be used for tokens");
  if (mode === "query.jwt" && client.authorizationEncryptedResponseAlg === undefined) {
    throw invalidRequest("response_mode query.jwt must not be used for tokens without encryption");
  }
}
