/** The stores that endpoints and pages use and that consist only of tables. They are opened together, on one pool. */
import type { Connected } from "@countersign/database";
import { lineage } from "@countersign/rules";
import { type ExchangePolicyStore, exchangePolicyStore } from "./client/exchange-policies.ts";
import { type ResourceServerStore, resourceServerStore } from "./client/resource-servers.ts";
import { type TrustedIssuerStore, trustedIssuerStore } from "./client/trusted-issuers.ts";
import { type AccessTokenStore, accessTokenStore } from "./issued/access-tokens.ts";
import { type AuthorizationStore, authorizationStore } from "./issued/authorizations.ts";
import { type ConsentStore, consentStore } from "./issued/consents.ts";
import { type ExchangeStore, exchangeStore } from "./issued/exchanges.ts";
import { type RefreshLifetime, type RefreshTokenStore, refreshTokenStore } from "./issued/refresh-tokens.ts";
import { type StandingAuthorizationStore, standingAuthorizationStore } from "./issued/standing-authorizations.ts";
import { type InvitationStore, invitationStore } from "./person/invitations.ts";
import { type OrganizationStore, organizationStore } from "./person/organizations.ts";
import { type PictureStore, pictureStore } from "./person/pictures.ts";
import { type RoleStore, roleStore } from "./person/roles.ts";
import { type SubjectStore, subjectStore } from "./person/subjects.ts";
import { type TermsStore, termsStore } from "./person/terms.ts";
import { type UserinfoStore, userinfoStore } from "./person/userinfo.ts";
import { type UserStore, userStore } from "./person/users.ts";
import { type BrowserStore, browserStore } from "./session/browsers.ts";
import type { SessionLifetime } from "./session/open-session.ts";
import { type SessionStore, sessionStore } from "./session/sessions.ts";
import { type AddressProofStore, addressProofStore } from "./ways-in/address-proof-store.ts";
import { type FederatedIdentityStore, federatedIdentityStore } from "./ways-in/federated-identities.ts";
import { type IdentityProviderStore, identityProviderStore } from "./ways-in/identity-providers.ts";
import { type PasskeyStore, passkeyStore } from "./ways-in/passkeys.ts";
import { type SecondFactorStore, secondFactorStore } from "./ways-in/second-factors.ts";

export interface DurableStores {
  readonly users: UserStore;
  readonly addressProofs: AddressProofStore;
  readonly invitations: InvitationStore;
  readonly terms: TermsStore;
  readonly userinfo: UserinfoStore;
  readonly subjects: SubjectStore;
  readonly organizations: OrganizationStore;
  readonly passkeys: PasskeyStore;
  readonly identityProviders: IdentityProviderStore;
  readonly federatedIdentities: FederatedIdentityStore;
  readonly pictures: PictureStore;
  readonly secondFactors: SecondFactorStore;
  readonly sessions: SessionStore;
  readonly browsers: BrowserStore;
  readonly consents: ConsentStore;
  readonly authorizations: AuthorizationStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly accessTokens: AccessTokenStore;
  readonly standingAuthorizations: StandingAuthorizationStore;
  readonly exchanges: ExchangeStore;
  readonly exchangePolicies: ExchangePolicyStore;
  readonly resources: ResourceServerStore;
  readonly roles: RoleStore;
  readonly trustedIssuers: TrustedIssuerStore;
}

export function durableStores(
  database: Connected,
  lifetimes: { readonly session: SessionLifetime; readonly refreshToken: RefreshLifetime },
  keys: Parameters<typeof lineage>[0],
): DurableStores {
  return {
    users: userStore(database),
    addressProofs: addressProofStore(database),
    invitations: invitationStore(database),
    terms: termsStore(database),
    userinfo: userinfoStore(database),
    subjects: subjectStore(database),
    organizations: organizationStore(database),
    passkeys: passkeyStore(database),
    identityProviders: identityProviderStore(database),
    federatedIdentities: federatedIdentityStore(database),
    pictures: pictureStore(database),
    secondFactors: secondFactorStore(database),
    sessions: sessionStore(database, lifetimes.session),
    browsers: browserStore(database),
    consents: consentStore(database),
    authorizations: authorizationStore(database),
    refreshTokens: refreshTokenStore(database, lifetimes.refreshToken, lineage(keys)),
    accessTokens: accessTokenStore(database),
    standingAuthorizations: standingAuthorizationStore(database),
    exchanges: exchangeStore(database),
    exchangePolicies: exchangePolicyStore(database),
    resources: resourceServerStore(database),
    roles: roleStore(database),
    trustedIssuers: trustedIssuerStore(database),
  };
}
