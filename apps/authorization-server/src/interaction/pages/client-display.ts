import { hostOf, inLanguage } from "@countersign/rules";
import { paths } from "../../paths.ts";
import type { ClientDisplay } from "../../views/pages.ts";
import type { FoundInteraction } from "../find-parked.ts";

/**
 * The client behind a request, named and linked in a language where it said how (OIDC Registration §2.1).
 *
 * @param range the language, as exactly as it is known
 */
export function clientDisplay(
  { client, redirectUri }: Pick<FoundInteraction, "client" | "redirectUri">,
  range: string,
): ClientDisplay {
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
