import { hostOf, inLanguage } from "@countersign/rules";
import type { TrustedClient } from "../endpoints/authorization/trust-client.ts";
import { paths } from "../paths.ts";

/** The party that asks, as a person sees it on every page of a request. */
export interface Party {
  readonly name: string;
  readonly host: string;
  readonly logo: string | undefined;
  readonly clientUri: string | undefined;
  readonly policyUri: string | undefined;
  readonly tosUri: string | undefined;
}

/**
 * The party behind a request, named and linked in a language where it said how (OIDC Registration §2.1).
 *
 * @param range the language, as exactly as it is known
 */
export function partyOf({ client, redirectUri }: Pick<TrustedClient, "client" | "redirectUri">, range: string): Party {
  const { localized } = client;
  return {
    name: inLanguage(localized, "client_name", range) ?? client.name,
    host: hostOf(redirectUri),
    logo: client.hasLogo ? `${paths.logo}/${encodeURIComponent(client.id)}` : undefined,
    clientUri: inLanguage(localized, "client_uri", range) ?? client.clientUri,
    policyUri: inLanguage(localized, "policy_uri", range) ?? client.policyUri,
    tosUri: inLanguage(localized, "tos_uri", range) ?? client.tosUri,
  };
}
