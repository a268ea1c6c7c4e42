/** The command line elsewhere as a client: what is registered for it. */
import { DEVICE_CODE } from "@countersign/rules";
import { ADMIN_SCOPES } from "../scopes.ts";

/** The id of the command line's client, unless an operator chose another one. */
export const COMMAND_LINE_CLIENT_ID = "countersign-cli";

/** The scopes that it asks for. A person gets those of them that their roles allow. */
export const COMMAND_LINE_SCOPE = ["openid", "offline_access", ...ADMIN_SCOPES].join(" ");

/** The level of every sign-in of it: a code that was talked out of a person gives what their roles allow. */
export const COMMAND_LINE_ACR = "urn:countersign:acr:mfa";

/** The metadata of its client. RFC 8252 §8.4: it is public, because what it ships with is no secret. */
export const commandLineMetadata = () => ({
  profile: "oauth21",
  application_type: "native",
  client_name: "Countersign command line",
  redirect_uris: ["http://127.0.0.1/callback"],
  grant_types: [DEVICE_CODE, "authorization_code", "refresh_token"],
  token_endpoint_auth_method: "none",
  required_acr: COMMAND_LINE_ACR,
  scope: COMMAND_LINE_SCOPE,
});
