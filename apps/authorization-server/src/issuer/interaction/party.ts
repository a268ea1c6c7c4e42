import { type Client, hostOfDocument, inLanguage, isDocumentClient, isOnDevice } from "@countersign/rules";
import { logoPathOf, paths } from "../../paths.ts";
import type { ClientDisplay } from "../../people/views/models/authorization.ts";
import type { Interaction } from "./interaction.ts";

/** The language of a page, and the name of this service in it. */
interface Shown {
  /** The language range, as specific as it is known. */
  readonly range: string;
  readonly product: string;
}

/**
 * The party that a person signs in to: the client of the request, with its name and links in the requested language if
 * the client registered them in that language (OIDC Registration §2.1). For our own pages it is this service.
 */
export function partyOf(
  { client, recipient: { host }, device }: Pick<Interaction, "client" | "recipient" | "device">,
  { range, product }: Shown,
): ClientDisplay {
  return client === undefined
    ? { name: product, host, logo: `${paths.assets}/icon.svg` }
    : { ...display(client, host, range), isOnDevice: device !== undefined };
}

function display(client: Client, host: string, range: string): ClientDisplay {
  const { localized } = client;
  const name = inLanguage(localized, "client_name", range) ?? client.name;
  return {
    ...named(client, name),
    host,
    stylesheet: accentStylesheet(client),
    logo: client.hasLogo ? logoPathOf(client.id) : undefined,
    clientUri: inLanguage(localized, "client_uri", range) ?? client.clientUri,
    policyUri: inLanguage(localized, "policy_uri", range) ?? client.policyUri,
    tosUri: inLanguage(localized, "tos_uri", range) ?? client.tosUri,
  };
}

/** The address says the colors, so it changes with them. */
function accentStylesheet({ accentLight: light, accentDark: dark }: Client): string | undefined {
  const colors = { ...(light !== undefined && { light }), ...(dark !== undefined && { dark }) };
  return Object.keys(colors).length === 0 ? undefined : `${paths.looksAccent}?${new URLSearchParams(colors)}`;
}

// A document can claim any name. Its host is all that is proved, so people know the client by that.
const named = (client: Client, name: string): Pick<ClientDisplay, "name" | "document"> =>
  isDocumentClient(client)
    ? {
        name: hostOfDocument(client.id),
        document: { claimedName: name, isLocal: client.redirectUris.every(isOnDevice) },
      }
    : { name };
