/**
 * Looks whether the TXT records of verified domains are still there: every week, and every day once one is gone. The
 * domain of a company that no longer has it must not speak for people who get it after that.
 */
import type { Database } from "@countersign/database";
import {
  type DomainActs,
  domainsToCheck,
  type HeldDomain,
  noteFound,
  noteMissing,
  noteNoAnswer,
  proofOf,
} from "../../administration/organizations/domain-checks.ts";
import type { TxtRecords } from "../outbound/txt-records.ts";
import { openParts, type PartsOf } from "./running/parts.ts";

const JOB = "check-domains";
/** In one run. The next one looks for the rest. */
const MOST_DOMAINS = 500;
const AT_ONCE = 10;

export interface CheckingDomains extends Omit<PartsOf, "job"> {
  readonly database: DomainActs["database"] & Pick<Database, "pool">;
  readonly mail: DomainActs["mail"];
  readonly administration: DomainActs["administration"];
  readonly txtRecords: TxtRecords;
}

/** Returns how many domains were looked at. */
export async function checkDomains(checking: CheckingDomains): Promise<number> {
  const { database, at } = checking;
  const due = await domainsToCheck(database, { job: JOB, at, most: MOST_DOMAINS });
  if (due.length === 0) return 0;

  const parts = await openParts({ ...checking, job: JOB });
  for (let first = 0; first < due.length; first += AT_ONCE) {
    const some = due.slice(first, first + AT_ONCE);
    // biome-ignore lint/performance/noAwaitInLoops: ten domains are looked for at once.
    await Promise.all(some.map((held) => parts.attempt(held.id, () => check(held, checking))));
  }
  return due.length;
}

async function check(held: HeldDomain, { txtRecords, log, at, ...acts }: CheckingDomains): Promise<void> {
  const by = { actor: { kind: "system" }, at } as const;
  const { name, value } = proofOf(held);
  const texts = await txtRecords(name);
  if (texts === undefined) {
    log.info({ domain: held.domain }, "the record of a domain could not be looked for");
    return void (await noteNoAnswer(acts, held, by));
  }
  await (texts.includes(value) ? noteFound : noteMissing)(acts, held, by);
}
