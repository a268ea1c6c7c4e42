import {
  invalidRequest,
  languagesIn,
  type RequestParameters,
  refuseRepeated,
  registeredItself,
  type TrustedRedirectUri,
  trustPostLogoutRedirectUri,
} from "@countersign/rules";
import type { Dependencies } from "../../../dependencies.ts";
import { type IdTokenHint, readIdTokenHint } from "../../tokens/id-token-hint.ts";

export interface LogoutRequest {
  /** The contents of the ID token that the client sent, if it sent one. */
  readonly hint: IdTokenHint | undefined;
  readonly postLogoutRedirectUri: TrustedRedirectUri | undefined;
  readonly state: string | undefined;
  /** Whether that URI is not reviewed: the client registered it by itself. */
  readonly isUnreviewed: boolean;
  /** The languages for the confirmation page, the most preferred first. */
  readonly uiLocales: readonly string[];
}

const NOWHERE = { postLogoutRedirectUri: undefined, state: undefined, isUnreviewed: false } as const;

/**
 * Reads a logout request (OIDC RP-Initiated Logout §2). Throws `invalid_request`, which is shown to the person, if the
 * hint is not one of our ID tokens, if the client contradicts it, or if the client did not register the URI.
 */
export async function readLogoutRequest(
  parameters: RequestParameters,
  deps: Pick<Dependencies, "clients" | "clientSecrets" | "keys" | "issuer">,
): Promise<LogoutRequest> {
  refuseRepeated(parameters);
  const hint = await readIdTokenHint(parameters.get("id_token_hint"), deps);

  // §2: if both are present, client_id must be the client that the ID token was issued to.
  const clientId = parameters.get("client_id") ?? hint?.aud;
  if (hint !== undefined && clientId !== hint.aud)
    throw invalidRequest("client_id differs from the audience of id_token_hint");

  const uiLocales = languagesIn(parameters.get("ui_locales"));
  const requested = parameters.get("post_logout_redirect_uri");
  if (requested === undefined) return { hint, ...NOWHERE, uiLocales };

  // §3: the URI must be registered by the client. Without a client no URI is accepted.
  if (clientId === undefined) throw invalidRequest("post_logout_redirect_uri needs id_token_hint or client_id");
  const client = await deps.clients.find(clientId);
  if (client === undefined) throw unknownClient(hint);

  const postLogoutRedirectUri = trustPostLogoutRedirectUri(client, requested);
  return {
    hint,
    postLogoutRedirectUri,
    state: parameters.get("state"),
    isUnreviewed: registeredItself(client),
    uiLocales,
  };
}

// The client may have existed when the hint was issued, and been removed or disabled since.
const unknownClient = (hint: IdTokenHint | undefined) =>
  hint === undefined
    ? invalidRequest("client_id is unknown")
    : invalidRequest("the client of id_token_hint is unknown", hint.aud);
