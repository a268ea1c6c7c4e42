/**
 * Delivers the mails of the outbox: at least once each, not after it expired, and always with the same Message-ID. A
 * mail server that accepts nothing is asked with one mail at a time, after growing pauses.
 */
import type { Database } from "@countersign/database";
import { after } from "@countersign/rules";
import type { Logger } from "@countersign/service";
import type { SealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import { MAIL_KINDS, type MailKind } from "../../../people/mail/kinds.ts";
import { nextAttemptAt, openPauses, type Random } from "../../../people/mail/retries.ts";
import { type SendParts, sendMail } from "../../../people/mail/send.ts";
import { ATTEMPT_TIMEOUT_MS, type Attempt } from "../../../people/mail/transport.ts";
import {
  type MailDelivery,
  type MailDeliveryStore,
  type MailQueue,
  mailDeliveryStore,
} from "../../stores/person/mail-deliveries.ts";
import { inBatches } from "../running/batches.ts";
import { openParts } from "../running/parts.ts";
import { type OwnedDeliveries, openOwnedDeliveries } from "./owned-deliveries.ts";

/** The maximum number of attempts in progress in this process. */
const MOST_AT_ONCE = 8;
/** A mail whose attempt has not ended by then, because the process ended, is due again. */
const CLAIM = { leaseSeconds: (2 * ATTEMPT_TIMEOUT_MS) / 1000, kinds: Object.keys(MAIL_KINDS) };
/** When a mail is due again that the mail server was not asked to deliver. The pauses decide when that is possible. */
const AGAIN_SECONDS = 5;

/** What became of an attempt or, at last, of a mail. */
export type MailResult = Attempt["result"] | "given-up" | "expired" | "broken";

export interface MailDeliveries extends Omit<OwnedDeliveries, "wake"> {
  /** Gives up the mails that have expired. Returns how many. */
  expire(): Promise<number>;
  /** How often each result occurred since the start, by kind of mail. */
  counts(): readonly MailCount[];
  queue(): Promise<MailQueue>;
}

export interface MailCount {
  readonly kind: string;
  readonly result: MailResult;
  readonly count: number;
}

export interface MailParts {
  /** Without them, nothing is sent. */
  readonly sending: SendParts | undefined;
  readonly database: Pick<Database, "pool">;
  readonly texts: SealedTexts;
  readonly now: () => Date;
  readonly log: Pick<Logger, "debug" | "info" | "error">;
  readonly random: Random;
}

export function openMailDeliveries(parts: MailParts): MailDeliveries {
  const { database, sending, now, log, random } = parts;
  const store = mailDeliveryStore(database);
  const pauses = openPauses(random);
  const results = countResults();

  const send = async (mail: MailDelivery, by: SendParts) => {
    try {
      const attempt = await sendMail(opened(mail, parts.texts), by);
      pauses.note(attempt.result, now());
      for (const result of await settle(mail, attempt, { ...parts, store })) results.add(mail.kind, result);
      return attempt.result === "delivered";
    } catch (err) {
      results.add(mail.kind, "broken");
      log.error({ err, mail: mail.id, kind: mail.kind }, "a mail delivery failed here");
      return false;
    }
  };

  const claim = async (most: number) => {
    const room = pauses.room(MOST_AT_ONCE, now()) - (MOST_AT_ONCE - most);
    return sending !== undefined && room > 0 ? store.claim({ ...CLAIM, most: room }, now()) : [];
  };

  const { run, drain, close } = openOwnedDeliveries<MailDelivery>(
    {
      name: "mails",
      mostAtOnce: MOST_AT_ONCE,
      mostOfOne: MOST_AT_ONCE,
      claim: ({ most }) => claim(most),
      // Every mail goes to the one mail server.
      ownerOf: () => "",
      send: async (mail) => sending !== undefined && send(mail, sending),
    },
    log,
  );
  return {
    run,
    drain,
    close,
    expire: () => expireMails(parts, { store, results }),
    counts: results.all,
    queue: store.queue,
  };
}

const EXPIRED_AT_ONCE = 1000;

/** Gives up the mails that have expired, in batches: a mail server may have been away for long. */
async function expireMails(
  { database, log, now }: Pick<MailParts, "database" | "log" | "now">,
  { store, results }: { readonly store: MailDeliveryStore; readonly results: ReturnType<typeof countResults> },
): Promise<number> {
  const at = now();
  const expired = new Map<string, number>();
  const batches = {
    name: "mail",
    mostRows: EXPIRED_AT_ONCE,
    first: (except: readonly string[]) => store.firstExpired(except, at),
    async run(most: number, except: readonly string[]) {
      const ended = await store.expire({ most, except }, at);
      for (const { kind, count } of ended) if (kind !== null) expired.set(kind, (expired.get(kind) ?? 0) + count);
      return ended.reduce((sum, { count }) => sum + count, 0);
    },
  };
  await inBatches(batches, await openParts({ job: "expire-mail", database, log, at }));
  for (const [kind, mails] of expired) {
    results.add(kind, "expired", mails);
    log.error({ kind, mails }, "mails expired before they could be delivered");
  }
  return [...expired.values()].reduce((sum, mails) => sum + mails, 0);
}

/** Writes down what an attempt means for the mail. Returns the results to count. */
async function settle(
  mail: MailDelivery,
  attempt: Attempt,
  { store, now, log, random }: Pick<MailParts, "now" | "log" | "random"> & { readonly store: MailDeliveryStore },
): Promise<readonly MailResult[]> {
  const { id, kind, attempts } = mail;
  const about = { mail: id, kind, attempts };
  if (attempt.result === "delivered") {
    log.debug(about, "a mail was delivered");
    await store.delivered(id, now());
    return ["delivered"];
  }

  const { result, reason } = attempt;
  log.info({ ...about, result, reason }, "a mail was not delivered");
  if (result === "unreachable") {
    await store.postpone(id, after(now(), AGAIN_SECONDS), reason, false);
    return [result];
  }
  const next = result === "deferred" ? nextAttemptAt(attempts, now(), random) : undefined;
  if (next !== undefined) {
    await store.postpone(id, next, reason, true);
    return [result];
  }
  log.error({ ...about, reason }, "a mail could not be delivered: given up");
  await store.giveUp(id, reason);
  return [result, "given-up"];
}

function opened(mail: MailDelivery, texts: SealedTexts) {
  const { id, address, kind, language, messageId, expiresAt, createdAt, zone, ...secret } = mail;
  const parameters = JSON.parse(texts.open(secret, ["mail", id])) as Record<string, string>;
  return { kind: kind as MailKind, language, to: address, parameters, messageId, expiresAt, createdAt, zone };
}

function countResults() {
  const counted = new Map<string, MailCount>();
  return {
    add(kind: string, result: MailResult, times = 1) {
      const key = `${kind} ${result}`;
      counted.set(key, { kind, result, count: (counted.get(key)?.count ?? 0) + times });
    },
    all: () => [...counted.values()],
  };
}
