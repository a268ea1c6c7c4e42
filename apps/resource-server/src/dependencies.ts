/** The dependencies of the endpoint, and how main builds them. */
import { type EphemeralStore, memoryStore, openEphemeral } from "@countersign/ephemeral";
import { remoteJwks, type VerifiedAccessToken } from "@countersign/jwt";
import type { DemandedSignIn } from "@countersign/rules";
import { type Logger, type Measure, type MutualTls, mutualTls } from "@countersign/service";
import type { Config } from "./config.ts";
import { discoverJwksUri } from "./token/discovery.ts";
import { nonceSecret } from "./token/nonce-secret.ts";
import { type AssertSender, senderCheck } from "./token/sender.ts";
import { tokenVerification } from "./token/verification.ts";
import { openUserinfo } from "./userinfo/replicated.ts";
import { type UserinfoStore, userinfoStore } from "./userinfo/store.ts";
import { type FetchUserinfoResponse, userinfoResponses } from "./userinfo/userinfo-response.ts";

/** The path at which the authorization server makes answers, below its identifier. */
const USERINFO_RESPONSE_PATH = "/internal/userinfo-response";

export interface Dependencies {
  /** Throws `invalid_token` or `temporarily_unavailable`. */
  readonly verify: (token: string) => Promise<VerifiedAccessToken>;
  readonly assertSender: AssertSender;
  /** Reads the certificate of a request; none at the public listener. */
  readonly certificateOf: MutualTls["certificateOf"] | undefined;
  readonly store: UserinfoStore;
  /** Rejects unless there is a key of the issuer to verify with. */
  readonly checkKeys: () => Promise<unknown>;
  readonly fetchResponse: FetchUserinfoResponse;
  /** The identifier of this resource server. */
  readonly resource: string;
  readonly issuer: string;
  /** What the sign-in behind a token must reach; undefined if any is enough. */
  readonly demanded?: DemandedSignIn | undefined;
  readonly now: () => Date;
}

/** What a running service needs, and what it has to close. */
interface Opened extends Dependencies {
  /** The listener for clients with certificates, and what differs there; none if mutual TLS is off. */
  readonly withCertificates: (MutualTls & Pick<Dependencies, "assertSender" | "certificateOf">) | undefined;
  /** What is measured in addition to requests. */
  readonly measures: readonly Measure[];
  /** The limits that the sessions of the database do not have. */
  readonly missingLimits: () => Promise<readonly string[]>;
  /** Rejects unless proofs can be remembered. */
  readonly checkMemory: () => Promise<unknown>;
  close(): Promise<void>;
}

/** What must pass for the service to be ready, and what all replicas share. */
export const readinessOf = ({
  store,
  checkKeys,
  checkMemory,
}: Pick<Opened, "store" | "checkKeys" | "checkMemory">) => ({
  checks: { schema: store.checkSchema, keys: checkKeys },
  shared: { database: store.check, memory: checkMemory },
});

/** Opens what a running service needs. Issuer and database may start later, Redis may not. */
export async function openDependencies(config: Config, logger: Logger): Promise<Opened> {
  const memory = await openMemory(config, logger);
  const { database, measures } = openUserinfo(config, logger);
  const keys = remoteJwks(config.JWKS_URL ?? (() => discoverJwksUri(config.ISSUER)), {
    onFailure: (err) => logger.warn({ err }, "the issuer's keys cannot be fetched"),
  });

  const now = () => new Date();
  const senders = { memory, secret: nonceSecret(config), now };
  const listener = mutualTls(config);
  return {
    verify: tokenVerification({ keys, issuer: config.ISSUER, audience: config.RESOURCE, now }),
    assertSender: senderCheck({ ...senders, url: config.USERINFO_ENDPOINT ?? `${config.RESOURCE}/userinfo` }),
    certificateOf: undefined,
    withCertificates: listener && {
      ...listener,
      assertSender: senderCheck({ ...senders, url: `${listener.url}/userinfo`, certificateOf: listener.certificateOf }),
    },
    store: userinfoStore(database),
    measures,
    missingLimits: database.missingLimits,
    checkMemory: () => memory.ping(),
    checkKeys: keys.ready,
    fetchResponse: userinfoResponses({
      url: config.USERINFO_RESPONSE_URL ?? `${config.ISSUER.replace(/\/$/, "")}${USERINFO_RESPONSE_PATH}`,
      secret: config.USERINFO_RESPONSE_SECRET,
    }),
    resource: config.RESOURCE,
    issuer: config.ISSUER,
    demanded: demandedBy(config),
    now,
    async close() {
      await Promise.all([database.close(), memory.close()]);
    },
  };
}

function demandedBy({ USERINFO_REQUIRED_ACR: acr, USERINFO_MAX_AGE_SECONDS: maxAgeSeconds }: Config) {
  return acr === undefined && maxAgeSeconds === undefined ? undefined : { acr, maxAgeSeconds };
}

const PURGE_EVERY_MS = 60_000;

/** The memory for proofs that were used: shared by all replicas in Redis, or of this process. */
async function openMemory({ REDIS_URL: redisUrl, RESOURCE: issuer }: Config, log: Logger): Promise<EphemeralStore> {
  if (redisUrl !== undefined) return (await openEphemeral({ redisUrl, issuer, log })).store;

  const memory = memoryStore();
  const purging = setInterval(() => void memory.purgeExpired(), PURGE_EVERY_MS).unref();
  return { ...memory, close: async () => clearInterval(purging) };
}
