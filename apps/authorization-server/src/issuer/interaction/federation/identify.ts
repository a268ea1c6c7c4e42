/** Finds or creates the account for an identity at another provider, and says what that proves for the request. */
import {
  decideUnknown,
  domainOf,
  type Factor,
  type FederatedProgress,
  type Progress,
  type Proof,
  provedAddress,
  readSubject,
  statedAddress,
  statedName,
  supplementOf,
} from "@countersign/rules";
import type { Call } from "@countersign/service";
import { connectIdentity, createFederatedAccount } from "../../../administration/people/federated-identities.ts";
import type { Dependencies } from "../../../dependencies.ts";
import type { ProviderAnswer } from "../../../people/sign-in/federation/authentication.ts";
import { identityOf } from "../../../people/sign-in/federation/exchange.ts";
import type { ConnectedAccount, Identity } from "../../../platform/stores/ways-in/federated-identities.ts";
import type { IdentityProvider } from "../../../platform/stores/ways-in/identity-providers.ts";
import { assertMaySignUp } from "../decide.ts";
import { prove } from "../prove.ts";
import { type FindingRoles, isAdministrator } from "./administrators.ts";
import type { Returned } from "./returned.ts";
import { join, takeOver } from "./take-over.ts";

/** A person who authenticated at a provider. */
interface Authenticated {
  readonly provider: IdentityProvider;
  readonly answer: ProviderAnswer;
}

/**
 * The progress of the request: the sign-in to the account that the identity is connected to; or, if there is none, to
 * the account that is connected or created now, or the question what to do. Undefined if the sign-in failed.
 */
export async function identify(
  asked: Returned,
  { provider, answer }: Authenticated,
  deps: Dependencies,
  call: Call,
): Promise<Progress | undefined> {
  const identity = identityOf(provider, answer);
  if (identity === undefined) return undefined;
  const at = deps.now();
  const known = await deps.federatedIdentities.find(identity);
  if (known !== undefined) return signInTo(asked, known, { provider, answer }, deps, call);

  const account = await accountFor(asked, identity, { provider, answer }, deps, call);
  if (account !== undefined) return signInTo(asked, account, { provider, answer }, deps, call);

  const { federated: _, signUp: __, proving: ___, ...progress } = asked.interaction.parked.progress;
  const [stated, proved] = [statedAddress(answer.profile), provedAddress(answer.profile, provider)];
  const waiting: FederatedProgress = {
    ...{ step: "choose", ...identity, at: at.toISOString(), session: sessionThere(answer, provider, deps) },
    ...(stated !== undefined && { address: stated.deliverable }),
    ...(proved !== undefined && { proved: proved.canonical }),
  };
  return { ...progress, federated: waiting };
}

interface Found extends Omit<ConnectedAccount, "id"> {
  readonly id?: string;
  readonly isNew?: boolean;
}

async function signInTo(
  asked: Returned,
  { id, userId, username, isEnabled, factors, isNew = false }: Found,
  { provider, answer }: Authenticated,
  deps: Dependencies,
  call: Call,
): Promise<Progress | undefined> {
  const at = deps.now();
  if (!isEnabled) {
    await deps.users.recordFailedSignIn(userId, { ...call.from, at });
    return undefined;
  }
  if (!(await mayAnswerFor(provider, userId, deps))) {
    await deps.users.recordFailedSignIn(userId, { ...call.from, at });
    deps.log.warn({ provider: provider.alias, userId }, "a provider of an organization may not sign in this account");
    return undefined;
  }
  await join(provider, userId, deps, call);
  if (id !== undefined) await deps.federatedIdentities.recordUse(id, at);
  await takeOver({ userId, isNew }, { provider, answer }, deps, call);
  const supplement = supplements(answer, provider).map((factor): Proof => ({ factor, at }));
  const proof: Proof = { factor: "federated", at, provider: sessionThere(answer, provider, deps) };
  const proven = { userId, username, proof, supplement, has: factors, isNew } as const;
  // Another identity that waited for an account is forgotten: this one has its account.
  const { federated: _, signUp: __, ...progress } = asked.interaction.parked.progress;
  const interaction = { ...asked.interaction, parked: { ...asked.interaction.parked, progress } };
  return prove({ ...asked, interaction }, proven, deps, call);
}

/** The further factors that the provider proved. One that resists phishing implies several factors. */
function supplements({ idToken }: ProviderAnswer, provider: IdentityProvider): readonly Factor[] {
  const supplement = supplementOf(idToken, provider);
  if (supplement === undefined) return [];
  return supplement === "federated-phr" ? ["federated-mfa", "federated-phr"] : [supplement];
}

/**
 * The session at the provider, which it may end (OIDC Back-Channel Logout §2.1), or be asked to end (RP-Initiated
 * Logout §2).
 */
function sessionThere(
  { idToken, idTokenText }: ProviderAnswer,
  provider: IdentityProvider,
  { providerSignOut }: Pick<Dependencies, "providerSignOut">,
) {
  const sid = readSubject(idToken.sid);
  const logoutHint = providerSignOut.seal(idTokenText, provider);
  return { id: provider.id, ...(sid !== undefined && { sid }), ...(logoutHint !== undefined && { logoutHint }) };
}

/** Connects the identity to the account that has its proved address, if the provider may sign in as it. */
async function link(
  { userId, address: canonical }: { readonly userId: string; readonly address: string },
  identity: Identity,
  provider: IdentityProvider,
  deps: Dependencies,
  { req, address }: Call,
): Promise<Found | undefined> {
  if (!(await mayAnswerFor(provider, userId, deps))) return undefined;
  const by = { actor: { kind: "person", userId }, at: deps.now(), address } as const;
  const connecting = { userId, identity, browser: req.headers["user-agent"] ?? "", address: canonical };
  const connected = await connectIdentity(deps, connecting, by);
  return connected === "connected" ? deps.federatedIdentities.find(identity) : undefined;
}

/**
 * Whether a provider may sign in as an account. One of an organization may if the verified address of the account is of
 * a domain that the organization proved. It never signs in an administrator of the deployment.
 */
async function mayAnswerFor(
  { organization, domains }: IdentityProvider,
  userId: string,
  deps: Pick<Dependencies, "users"> & FindingRoles,
): Promise<boolean> {
  if (organization === null) return true;
  const address = await deps.users.provedAddressOf(userId);
  const isTheirs = address !== undefined && domains.includes(domainOf(address.canonical));
  return isTheirs && !(await isAdministrator(userId, deps));
}

/** Connects the identity to the account with its proved address, or creates an account, if the provider may do that. */
async function accountFor(
  { pages, interaction: { client } }: Returned,
  identity: Identity,
  { provider, answer }: Authenticated,
  deps: Dependencies,
  call: Call,
): Promise<Found | undefined> {
  const { address: from } = call;
  const { profile } = answer;
  const address = provedAddress(profile, provider);
  const known = address && (await deps.federatedIdentities.accountWith(address.canonical));
  const account = known && (known.isProved ? "proved" : "unproved");
  const decision = decideUnknown(provider, { address, account });
  if (address === undefined || decision === "ask") return undefined;

  const at = deps.now();
  if (decision === "link" && known !== undefined) {
    return link({ userId: known.userId, address: address.canonical }, identity, provider, deps, call);
  }
  // A provider does not say how old a person is. They sign up, and state it.
  if (deps.signUp.minimumAge !== undefined || !deps.signUp.allowsAddress(address.canonical)) return undefined;
  const [name, givenName, familyName] = [profile.name, profile.given_name, profile.family_name].map(statedName);
  const told = { email: address.deliverable, step: "account", client_id: client?.id ?? null } as const;
  await assertMaySignUp({ ...told, provider: provider.alias }, deps, call);
  const isInvited = decision === "accept-invitation";
  const created = await createFederatedAccount(
    deps,
    { identity, address, isInvited, name, givenName, familyName, locale: pages.range },
    { at, address: from },
  );
  if (created === undefined) return undefined;
  deps.log.info({ userId: created.userId, address: from }, "signed up at another provider");
  return { ...created, isEnabled: true, factors: ["federated"], isNew: true };
}
