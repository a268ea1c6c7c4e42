/** Builds the dependencies of endpoints, pages and jobs from the configuration. */
import { isLocalHttp } from "@countersign/rules";
import type { Logger, Measure } from "@countersign/service";
import { deploymentOf } from "./administration/api/deployment.ts";
import { administrationResource } from "./administration/api/environment.ts";
import { ensureAdministrationResource } from "./administration/api/standing/resource.ts";
import { forAdministration } from "./administration/open-administration.ts";
import { type Config, lifetimesOf, limitSettings, storedLifetimes, storeSettings } from "./config.ts";
import type { Dependencies } from "./dependencies.ts";
import { NO_CERTIFICATES } from "./issuer/clients/certificates/client-certificate.ts";
import { openMutualTls } from "./issuer/clients/certificates/mutual-tls.ts";
import { clientDocumentsPolicy } from "./issuer/clients/client-documents-policy.ts";
import { openRegistrationPolicy } from "./issuer/clients/open-registration-policy.ts";
import { requestPolicies } from "./issuer/clients/request-policies.ts";
import { clientDependencies, clientDocumentsOf } from "./issuer/open-clients.ts";
import { openKeys, openSigning } from "./issuer/open-signing.ts";
import { tokenVerifier } from "./issuer/tokens/verify-token.ts";
import { openLimits } from "./limits.ts";
import { signInDependencies } from "./people/open-sign-in.ts";
import { viewDependencies } from "./people/open-views.ts";
import type { PasswordCost } from "./people/sign-in/passwords.ts";
import { signUpPolicy } from "./people/sign-in/sign-up-policy.ts";
import { cookiesFor } from "./platform/http/cookies.ts";
import { jobsOf } from "./platform/jobs/jobs.ts";
import { algsInUse, rotateKeys } from "./platform/jobs/keys/rotate-keys.ts";
import type { Job } from "./platform/jobs/running/schedule.ts";
import { openDeliveries } from "./platform/open-deliveries.ts";
import { openCounts, readMeasures } from "./platform/open-measures.ts";
import { openGuardedFetch } from "./platform/outbound/guarded-fetch.ts";
import { isAllowedHost } from "./platform/outbound/target.ts";
import { openTxtRecords, type TxtRecords } from "./platform/outbound/txt-records.ts";
import { type Readiness, readinessOf } from "./platform/readiness.ts";
import { ensureUserinfoResource } from "./platform/stores/client/resource-servers.ts";
import { durableStores } from "./platform/stores/durable.ts";
import { openStores, poolsOf, type Stores } from "./platform/stores/open-stores.ts";
import { waitingRequests } from "./platform/stores/requests/waiting-requests.ts";
import { type Pooled, schemaStays } from "./platform/stores/schema.ts";
import { type SigningKeyStore, signingKeyStore } from "./platform/stores/signing-keys.ts";

export interface OpenedDependencies {
  readonly deps: Dependencies;
  /** The same for the administration API, by connections of its own. */
  readonly administration: Dependencies;
  /** What must pass for the service to be ready. */
  readonly readiness: Pick<Readiness, "checks" | "shared">;
  /** The jobs that run on a schedule. */
  readonly jobs: readonly Job[];
  /** What is measured in addition to requests. */
  readonly measures: readonly Measure[];
  readonly pools: Readonly<Record<keyof Stores, Stores["people"]["database"]["pool"]>>;
  /** The functions that close the resources, in this order. */
  readonly close: readonly (() => Promise<void>)[];
}

export interface Circumstances {
  /** The clock of all dependencies. */
  readonly now?: () => Date;
  /** How long a statement of the database may take. */
  readonly statementTimeoutMs?: number | undefined;
  /** What a password hash costs; the recommended cost by default. */
  readonly passwordCost?: PasswordCost;
  /** How TXT records are found; by the DNS of this machine by default. */
  readonly txtRecords?: TxtRecords;
  /** What the start waits for before it uses the database. */
  readonly beforeUse?: (database: Pooled) => Promise<void>;
}

/** Connects to the stores and builds all dependencies from the configuration. Throws when a store cannot be reached. */
export async function openDependencies(
  config: Config,
  log: Logger,
  {
    now = () => new Date(),
    statementTimeoutMs,
    passwordCost,
    txtRecords = openTxtRecords(),
    beforeUse,
  }: Circumstances = {},
): Promise<OpenedDependencies> {
  const ways = await openStores({ ...storeSettings(config), statementTimeoutMs, log, beforeUse });
  const { people, administration, jobs } = ways;
  const { database, ephemeral } = people;
  const keys = await openKeys(config, { store: signingKeyStore(database), now, log });
  const stores = durableStores(database, storedLifetimes(config), config.KEY_ENCRYPTION_KEYS);
  const { outbound, durable, tokenRequests, counts } = openCounts(openOutbound(config), stores);
  const ofClients = clientDependencies(config, { database, jobs: jobs.database, ...ephemeral, outbound, now, log });
  const signing = openSigning(config, { keys, database, now, log, ...ofClients, ...durable });
  const forSignIn = { database, store: ephemeral.store, ...durable, outbound, keys, now, log, passwordCost };
  const { opened, ...ofSignIn } = await signInDependencies(config, forSignIn);
  const ofSettings = { database: administration.database, startingWith: database };
  const ui = await viewDependencies(config, { ...ofSettings, store: ephemeral.store, log });
  const sending = openDeliveries(config, { database: jobs.database, ...signing, ...ui, now, log });
  await ensureAdministrationResource(durable, config, now());
  const shared = {
    ...settingsOf(config),
    txtRecords,
    ...ofClients,
    database,
    userinfoResource: await ensureUserinfoResource(durable.resources, config),
    proofs: ephemeral.store,
    ...(await readFiles(config)),
    ...sending.deps,
    ...keyDependencies(config, { keys, signingKeys: signingKeyStore(administration.database) }),
    limits: openLimits(ephemeral, limitSettings(config)),
    log,
    now,
  };
  const deps: Dependencies = {
    ...shared,
    clientDocuments: clientDocumentsOf(shared),
    listedResources: await durable.resources.listed(),
    ...durable,
    ...waitingRequests({ store: ephemeral.store, now, keys: config.KEY_ENCRYPTION_KEYS }),
    verifyToken: tokenVerifier(config.ISSUER, keys),
    tokenRequests,
    ...signing,
    ...ofSignIn,
    ...ui,
  };
  const pools = poolsOf(ways);
  const read = readMeasures({ pools: { ...pools, tokens: database.hot }, keys, now, jobs: jobs.database, ...ofSignIn });
  const { measures, ...readiness } = openReadiness(config, { ...people, keys, log });
  return {
    deps,
    administration: forAdministration(deps, administration, config),
    readiness,
    jobs: jobsBy(jobs, { ...deps, ...sending.jobs, config }),
    measures: [...counts, ...sending.measures, ...measures, ...read],
    pools,
    close: inOrder(...sending.senders, keys, ui.settings, outbound, ...opened, ephemeral.store, database),
  };
}

const openReadiness = (
  { ACCESS_TOKEN_SIGNING_ALG: alg }: Config,
  { keys, ...parts }: Stores["people"] & { readonly keys: Dependencies["keys"]; readonly log: Logger },
) => readinessOf({ ...parts, schema: schemaStays(parts.database), hasSigner: () => keys.signsNow(alg) });

type OfJobs = Omit<Parameters<typeof jobsOf>[0], "database" | "purgeShortLived" | "signingKeys" | "deployment">;

/** The jobs, by connections of their own. */
const jobsBy = ({ database, ephemeral }: Stores["jobs"], parts: OfJobs & Dependencies & { readonly config: Config }) =>
  jobsOf({
    ...parts,
    database,
    purgeShortLived: ephemeral.store.purgeExpired,
    signingKeys: signingKeyStore(database),
    deployment: deploymentOf(administrationResource(parts.config), parts),
  });

const openOutbound = ({ ISSUER, OUTBOUND_ALLOWED_HOSTS: allowedHosts, OUTBOUND_CA: extraCa }: Config) =>
  openGuardedFetch({ allowedHosts, extraCa, plainHttp: isLocalHttp(ISSUER) });

const inOrder = (...parts: readonly { close(): unknown }[]) =>
  parts.map((part) => async () => void (await part.close()));

const keyDependencies = (
  { KEY_ENCRYPTION_KEYS: [keyEncryptionKey] }: Config,
  { keys, signingKeys: store }: { readonly keys: Dependencies["keys"]; readonly signingKeys: SigningKeyStore },
): Pick<Dependencies, "keys" | "signingKeys" | "rotateKeys"> => ({
  keys,
  signingKeys: store,
  rotateKeys: async ({ actor, at: now }) =>
    rotateKeys({ store, keyEncryptionKey, algs: await algsInUse(store, now), now, actor }),
});

// The libraries that compile schemas are loaded only for a folder with types (decision 169).
const detailsTypesOf = async ({ AUTHORIZATION_DETAILS_DIR: folder, USERINFO_RESOURCE: userinfo }: Config) =>
  folder === undefined ? new Map() : (await import("./issuer/details/types.ts")).openDetailsTypes(folder, userinfo);

/** The dependencies that are read at the start. */
const readFiles = async (config: Config) => ({
  detailsTypes: await detailsTypesOf(config),
  ...(await openMutualTls(config)),
});

/** The dependencies that follow only from the configuration. */
const settingsOf = (config: Config) => ({
  issuer: config.ISSUER,
  administration: administrationResource(config),
  endpointsUrl: config.ISSUER,
  certificateOf: NO_CERTIFICATES,
  userinfoEndpoint: config.USERINFO_ENDPOINT ?? `${config.USERINFO_RESOURCE}/userinfo`,
  userinfoSecretHash: config.USERINFO_RESPONSE_SECRET,
  lifetimes: lifetimesOf(config),
  signUp: signUpPolicy(config),
  ...requestPolicies(config),
  clientDocumentsPolicy: clientDocumentsPolicy(config, (host) =>
    isAllowedHost(new URL(`https://${host}`), config.OUTBOUND_ALLOWED_HOSTS),
  ),
  openRegistration: openRegistrationPolicy(config),
  nativeLocalhost: config.NATIVE_LOCALHOST === "allowed",
  profileClaims: config.PROFILE_CLAIMS,
  usernameCharacters: config.USERNAME_CHARACTERS,
  cookies: cookiesFor(
    config.ISSUER,
    config.SESSION_COOKIE === "persistent" ? config.SESSION_ABSOLUTE_SECONDS : undefined,
  ),
});
