/**
 * Notifies clients that sessions ended: OIDC Back-Channel Logout §2.5 to §2.8. A logout token is sent at least once.
 * Each attempt makes a new token with its own jti, so the same token is never sent twice. A client that is slow or
 * unavailable does not delay the others.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { signLogoutToken } from "@countersign/jwt";
import { isLocalHttp, numericDate } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import type { SignerFor } from "../../../issuer/keys/signer-for.ts";
import { type GuardedFetch, type GuardedFetchOptions, openGuardedFetch } from "../../outbound/guarded-fetch.ts";
import { type LogoutDelivery, logoutDeliveryStore, MOST_ATTEMPTS } from "../../stores/session/logout-deliveries.ts";
import { type OwnedDeliveries, openOwnedDeliveries } from "./owned-deliveries.ts";

/** The maximum number of deliveries in progress in this process, in total and to one client. */
const MOST_AT_ONCE = 48;
const MOST_OF_ONE_CLIENT = 4;
/** Shorter than the shortest wait between two attempts, so that attempts never overlap. */
const TIMEOUT_MS = 5000;
const TOKEN_TTL_SECONDS = 120;

export interface LogoutDeliveries extends Omit<OwnedDeliveries, "drain"> {
  /** Sends deliveries until none is due. */
  drain(): Promise<Outcome>;
  /** Whether logout tokens could be sent to this address, judged only by the address. */
  reaches(uri: string): boolean;
}

/** How many attempts succeeded and failed since the start. */
export interface Outcome {
  readonly delivered: number;
  readonly failed: number;
}

export interface DeliveryParts {
  readonly database: Pick<Database, "pool">;
  readonly signerFor: SignerFor;
  readonly config: {
    readonly ISSUER: string;
    readonly OUTBOUND_ALLOWED_HOSTS: GuardedFetchOptions["allowedHosts"];
    readonly OUTBOUND_CA?: string | undefined;
  };
  readonly now: () => Date;
  readonly log: Pick<Logger, "debug" | "info" | "error">;
  /**
   * Sends the requests. By default deliveries have a `GuardedFetch` of their own, so that unavailable clients do not
   * use up what other fetches need.
   */
  readonly outbound?: Pick<GuardedFetch, "postForm" | "mayFetch" | "close">;
}

export function openLogoutDeliveries(parts: DeliveryParts): LogoutDeliveries {
  const { database, config, now, log, outbound = outboundOf(config) } = parts;
  const store = logoutDeliveryStore(database);
  const outcome = { delivered: 0, failed: 0 };

  const send = async (delivery: LogoutDelivery) => {
    try {
      const done = await deliver(delivery, { ...parts, outbound });
      outcome[done ? "delivered" : "failed"] += 1;
      if (done) await store.delivered(delivery.id, now());
      else if (delivery.attempts === MOST_ATTEMPTS) await store.givenUp(delivery, now());
      return done;
    } catch (err) {
      log.error({ err, clientId: delivery.clientId }, "a logout delivery failed because of this server");
      return false;
    }
  };

  const { run, wake, drain, close } = openOwnedDeliveries<LogoutDelivery>(
    {
      name: "logout tokens",
      mostAtOnce: MOST_AT_ONCE,
      mostOfOne: MOST_OF_ONE_CLIENT,
      claim: (limits) => store.claim(limits, now()),
      ownerOf: ({ clientId }) => clientId,
      send,
    },
    log,
  );
  return {
    run,
    wake,
    reaches: (uri) => outbound.mayFetch(uri),
    async drain() {
      await drain();
      return outcome;
    },
    async close() {
      await close();
      await outbound.close();
    },
  };
}

// Plain http is allowed as for redirect URIs: only on this machine, and only if the issuer itself uses it.
const outboundOf = ({ ISSUER, OUTBOUND_ALLOWED_HOSTS: allowedHosts, OUTBOUND_CA: extraCa }: DeliveryParts["config"]) =>
  openGuardedFetch({ allowedHosts, extraCa, timeoutMs: TIMEOUT_MS, plainHttp: isLocalHttp(ISSUER) });

/** Makes one attempt. Returns whether the client confirmed it: §2.8 says 200, and some frameworks send 204. */
async function deliver(
  delivery: LogoutDelivery,
  { outbound, signerFor, config, now, log }: Required<DeliveryParts>,
): Promise<boolean> {
  const { clientId, uri, attempts, sub, sid, alg } = delivery;
  const iat = numericDate(now());
  const whose = { sub: sub ?? undefined, sid };
  const claims = { iss: config.ISSUER, aud: clientId, ...whose, jti: randomUUID(), iat, exp: iat + TOKEN_TTL_SECONDS };
  const about = { clientId, attempts, sid };
  try {
    const token = await signLogoutToken(await signerFor(clientOf(delivery), alg), claims);
    const status = await outbound.postForm(uri, { logout_token: token });
    if (status === 200 || status === 204) {
      log.debug(about, "a client was notified of the end of a session");
      return true;
    }
    log.info({ ...about, status }, "a client did not accept a logout token");
  } catch (err) {
    log.info({ ...about, err }, "a logout token could not be sent");
  }
  if (attempts === MOST_ATTEMPTS)
    log.error(about, "a client could not be notified of the end of a session: no more attempts");
  return false;
}

const clientOf = ({ clientId: id, sealedSecret, secretKeyEncryptionKeyId }: LogoutDelivery) => ({
  id,
  sealedSecret: sealedSecret ?? undefined,
  secretKeyEncryptionKeyId: secretKeyEncryptionKeyId ?? undefined,
});
