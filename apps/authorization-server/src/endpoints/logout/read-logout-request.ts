import {
  invalidRequest,
  languagesIn,
  type RequestParameters,
  refuseRepeated,
  type TrustedRedirectUri,
  trustPostLogoutRedirectUri,
} from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";
import { type IdTokenHint, readIdTokenHint } from "../../tokens/id-token-hint.ts";

export interface LogoutRequest {
  /** What the ID token says that the client showed, if it showed one. */
  readonly hint: IdTokenHint | undefined;
  readonly postLogoutRedirectUri: TrustedRedirectUri | undefined;
  readonly state: string | undefined;
  /** The languages to ask the person in, the dearest first. */
  readonly uiLocales: readonly string[];
}

/**
 * Reads a logout request (OIDC RP-Initiated Logout §2). Throws `invalid_request`, to be shown, for a hint that is not
 * ours, a client that contradicts it, and an address that this client did not register.
 */
export async function readLogoutRequest(
  parameters: RequestParameters,
  deps: Pick<Dependencies, "clients" | "clientSecrets" | "keys" | "issuer">,
): Promise<LogoutRequest> {
  refuseRepeated(parameters);
  const hint = await readIdTokenHint(parameters.get("id_token_hint"), deps);

  // §2: when both are there, client_id must be the client that the ID token was issued to.
  const clientId = parameters.get("client_id") ?? hint?.aud;
  if (hint !== undefined && clientId !== hint.aud)
    throw invalidRequest("client_id differs from the audience of id_token_hint");

  const uiLocales = languagesIn(parameters.get("ui_locales"));
  const requested = parameters.get("post_logout_redirect_uri");
  if (requested === undefined) return { hint, postLogoutRedirectUri: undefined, state: undefined, uiLocales };

  // §3: the address must be one that a client registered, and without a client there is none.
  if (clientId === undefined) throw invalidRequest("post_logout_redirect_uri needs id_token_hint or client_id");
  const client = await deps.clients.find(clientId);
  if (client === undefined) throw unknownClient(hint);

  const postLogoutRedirectUri = trustPostLogoutRedirectUri(client, requested);
  return { hint, postLogoutRedirectUri, state: parameters.get("state"), uiLocales };
}

// It may have been there once, and removed or disabled since.
const unknownClient = (hint: IdTokenHint | undefined) =>
  hint === undefined
    ? invalidRequest("client_id is unknown")
    : invalidRequest("the client of id_token_hint is unknown", hint.aud);
