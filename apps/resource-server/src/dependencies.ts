/** The dependencies of the endpoint, and how main builds them. */
import { openUserinfoDatabase } from "@countersign/database/userinfo";
import { remoteJwks, type VerifiedAccessToken } from "@countersign/jwt";
import type { DemandedSignIn } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import type { Config } from "./config.ts";
import { discoverJwksUri } from "./discovery.ts";
import { type UserinfoStore, userinfoStore } from "./store.ts";
import { type FetchUserinfoResponse, userinfoResponses } from "./userinfo-response.ts";
import { tokenVerification } from "./verification.ts";

/** The path at which the authorization server makes answers, below its identifier. */
const USERINFO_RESPONSE_PATH = "/internal/userinfo-response";

export interface Dependencies {
  /** Throws `invalid_token` or `temporarily_unavailable`. */
  readonly verify: (token: string) => Promise<VerifiedAccessToken>;
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

/** Opens what a running service needs, without waiting: issuer and database may start later. */
export function openDependencies(config: Config, logger: Logger): Dependencies & { close(): Promise<void> } {
  const database = openUserinfoDatabase(config.DATABASE_URL, {
    onError: (err) => logger.warn({ err }, "a connection to the database broke"),
  });
  const keys = remoteJwks(config.JWKS_URL ?? (() => discoverJwksUri(config.ISSUER)), {
    onFailure: (err) => logger.warn({ err }, "the issuer's keys cannot be fetched"),
  });

  const now = () => new Date();
  return {
    verify: tokenVerification({ keys, issuer: config.ISSUER, audience: config.RESOURCE, now }),
    store: userinfoStore(database),
    checkKeys: keys.ready,
    fetchResponse: userinfoResponses({
      url: config.USERINFO_RESPONSE_URL ?? `${config.ISSUER.replace(/\/$/, "")}${USERINFO_RESPONSE_PATH}`,
      secret: config.USERINFO_RESPONSE_SECRET,
    }),
    resource: config.RESOURCE,
    issuer: config.ISSUER,
    demanded: demandedBy(config),
    now,
    close: database.close,
  };
}

function demandedBy({ USERINFO_REQUIRED_ACR: acr, USERINFO_MAX_AGE_SECONDS: maxAgeSeconds }: Config) {
  return acr === undefined && maxAgeSeconds === undefined ? undefined : { acr, maxAgeSeconds };
}
