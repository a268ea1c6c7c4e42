/**
 * People of some domains sign in at a provider, and not with a password here. The sign-in page asks for the name first,
 * and the domain in it decides: no account is looked up, so a name without an account gets the same answer.
 */
import { homeRealm, organizationIn, readEmailAddress } from "@countersign/rules";
import type { Dependencies } from "../../../../dependencies.ts";
import type { IdentityProvider } from "../../../../platform/stores/ways-in/identity-providers.ts";
import { type FindingRoles, isAdministrator } from "../../federation/administrators.ts";
import { beginFederation, canShowAge } from "../../federation/begin.ts";
import type { Waiting } from "../../interaction.ts";

/**
 * The providers at which people of their domains must sign in. Who comes from one of them, where they proved the
 * address of the account that they have, connects it by its password. Another identity there may be a stranger's:
 * every person may have one.
 *
 * @param address of the account, in canonical form; undefined if it is not known, or has none that was proved
 */
export function enforcing(
  { parked }: Pick<Waiting, "parked">,
  listed: readonly IdentityProvider[],
  address: string | undefined,
): readonly IdentityProvider[] {
  const { federated } = parked.progress;
  const isTheirs = address !== undefined && federated?.proved === address;
  return listed.filter(({ id, enforced }) => enforced === true && !(isTheirs && id === federated?.providerId));
}

/** Who wants to sign in with a password. */
export interface Named {
  /** As the person wrote it. */
  readonly username: string;
  /** The account whose password was right; undefined while only the name is known. */
  readonly account?: { readonly userId: string; readonly address: string | undefined } | undefined;
}

/**
 * Where the person must sign in; `away` if that cannot be reached, and undefined if nothing says so. The domain of the
 * name says it, and that of the proved address of the account: only who knows the password learns that.
 */
export async function realmOf(
  interaction: Waiting,
  { username, account }: Named,
  deps: Parameters<typeof beginFederation>[2] & Pick<Dependencies, "now"> & FindingRoles,
): Promise<URL | "away" | undefined> {
  const address = account === undefined ? readEmailAddress(username)?.canonical : account.address;
  const providers = enforcing(interaction, await deps.identityProviders.listed(deps.now()), address);
  const names = [...new Set([account?.address, username])].filter((name) => name !== undefined);
  const loginHint = names.find((name) => homeRealm(name, providers) !== undefined);
  const provider = loginHint === undefined ? undefined : homeRealm(loginHint, providers);
  if (provider === undefined) return undefined;
  if (account !== undefined && provider.organization !== null && (await isAdministrator(account.userId, deps))) {
    return undefined;
  }
  // A password is not accepted because a provider is away.
  return (await beginFederation(interaction, provider.alias, deps, { loginHint })) ?? "away";
}

/** An account with its proved address, where that may say that its person signs in at a provider. */
export async function accountOf(
  { userId }: { readonly userId: string },
  { identityProviders, users, now }: Pick<Dependencies, "identityProviders" | "users" | "now">,
): Promise<NonNullable<Named["account"]>> {
  const isEnforced = (await identityProviders.listed(now())).some(({ enforced }) => enforced === true);
  return { userId, address: isEnforced ? (await users.provedAddressOf(userId))?.canonical : undefined };
}

/**
 * The providers that the page shows: those that the client chose, and that can show what the request demands. One of an
 * organization is shown if the request is for that organization, or if the client chose it.
 */
export function offeredBy(
  { client, request }: Pick<Waiting, "client" | "request">,
  listed: readonly IdentityProvider[],
): readonly IdentityProvider[] {
  const chosen = client?.identityProviders ?? [];
  const slug = organizationIn(request.scopes);
  const isFor = ({ organization }: IdentityProvider) => organization === null || organization.slug === slug;
  const isChosen = (one: IdentityProvider) => (chosen.length === 0 ? isFor(one) : chosen.includes(one.alias));
  return listed.filter((one) => canShowAge(one, request) && isChosen(one));
}

/**
 * The provider that the client hints at, or the only one that it chose, when the request has just arrived: the person
 * goes straight on. Who comes back without a sign-in, or went another way, sees the page.
 */
export async function hinted(
  interaction: Waiting,
  deps: Parameters<typeof beginFederation>[2],
): Promise<URL | undefined> {
  const { client, request, parked } = interaction;
  const [only, ...others] = client?.identityProviders ?? [];
  const hint = request.idpHint ?? (others.length === 0 ? only : undefined);
  if (hint === undefined || Object.keys(parked.progress).length > 0) return undefined;
  return beginFederation(interaction, hint, deps, { loginHint: request.loginHint });
}
