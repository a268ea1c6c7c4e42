import { inLanguage } from "@countersign/rules";
import { paths } from "../paths.ts";
import type { ClientDisplay } from "../views/models/authorization.ts";
import type { Interaction } from "./interaction.ts";

/**
 * The client behind a request, with its name and links in the requested language if the client registered them in that
 * language (OIDC Registration §2.1).
 *
 * @param range the language range, as specific as it is known
 */
export function clientDisplay(
  { client, recipient }: Pick<Interaction, "client" | "recipient">,
  range: string,
): ClientDisplay {
  const { localized } = client;
  return {
    name: inLanguage(localized, "client_name", range) ?? client.name,
    host: recipient.host,
    logo: client.hasLogo ? `${paths.logo}/${encodeURIComponent(client.id)}` : undefined,
    clientUri: inLanguage(localized, "client_uri", range) ?? client.clientUri,
    policyUri: inLanguage(localized, "policy_uri", range) ?? client.policyUri,
    tosUri: inLanguage(localized, "tos_uri", range) ?? client.tosUri,
  };
}
