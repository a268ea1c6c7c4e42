/** What the account takes from the provider where the person signed in. */
import { mappedClaims, readClaimMapping } from "@countersign/rules";
import type { Call } from "@countersign/service";
import { joinAtProvider } from "../../../administration/organizations/organization-members.ts";
import { changeProfile } from "../../../administration/people/profiles.ts";
import type { Dependencies } from "../../../dependencies.ts";
import type { ProviderAnswer } from "../../../people/sign-in/federation/authentication.ts";
import type { IdentityProvider } from "../../../platform/stores/ways-in/identity-providers.ts";

/** A person who signs in at a provider of an organization becomes a member, unless its directory ended that. */
export async function join(
  { organization }: IdentityProvider,
  userId: string,
  { database, organizations, now }: Pick<Dependencies, "database" | "organizations" | "now">,
  { address }: Call,
): Promise<void> {
  if (organization === null || (await organizations.find(userId, organization.slug)) !== undefined) return;
  const by = { actor: { kind: "person", userId }, at: now(), address } as const;
  await joinAtProvider(database, { organizationId: organization.id, userId }, by);
}

/** Takes claims of the provider over, as it is configured. */
export async function takeOver(
  { userId, isNew }: { readonly userId: string; readonly isNew: boolean },
  { provider, answer }: { readonly provider: IdentityProvider; readonly answer: ProviderAnswer },
  deps: Pick<Dependencies, "database" | "now">,
  { address }: Call,
): Promise<void> {
  const mappings = provider.claims.map(readClaimMapping).filter((mapping) => mapping !== undefined);
  const claims = mappedClaims(mappings, { ...answer.profile, ...answer.idToken }, isNew);
  if (Object.keys(claims).length === 0) return;
  const by = { actor: { kind: "person", userId }, at: deps.now(), address } as const;
  await changeProfile(deps.database, { userId, claims }, by);
}
