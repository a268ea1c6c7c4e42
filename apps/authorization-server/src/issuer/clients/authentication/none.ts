/** none: a public client identifies itself without authentication (RFC 6749 §3.2.1, OIDC Core §9). PKCE protects it. */
import { isPublicClient } from "@countersign/rules";
import type { ClientAuthenticationMethod } from "./method.ts";

export const none: ClientAuthenticationMethod = {
  name: "none",
  proves: (_claim, client) => isPublicClient(client),
};
