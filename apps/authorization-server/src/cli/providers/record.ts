import { federationCallback } from "@countersign/rules";
import { findIdentityProvider, type IdentityProviderRecord } from "../../records/identity-providers.ts";
import type { RecordsDatabase } from "../../records/records.ts";
import { refusal } from "../refusal.ts";

/** A provider as commands show it. Our secret there is not shown. */
export const recordOf = (provider: IdentityProviderRecord, issuer: string) => ({
  alias: provider.alias,
  name: provider.name,
  issuer: provider.issuer,
  client_id: provider.clientId,
  redirect_uri: federationCallback(issuer, provider.alias),
  scope: provider.scopes.join(" "),
  mode: provider.mode,
  domains: provider.domains.join(" "),
  auto_link: provider.autoLink,
  mfa: provider.mfa.join(" "),
  disabled: provider.disabledAt !== null,
});

/** The provider with this alias. Throws a refusal if there is none. */
export async function providerWith(database: RecordsDatabase, alias: string): Promise<IdentityProviderRecord> {
  const found = await findIdentityProvider(database, alias);
  if (found === undefined) throw refusal(`there is no provider ${alias}`);
  return found;
}

/** Refuses what would find accounts by addresses that no provider may speak for. */
export function assertLinkable({
  autoLink,
  domains,
}: {
  readonly autoLink: boolean;
  readonly domains: readonly string[];
}) {
  if (autoLink && domains.length === 0) throw refusal("--auto-link needs --domains");
}
