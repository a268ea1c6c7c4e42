/** What endpoints and pages may use, and how main builds it. Each takes from it what it names, and nothing else. */
import type { Database } from "@countersign/database";
import { ACCESS_TOKEN_ALGS, ENCRYPTION_KEY_ALGS, type VerifyToken } from "@countersign/jwt";
import { LEVELS, type Level, type Resource, type SecretHash } from "@countersign/rules";
import type { Check, Logger } from "@countersign/service";
import { type ClientKeys, openClientKeys } from "./clients/keys.ts";
import type { ClientSecrets } from "./clients/secrets.ts";
import {
  type Config,
  type Lifetimes,
  lifetimesOf,
  refreshTokenLifetime,
  sessionLifetime,
  storeSettings,
  tokenSettings,
} from "./config.ts";
import { type Cookies, cookiesFor } from "./http/cookies.ts";
import { type LogoutDeliveries, openLogoutDeliveries } from "./jobs/deliver-logouts.ts";
import { jobsOf } from "./jobs/jobs.ts";
import type { Job } from "./jobs/schedule.ts";
import { type KeyRing, type KeyRingOptions, openKeyRing } from "./keys/key-ring.ts";
import type { SignerFor } from "./keys/signer-for.ts";
import { type Limits, openLimits } from "./limits.ts";
import { fetchJwks, fetchPicture, fetchRequestObject, fetchSector } from "./outbound/documents.ts";
import { type GuardedFetch, openGuardedFetch } from "./outbound/guarded-fetch.ts";
import { basePathOf } from "./paths.ts";
import { checksOf } from "./readiness.ts";
import { type KnownDevices, knownDevices } from "./sign-in/known-devices.ts";
import { openPasswords, type Passwords } from "./sign-in/passwords.ts";
import { type ClientAssertionStore, clientAssertionStore } from "./stores/client-assertions.ts";
import { type ClientUses, clientUses } from "./stores/client-uses.ts";
import { type ClientStore, clientStore, type Logo } from "./stores/clients.ts";
import { type DurableStores, durableStores } from "./stores/durable.ts";
import { openStores } from "./stores/open-stores.ts";
import { type ParkedRequestStore, parkedRequestStore } from "./stores/parked-requests.ts";
import { type RegistrationStore, registrationStore } from "./stores/registrations.ts";
import { ensureUserinfoResource } from "./stores/resource-servers.ts";
import { signingKeyStore } from "./stores/signing-keys.ts";
import { openTokens, type TokenIssuer } from "./tokens/token-issuer.ts";
import type { UserinfoAnswers } from "./tokens/userinfo-answers.ts";
import { tokenVerifier } from "./tokens/verify-token.ts";
import { openViews, type Views } from "./views/views.ts";

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

export interface OpenDependencies {
  readonly deps: Dependencies;
  /** What has to answer for the service to be ready. */
  readonly checks: Readonly<Record<string, Check>>;
  /** What runs on a schedule. */
  readonly jobs: readonly Job[];
  /** Closes in this order. */
  readonly close: readonly (() => Promise<void>)[];
}

/** Connects to the stores and builds everything from the configuration. Throws when a store cannot be reached. */
export async function openDependencies(config: Config, log: Logger): Promise<OpenDependencies> {
  const now = () => new Date();
  const { database, ephemeral } = await openStores({ ...storeSettings(config), log });
  const signingKeys = signingKeyStore(database);
  const keys = await openKeys(config, { store: signingKeys, now, log });
  const outbound = openGuardedFetch({ allowedHosts: config.OUTBOUND_ALLOWED_HOSTS, extraCa: config.OUTBOUND_CA });
  const aboutThem = aboutClients({ database, outbound, now, log });
  const lifetimes = { session: sessionLifetime(config), refreshToken: refreshTokenLifetime(config) };
  const durable = durableStores(database, lifetimes);
  const signing = openTokens({
    keys,
    clientKeys: aboutThem.clientKeys,
    keyEncryptionKeys: config.KEY_ENCRYPTION_KEYS,
    claimsBehind: durable.users.claimsBehind,
    settings: tokenSettings(config),
  });
  const logoutDeliveries = openLogoutDeliveries({ database, ...signing, config, now, log });

  const deps: Dependencies = {
    issuer: config.ISSUER,
    userinfoResource: await ensureUserinfoResource(durable.resources, config),
    userinfoEndpoint: config.USERINFO_ENDPOINT ?? `${config.USERINFO_RESOURCE}/userinfo`,
    userinfoSecretHash: config.USERINFO_RESPONSE_SECRET,
    lifetimes: lifetimesOf(config),
    levels: LEVELS,
    ...aboutThem,
    clientAssertions: clientAssertionStore({ store: ephemeral.store, now }),
    ...durable,
    logoutDeliveries,
    parkedRequests: parkedRequestStore({ store: ephemeral.store, now }),
    keys,
    verifyToken: tokenVerifier(config.ISSUER, keys),
    ...signing,
    passwords: await openPasswords(),
    devices: knownDevices(config.KEY_ENCRYPTION_KEYS),
    limits: openLimits(ephemeral, { tokenRequestsPerMinute: config.TOKEN_REQUESTS_PER_MINUTE }),
    cookies: cookiesFor(config.ISSUER),
    views: await openViews({ overrides: config.VIEWS_DIR, basePath: basePathOf(config.ISSUER) }),
    log,
    now,
  };

  return {
    deps,
    checks: checksOf({ database, ephemeral, hasSigner: () => keys.signsNow(config.ACCESS_TOKEN_SIGNING_ALG) }),
    jobs: jobsOf({
      config,
      database,
      purgeShortLived: ephemeral.store.purgeExpired,
      signingKeys,
      logoutDeliveries,
      ...aboutThem,
      now,
    }),
    close: [logoutDeliveries, keys, outbound, ephemeral.store, database].map((part) => async () => part.close()),
  };
}

const openKeys = (config: Config, parts: Pick<KeyRingOptions, "store" | "now" | "log">) =>
  openKeyRing({
    ...parts,
    keyEncryptionKeys: config.KEY_ENCRYPTION_KEYS,
    algs: [...ACCESS_TOKEN_ALGS, ...ENCRYPTION_KEY_ALGS],
  });

interface ClientParts extends Pick<Dependencies, "outbound" | "now" | "log"> {
  readonly database: Database;
}

/** Who the clients are, and what they keep elsewhere. */
function aboutClients({ database, outbound, now, log }: ClientParts) {
  const clients = clientStore(database);
  return {
    clients,
    clientKeys: openClientKeys({ fetchDocument: (url) => fetchJwks(outbound, url), now, log }),
    clientUses: clientUses(database),
    registrations: registrationStore(database, { changed: clients.forget }),
    outbound,
    fetchLogo: (url: string) => fetchPicture({ outbound, log }, url),
    fetchRequestObject: (url: string, clientId: string) => fetchRequestObject({ outbound, log }, url, clientId),
    fetchSector: (url: string) => fetchSector({ outbound, log }, url),
  };
}
