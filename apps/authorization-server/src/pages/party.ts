import { hostOf } from "@countersign/rules";
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

export function partyOf({ client, redirectUri }: TrustedClient): Party {
  const { name, clientUri, policyUri, tosUri } = client;
  const logo = client.hasLogo ? `${paths.logo}/${encodeURIComponent(client.id)}` : undefined;
  return { name, host: hostOf(redirectUri), logo, clientUri, policyUri, tosUri };
}
