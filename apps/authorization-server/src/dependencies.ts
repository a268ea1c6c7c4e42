/** The dependencies of endpoints and pages. Each takes from it only the members that it names. */

import type { Database } from "@countersign/database";
import type { DpopSenders, ProofMemory, VerifyToken } from "@countersign/jwt";
import type {
  EditableClaim,
  Level,
  ProviderProblem,
  RelyingParty,
  Resource,
  SecretHash,
  UsernameCharacters,
} from "@countersign/rules";
import type { Logger } from "@countersign/service";
import type { Lifetimes } from "./config.ts";
import type { CertificateOfCall } from "./issuer/clients/certificates/client-certificate.ts";
import type { MutualTlsUse } from "./issuer/clients/certificates/mutual-tls.ts";
import type { Trust } from "./issuer/clients/certificates/trust.ts";
import type { ClientDependencies } from "./issuer/clients/dependencies.ts";
import type { PushedRequestsPolicy, SignedRequestsPolicy } from "./issuer/clients/request-policies.ts";
import type { ConfiguredTypes } from "./issuer/details/types.ts";
import type { Hooks } from "./issuer/hooks/hooks.ts";
import type { KeyRing } from "./issuer/keys/key-ring.ts";
import type { SealedTexts } from "./issuer/keys/sealed-texts.ts";
import type { SignerFor } from "./issuer/keys/signer-for.ts";
import type { AuthorizationAnswers } from "./issuer/tokens/authorization-answers.ts";
import type { IntrospectionAnswers } from "./issuer/tokens/introspection-answers.ts";
import type { MadeClaims } from "./issuer/tokens/mapping/made-claims.ts";
import type { ClaimMapper } from "./issuer/tokens/mapping/mapper.ts";
import type { TokenIssuer } from "./issuer/tokens/token-issuer.ts";
import type { TokenRequests } from "./issuer/tokens/token-measures.ts";
import type { UserinfoAnswers } from "./issuer/tokens/userinfo-answers.ts";
import type { Limits } from "./limits.ts";
import type { Outbox } from "./people/mail/message.ts";
import type { ProviderClient } from "./people/sign-in/federation/provider-client.ts";
import type { ProviderSignOut } from "./people/sign-in/federation/provider-sign-out.ts";
import type { TriedProvider } from "./people/sign-in/federation/try-provider.ts";
import type { KnownDevices } from "./people/sign-in/known-devices.ts";
import type { NewPasswords } from "./people/sign-in/new-passwords.ts";
import type { Passwords } from "./people/sign-in/passwords.ts";
import type { SignUpPolicy } from "./people/sign-in/sign-up-policy.ts";
import type { Looks } from "./people/views/looks.ts";
import type { Views } from "./people/views/views.ts";
import type { Cookies } from "./platform/http/cookies.ts";
import type { LogoutDeliveries } from "./platform/jobs/outbox/deliver-logouts.ts";
import type { WebhookDeliveries } from "./platform/jobs/outbox/deliver-webhooks.ts";
import type { GuardedFetch } from "./platform/outbound/guarded-fetch.ts";
import type { TxtRecords } from "./platform/outbound/txt-records.ts";
import type { By } from "./platform/stores/audit/audit-events.ts";
import type { BlockedAddresses } from "./platform/stores/blocked-addresses.ts";
import type { Logo } from "./platform/stores/client/clients.ts";
import type { DurableStores } from "./platform/stores/durable.ts";
import type { LooksDrafts } from "./platform/stores/looks-drafts.ts";
import type { Challenges } from "./platform/stores/requests/challenges.ts";
import type { DeviceRequestStore } from "./platform/stores/requests/device-requests.ts";
import type { ParkedRequestStore } from "./platform/stores/requests/parked-requests.ts";
import type { UserCodeTries } from "./platform/stores/requests/user-code-tries.ts";
import type { Settings } from "./platform/stores/settings.ts";
import type { SigningKeyStore } from "./platform/stores/signing-keys.ts";

export interface Dependencies extends DurableStores, ClientDependencies {
  /** Only for the acts in administration/. Endpoints and pages hand it on. */
  readonly database: Pick<Database, "pool" | "prisma">;
  /** Set for operators, who type names: a reference that looks like an id is tried as a name first. */
  readonly namesFirst?: true;
  readonly issuer: string;
  /** The address below which this listener has its endpoints: the issuer, or that for clients with certificates. */
  readonly endpointsUrl: string;
  /** The certificate of a call; none at the public listener. */
  readonly certificateOf: CertificateOfCall;
  /** The authorities that certificates of clients may come from; none if there are none. */
  readonly trust: Trust | undefined;
  /** How clients with certificates reach us; none if mutual TLS is off. */
  readonly mutualTls: MutualTlsUse | undefined;
  readonly userinfoResource: Resource;
  /** The identifier of the administration API; undefined if it is off. */
  readonly administration: string | undefined;
  /** The resource servers that the metadata lists (RFC 9728 §4), as they were at the start of this process. */
  readonly listedResources: readonly string[];
  readonly userinfoEndpoint: string;
  /** The hash of the secret with which the resource server requests a JWT. Without it, no JWT is available. */
  readonly userinfoSecretHash: SecretHash | undefined;
  readonly answerUserinfo: UserinfoAnswers;
  /** The claims that are made for a client, and what checks how they are made. */
  readonly made: MadeClaims;
  readonly mapper: ClaimMapper;
  /** Makes the JWTs that hold authorization responses. */
  readonly answerAuthorization: AuthorizationAnswers;
  /** Makes the JWTs that hold introspection responses. */
  readonly answerIntrospection: IntrospectionAnswers;
  readonly lifetimes: Lifetimes;
  /** The possible levels of a sign-in, the weakest first. Each has its `acr` (OIDC Core §2). */
  readonly levels: readonly Level[];
  /** The least `acr` of every sign-in; undefined if any is enough. */
  readonly requiredAcr: string | undefined;
  /** Whether authorization requests must be pushed, and how long a browser can begin with one. */
  readonly pushedRequests: PushedRequestsPolicy;
  /** Whether every authorization request must be in a signed request object. */
  readonly signedRequests: SignedRequestsPolicy;
  /** The types of authorization details, by name. */
  readonly detailsTypes: ConfiguredTypes;
  /** The fetcher for URLs that clients provide. */
  readonly outbound: GuardedFetch;
  /** Reads the TXT records that prove domains of organizations. */
  readonly txtRecords: TxtRecords;
  /** Fetches the logo at a URL that a client provided; `undefined` when it cannot be fetched. */
  readonly fetchLogo: (url: string) => Promise<Logo | undefined>;
  /** Fetches a request object; `undefined` when it cannot be fetched. */
  readonly fetchRequestObject: (url: string, clientId: string) => Promise<string | undefined>;
  /** Fetches the document of a sector identifier; `undefined` when it cannot be fetched. */
  readonly fetchSector: (url: string) => Promise<unknown>;
  /** Tells clients, by back channel, that sessions ended. */
  readonly logoutDeliveries: LogoutDeliveries;
  /** Sends events to webhooks. */
  readonly webhookDeliveries: WebhookDeliveries;
  /** Asks the services that add claims. */
  readonly hooks: Hooks;
  /** The outbox of mails. */
  readonly mail: Outbox;
  readonly parkedRequests: ParkedRequestStore;
  /** Requests of devices that wait for a person. */
  readonly deviceRequests: DeviceRequestStore;
  /** Tries of the codes that people type for these. */
  readonly userCodes: UserCodeTries;
  readonly keys: KeyRing;
  readonly signingKeys: Pick<SigningKeyStore, "list">;
  /** Gives every algorithm in use a successor of its key, and returns the new kids. */
  readonly rotateKeys: (by: By) => Promise<readonly string[]>;
  /** Verifies an access token of ours for any audience. The caller must check the audience. */
  readonly verifyToken: VerifyToken;
  /** Signs content for one client, with the algorithm that the client registered for it. */
  readonly signerFor: SignerFor;
  readonly tokens: TokenIssuer;
  readonly tokenRequests: TokenRequests;
  readonly passwords: Passwords;
  /** The claims that people may change about themselves. */
  readonly profileClaims: ReadonlySet<EditableClaim>;
  /** The characters of usernames that people choose. */
  readonly usernameCharacters: UsernameCharacters;
  /** Who may create an account. */
  readonly signUp: SignUpPolicy;
  /** Our service as authenticators know it; undefined where browsers allow no passkeys. */
  readonly relyingParty: RelyingParty | undefined;
  readonly challenges: Challenges;
  /** Our side as a client of the providers at which people may sign in. */
  readonly providerClient: ProviderClient;
  /** Has providers end their sessions when people sign out here. */
  readonly providerSignOut: ProviderSignOut;
  /** Reads the metadata and the keys of a provider now, and returns what is wrong. */
  readonly tryProvider: (provider: TriedProvider) => Promise<readonly ProviderProblem[]>;
  /** The policy for passwords that people choose. */
  readonly newPasswords: NewPasswords;
  /** The mail domains and networks that may not sign up or in. */
  readonly blockedAddresses: BlockedAddresses;
  readonly devices: KnownDevices;
  /** Seals secrets that must be read again, each for its row. */
  readonly sealedTexts: SealedTexts;
  /** The proofs of possession that were used. All replicas share it. */
  readonly proofs: ProofMemory;
  /** What the sender of a request proves in addition to the client that it names. */
  readonly senders: DpopSenders;
  readonly limits: Limits;
  readonly cookies: Cookies;
  readonly views: Views;
  /** The settings that administrators change while the service runs. */
  readonly settings: Settings;
  /** The looks that the settings choose now. */
  readonly looks: () => Looks;
  /** Looks that an administrator tries. */
  readonly looksDrafts: LooksDrafts;
  readonly log: Logger;
  readonly now: () => Date;
}
