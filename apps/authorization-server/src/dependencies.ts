/** What endpoints and pages may use. Each takes from it what it names, and nothing else. */
import type { VerifyToken } from "@countersign/jwt";
import type { Level, Resource, SecretHash } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import type { ClientKeys } from "./clients/keys.ts";
import type { ClientSecrets } from "./clients/secrets.ts";
import type { Lifetimes } from "./config.ts";
import type { Cookies } from "./http/cookies.ts";
import type { LogoutDeliveries } from "./jobs/deliver-logouts.ts";
import type { KeyRing } from "./keys/key-ring.ts";
import type { SignerFor } from "./keys/signer-for.ts";
import type { Limits } from "./limits.ts";
import type { GuardedFetch } from "./outbound/guarded-fetch.ts";
import type { KnownDevices } from "./sign-in/known-devices.ts";
import type { Passwords } from "./sign-in/passwords.ts";
import type { ClientAssertionStore } from "./stores/client/client-assertions.ts";
import type { ClientUses } from "./stores/client/client-uses.ts";
import type { ClientStore, Logo } from "./stores/client/clients.ts";
import type { RegistrationStore } from "./stores/client/registrations.ts";
import type { DurableStores } from "./stores/durable.ts";
import type { ParkedRequestStore } from "./stores/parked-requests.ts";
import type { TokenIssuer } from "./tokens/token-issuer.ts";
import type { UserinfoAnswers } from "./tokens/userinfo-answers.ts";
import type { Views } from "./views/views.ts";

export interface Dependencies extends DurableStores {
  readonly issuer: string;
  readonly userinfoResource: Resource;
  readonly userinfoEndpoint: string;
  /** Of what the resource server shows where it asks for a JWT; without it, there is no JWT to be had. */
  readonly userinfoSecretHash: SecretHash | undefined;
  readonly answerUserinfo: UserinfoAnswers;
  readonly lifetimes: Lifetimes;
  /** What a sign-in can amount to, the weakest first: each has its `acr` (OIDC Core §2). */
  readonly levels: readonly Level[];
  readonly clients: ClientStore;
  readonly clientKeys: ClientKeys;
  readonly clientSecrets: ClientSecrets;
  readonly clientAssertions: ClientAssertionStore;
  readonly registrations: RegistrationStore;
  readonly clientUses: ClientUses;
  /** The way out, for addresses that clients give us. */
  readonly outbound: GuardedFetch;
  /** The logo at an address that a client gave; none when it cannot be had. */
  readonly fetchLogo: (url: string) => Promise<Logo | undefined>;
  /** Fetches a request object; `undefined` when there is none to be had. */
  readonly fetchRequestObject: (url: string, clientId: string) => Promise<string | undefined>;
  /** Fetches the document of a sector identifier; `undefined` when there is none to be had. */
  readonly fetchSector: (url: string) => Promise<unknown>;
  /** Tells clients, from server to server, that sessions ended. */
  readonly logoutDeliveries: LogoutDeliveries;
  readonly parkedRequests: ParkedRequestStore;
  readonly keys: KeyRing;
  /** Verifies an access token of ours, whoever it is for: that is for the caller to decide. */
  readonly verifyToken: VerifyToken;
  /** Signs whatever is for one client, by the algorithm that it registered for that. */
  readonly signerFor: SignerFor;
  readonly tokens: TokenIssuer;
  readonly passwords: Passwords;
  readonly devices: KnownDevices;
  readonly limits: Limits;
  readonly cookies: Cookies;
  readonly views: Views;
  readonly log: Logger;
  readonly now: () => Date;
}
