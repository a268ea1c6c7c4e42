/** What endpoints and pages may use, and how main builds it. Each takes from it what it names, and nothing else. */
import { type Database, openDatabase } from "@countersign/database";
import { type Ephemeral, openEphemeral } from "@countersign/ephemeral";
import { SIGNING_ALGS } from "@countersign/jwt";
import { OFFLINE_ACCESS, type Resource } from "@countersign/rules";
import { SCOPE_CLAIMS } from "@countersign/rules/claims";
import type { Logger } from "@countersign/service";
import type { Config } from "./config.ts";
import { type Cookies, cookiesFor } from "./http/cookies.ts";
import { purge } from "./jobs/purge.ts";
import { rotateOldKeys } from "./jobs/rotate-keys.ts";
import type { Job } from "./jobs/schedule.ts";
import { type Limits, openLimits } from "./limits.ts";
import { openPasswords, type Passwords } from "./pages/sign-in/passwords.ts";
import { type AccessTokenStore, accessTokenStore } from "./stores/access-tokens.ts";
import { type AuthorizationStore, authorizationStore } from "./stores/authorizations.ts";
import { type ClientStore, clientStore } from "./stores/clients.ts";
import { type ConsentStore, consentStore } from "./stores/consents.ts";
import { type ParkedRequestStore, parkedRequestStore } from "./stores/parked-requests.ts";
import { type RefreshTokenStore, refreshTokenStore } from "./stores/refresh-tokens.ts";
import { resourceServerStore } from "./stores/resource-servers.ts";
import { type SessionStore, sessionStore } from "./stores/sessions.ts";
import { type SigningKeyStore, signingKeyStore } from "./stores/signing-keys.ts";
import { type UserStore, userStore } from "./stores/users.ts";
import { type KeyRing, openKeyRing } from "./tokens/key-ring.ts";
import { type TokenIssuer, tokenIssuer } from "./tokens/token-response.ts";
import { openViews, type Views } from "./views/views.ts";

export interface Dependencies {
  readonly issuer: string;
  readonly userinfoResource: Resource;
  readonly userinfoEndpoint: string;
  readonly lifetimes: { readonly codeTtlSeconds: number; readonly sessionIdleSeconds: number };
  readonly clients: ClientStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly consents: ConsentStore;
  readonly authorizations: AuthorizationStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly accessTokens: AccessTokenStore;
  readonly parkedRequests: ParkedRequestStore;
  readonly keys: KeyRing;
  readonly tokens: TokenIssuer;
  readonly passwords: Passwords;
  readonly limits: Limits;
  readonly cookies: Cookies;
  readonly views: Views;
  readonly log: Logger;
  readonly now: () => Date;
}

export interface OpenDependencies {
  readonly deps: Dependencies;
  /** What has to answer for the service to be ready. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  /** What runs on a schedule. */
  readonly jobs: readonly Job[];
  /** Closes in this order. */
  readonly close: readonly (() => Promise<void>)[];
}

/** Connects to the stores and builds everything from the configuration. Throws when a store cannot be reached. */
export async function openDependencies(config: Config, log: Logger): Promise<OpenDependencies> {
  const now = () => new Date();
  const database = openDatabase({
    connectionString: config.DATABASE_URL,
    max: config.DATABASE_POOL_SIZE,
    onError: (err) => log.warn({ err }, "an idle database connection broke"),
  });
  const ephemeral = await openEphemeral({
    redisUrl: config.REDIS_URL,
    pool: database.pool,
    issuer: config.ISSUER,
    log,
  });

  const userinfoResource = await keepUserinfoResource(config, database);
  const signingKeys = signingKeyStore(database);
  const keys = await openKeyRing({
    store: signingKeys,
    keyEncryptionKeys: config.KEY_ENCRYPTION_KEYS,
    algs: SIGNING_ALGS,
    now,
    log,
  });

  const deps: Dependencies = {
    issuer: config.ISSUER,
    userinfoResource,
    userinfoEndpoint: config.USERINFO_ENDPOINT ?? `${config.USERINFO_RESOURCE}/userinfo`,
    lifetimes: { codeTtlSeconds: config.CODE_TTL_SECONDS, sessionIdleSeconds: config.SESSION_IDLE_SECONDS },
    clients: clientStore(database),
    users: userStore(database),
    sessions: sessionStore(database, {
      idleSeconds: config.SESSION_IDLE_SECONDS,
      absoluteSeconds: config.SESSION_ABSOLUTE_SECONDS,
    }),
    consents: consentStore(database),
    authorizations: authorizationStore(database),
    refreshTokens: refreshTokenStore(database, {
      idleSeconds: config.REFRESH_TOKEN_IDLE_SECONDS,
      absoluteSeconds: config.REFRESH_TOKEN_ABSOLUTE_SECONDS,
    }),
    accessTokens: accessTokenStore(database),
    parkedRequests: parkedRequestStore({ store: ephemeral.store, now }),
    keys,
    tokens: tokenIssuer(keys.signer, tokenSettings(config)),
    passwords: await openPasswords(),
    limits: openLimits(ephemeral),
    cookies: cookiesFor(config.ISSUER),
    views: await openViews({ overrides: config.VIEWS_DIR }),
    log,
    now,
  };

  return {
    deps,
    checks: {
      database: async () => void (await database.pool.query("SELECT 1")),
      ephemeral: () => ephemeral.store.ping(),
    },
    jobs: jobsOf(config, { database, ephemeral, signingKeys, now }),
    close: [async () => keys.close(), () => ephemeral.store.close(), () => database.close()],
  };
}

/** The scopes that exist are those that the resource server of /userinfo defines. */
async function keepUserinfoResource(config: Config, database: Database): Promise<Resource> {
  const resource = { identifier: config.USERINFO_RESOURCE, scopes: [...Object.keys(SCOPE_CLAIMS), OFFLINE_ACCESS] };
  await resourceServerStore(database).keep({
    ...resource,
    name: "userinfo",
    accessTokenSigningAlg: config.ACCESS_TOKEN_SIGNING_ALG,
    accessTokenTtlSeconds: config.ACCESS_TOKEN_TTL_SECONDS,
  });
  return resource;
}

const tokenSettings = (config: Config) => ({
  issuer: config.ISSUER,
  accessTokenAlg: config.ACCESS_TOKEN_SIGNING_ALG,
  accessTokenTtlSeconds: config.ACCESS_TOKEN_TTL_SECONDS,
  idTokenTtlSeconds: config.ID_TOKEN_TTL_SECONDS,
});

interface JobParts {
  readonly database: Database;
  readonly ephemeral: Ephemeral;
  readonly signingKeys: SigningKeyStore;
  readonly now: () => Date;
}

function jobsOf(config: Config, { database, ephemeral, signingKeys, now }: JobParts): readonly Job[] {
  const rotation = {
    store: signingKeys,
    keyEncryptionKey: config.KEY_ENCRYPTION_KEYS[0],
    algs: SIGNING_ALGS,
    actor: "schedule",
    maxAgeDays: config.SIGNING_KEY_MAX_AGE_DAYS,
  } as const;

  return [
    { name: "purge", everySeconds: 60, run: () => purge(database, now()) },
    { name: "purge-ephemeral", everySeconds: 60, run: () => ephemeral.store.purgeExpired() },
    { name: "rotate-keys", everySeconds: 3600, run: () => rotateOldKeys({ ...rotation, now: now() }) },
  ];
}
