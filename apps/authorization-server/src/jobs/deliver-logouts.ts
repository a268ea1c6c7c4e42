/**
 * Tells clients that sessions ended: OIDC Back-Channel Logout §2.5 to §2.8. A logout token is sent at least once, and
 * never twice the same: each attempt makes a new one, with a jti of its own. A client that is slow or away holds up no
 * other.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "@countersign/database";
import { signLogoutToken } from "@countersign/jwt";
import { isLocalHttp, numericDate } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import type { SignerFor } from "../keys/signer-for.ts";
import { type GuardedFetch, type GuardedFetchOptions, openGuardedFetch } from "../outbound/guarded-fetch.ts";
import { type LogoutDelivery, logoutDeliveryStore, MOST_ATTEMPTS } from "../stores/person/logout-deliveries.ts";

/** Deliveries under way at a time in this process, and of them to one client. */
const MOST_AT_ONCE = 48;
const MOST_OF_ONE_CLIENT = 4;
/** Less than the shortest wait between two attempts, so that these never overlap. */
const TIMEOUT_MS = 5000;
const TOKEN_TTL_SECONDS = 120;

export interface LogoutDeliveries {
  /** Starts sending what is due, as far as there is room; says how many deliveries it started. */
  run(): Promise<number>;
  /** The same, for those who have just ended a session and do not wait for what comes of it. */
  wake(): void;
  /** Sends what is due until nothing is. */
  drain(): Promise<Outcome>;
  /** Whether logout tokens could be sent to this address, as far as the address alone can tell. */
  reaches(uri: string): boolean;
  /** Starts nothing more, and waits for what is under way. */
  close(): Promise<void>;
}

/** How attempts ended since the start. */
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
  /** The way out; one of its own unless told, so that no client that is away uses up what other fetches need. */
  readonly outbound?: Pick<GuardedFetch, "postForm" | "mayFetch" | "close">;
}

export function openLogoutDeliveries(parts: DeliveryParts): LogoutDeliveries {
  const { database, config, now, log, outbound = outboundOf(config) } = parts;
  const store = logoutDeliveryStore(database);
  const underWay = new Map<string, Promise<unknown>>();
  const outcome = { delivered: 0, failed: 0 };
  let sending = 0;
  let looking: Promise<number> | undefined;
  let closed = false;

  const send = async (delivery: LogoutDelivery) => {
    sending += 1;
    try {
      const done = await deliver(delivery, { ...parts, outbound });
      outcome[done ? "delivered" : "failed"] += 1;
      if (done) await store.delivered(delivery.id, now());
      else if (delivery.attempts === MOST_ATTEMPTS) await store.givenUp(delivery, now());
    } catch (err) {
      log.error({ err, clientId: delivery.clientId }, "a logout delivery failed here");
    } finally {
      sending -= 1;
    }
  };

  const look = async () => {
    const exceptClientIds = [...underWay.keys()];
    const limits = { most: MOST_AT_ONCE - sending, mostOfOneClient: MOST_OF_ONE_CLIENT, exceptClientIds };
    const claimed = limits.most > 0 ? await store.claim(limits, now()) : [];
    for (const [clientId, deliveries] of Map.groupBy(claimed, (delivery) => delivery.clientId)) {
      const sent = Promise.all(deliveries.map(send)).then(() => {
        underWay.delete(clientId);
        wake();
      });
      underWay.set(clientId, sent);
    }
    return claimed.length;
  };

  const run = async () => {
    if (closed) return 0;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const wake = () => {
    run().catch((err: unknown) => log.error({ err }, "the outbox of logout tokens could not be read"));
  };

  return {
    run,
    wake,
    reaches: (uri) => outbound.mayFetch(uri),
    async drain() {
      while ((await run()) > 0 || underWay.size > 0) await Promise.all(underWay.values());
      return outcome;
    },
    async close() {
      closed = true;
      await looking?.catch(() => {});
      await Promise.all(underWay.values());
      await outbound.close();
    },
  };
}

// Plain http where redirect URIs may be that: while the issuer itself is, on this machine alone.
const outboundOf = ({ ISSUER, OUTBOUND_ALLOWED_HOSTS: allowedHosts, OUTBOUND_CA: extraCa }: DeliveryParts["config"]) =>
  openGuardedFetch({ allowedHosts, extraCa, timeoutMs: TIMEOUT_MS, plainHttp: isLocalHttp(ISSUER) });

/** One attempt. Whether the client has confirmed it: §2.8 says 200, and some frameworks send 204. */
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
      log.debug(about, "a client was told of the end of a session");
      return true;
    }
    log.info({ ...about, status }, "a client did not take a logout token");
  } catch (err) {
    log.info({ ...about, err }, "a logout token could not be sent");
  }
  if (attempts === MOST_ATTEMPTS) log.error(about, "a client could not be told of the end of a session: given up");
  return false;
}

const clientOf = ({ clientId: id, sealedSecret, secretKeyEncryptionKeyId }: LogoutDelivery) => ({
  id,
  sealedSecret: sealedSecret ?? undefined,
  secretKeyEncryptionKeyId: secretKeyEncryptionKeyId ?? undefined,
});
