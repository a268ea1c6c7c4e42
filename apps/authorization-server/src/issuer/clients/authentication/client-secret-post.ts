/** client_secret_post: RFC 6749 §2.3.1, the credentials in the form body. */
import { invalidClient, isLiveSecret } from "@countersign/rules";
import type { ClientAuthenticationMethod, ClientCredential } from "./method.ts";

const secretInBody: ClientCredential = {
  name: "a client_secret",

  isShown: ({ parameters }) => parameters.get("client_secret") !== undefined,

  claim({ parameters }) {
    const clientId = parameters.get("client_id");
    const secret = parameters.get("client_secret");
    if (clientId === undefined || secret === undefined) throw invalidClient("client_id is missing");
    return { clientId, secret };
  },
};

export const clientSecretPost: ClientAuthenticationMethod = {
  name: "client_secret_post",
  credential: secretInBody,
  proves: ({ secret }, client, { now }) => secret !== undefined && isLiveSecret(secret, client, now()),
};
