/**
 * none: a public client names itself, and proves nothing (RFC 6749 §3.2.1, OIDC Core §9). What protects it is PKCE.
 */
import { isPublicClient } from "@countersign/rules";
import type { ClientAuthenticationMethod } from "./method.ts";

export const none: ClientAuthenticationMethod = {
  name: "none",
  proves: (_claim, client) => isPublicClient(client),
};
