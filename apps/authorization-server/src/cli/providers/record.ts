import { federationCallback, federationLogout, federationSignedOut } from "@countersign/rules";
import { findKept } from "../../administration/entity-acts.ts";
import { type ProviderChanges, type ProviderRecord, providers } from "../../administration/providers/entity.ts";
import { type Dependent, problemOfProvider } from "../../administration/providers/fits.ts";
import { type Statements, statementsOf } from "../../platform/records/records.ts";
import { refusal } from "../command/refusal.ts";

/** A provider as commands show it. Our secret there is not shown. */
export const recordOf = (provider: ProviderRecord, issuer: string) => ({
  alias: provider.alias,
  name: provider.name,
  ...(provider.preset !== null && { preset: provider.preset }),
  issuer: provider.issuer,
  client_id: provider.clientId,
  redirect_uri: federationCallback(issuer, provider.alias),
  backchannel_logout_uri: federationLogout(issuer, provider.alias),
  ...(provider.keyEncryptionKeyId === null && { authentication: "private_key_jwt" }),
  scope: provider.scopes.join(" "),
  mode: provider.mode,
  domains: provider.domains.join(" "),
  auto_link: provider.autoLink,
  ...(provider.enforced && { enforced: true }),
  mfa: provider.mfa.join(" "),
  ...(provider.phr.length > 0 && { phr: provider.phr.join(" ") }),
  ...(provider.rpInitiatedLogout && {
    rp_initiated_logout: true,
    post_logout_redirect_uri: federationSignedOut(issuer, provider.alias),
  }),
  ...(provider.claims.length > 0 && { claims: provider.claims.join(" ") }),
  ...(provider.organization !== null && { organization: provider.organization }),
  disabled: provider.disabledAt !== null,
});

/** The provider with this alias. Throws a refusal if there is none. */
export async function providerWith(database: Statements, alias: string): Promise<ProviderRecord> {
  const found = await findKept(statementsOf(database), providers, alias);
  if (found === undefined) throw refusal(`there is no provider ${alias}`);
  return found;
}

/** Refuses settings that do not fit each other. */
export function assertFits(settings: Dependent, changes?: ProviderChanges): void {
  const problem = problemOfProvider(settings, changes);
  if (problem === "domains_needed") throw refusal("--auto-link and --enforced need --domains");
  if (problem === "domains_of_organization") throw refusal("--domains are those that the organization proved");
  if (problem === "openid_needed") throw refusal("--scope must have openid");
  if (problem === "secret_needed") throw refusal("--preset needs --secret-file: such a provider accepts no key");
  if (problem === "no_phr") throw refusal("--phr needs ID tokens, which a provider with --preset does not send");
  if (problem === "no_logout") throw refusal("--rp-initiated-logout is for OpenID Providers, without --preset");
  if (problem === "no_factors") throw refusal("--mfa needs ID tokens, which a provider with --preset does not send");
}
