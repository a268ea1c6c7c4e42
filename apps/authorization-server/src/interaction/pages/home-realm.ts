/**
 * People of some domains sign in at a provider, and not with a password here. The sign-in page asks for the name first,
 * and the domain in it decides: nobody is looked up, so a name that nobody has gets the same answer.
 */
import { homeRealm, organizationIn } from "@countersign/rules";
import type { Dependencies } from "../../dependencies.ts";
import type { IdentityProvider } from "../../stores/person/identity-providers.ts";
import { type FindingRoles, isAdministrator } from "../federation/administrators.ts";
import { beginFederation, canShowAge } from "../federation/begin.ts";
import type { Waiting } from "../interaction.ts";

/**
 * The providers at which people of their domains must sign in. Who comes from one of them, to connect the account that
 * they have, proves that account in other ways.
 */
export function enforcing(
  { parked }: Pick<Waiting, "parked">,
  listed: readonly IdentityProvider[],
): readonly IdentityProvider[] {
  const { federated } = parked.progress;
  return listed.filter(({ id, enforced }) => enforced === true && id !== federated?.providerId);
}

/**
 * Where the person with this name, or address, must sign in; `away` if that cannot be reached, and undefined if nothing
 * says so.
 *
 * @param userId whose password was right; undefined while the name alone is known
 */
export async function realmOf(
  interaction: Waiting,
  { name, userId }: { readonly name: string; readonly userId?: string | undefined },
  deps: Parameters<typeof beginFederation>[2] & Pick<Dependencies, "now"> & FindingRoles,
): Promise<URL | "away" | undefined> {
  const provider = homeRealm(name, enforcing(interaction, await deps.identityProviders.listed(deps.now())));
  if (provider === undefined) return undefined;
  const isExempt = userId !== undefined && provider.organization !== null && (await isAdministrator(userId, deps));
  if (isExempt) return undefined;
  // A provider that is away is no reason to accept a password.
  return (await beginFederation(interaction, provider.alias, deps, { loginHint: name })) ?? "away";
}

/** The proved address of an account, where it may say that its person signs in at a provider. */
export async function addressOf(
  interaction: Waiting,
  { userId }: { readonly userId: string },
  { identityProviders, users, now }: Pick<Dependencies, "identityProviders" | "users" | "now">,
): Promise<string | undefined> {
  if (enforcing(interaction, await identityProviders.listed(now())).length === 0) return undefined;
  return (await users.provedAddressOf(userId))?.canonical;
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
