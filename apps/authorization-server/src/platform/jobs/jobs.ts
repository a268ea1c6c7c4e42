/** All jobs that run on a schedule. */
import type { Connected } from "@countersign/database";
import type { KeyEncryptionKey } from "@countersign/jwt";
import type { Logger } from "@countersign/service";
import { ADMIN_SCOPES } from "../../administration/api/scopes.ts";
import type { Deployment } from "../../administration/configuration/kinds/kind.ts";
import { runImportJobs } from "../../administration/imports/run-jobs.ts";
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import type { Outbox } from "../../people/mail/message.ts";
import type { TxtRecords } from "../outbound/txt-records.ts";
import type { Noted } from "../stores/audit/noted.ts";
import type { SigningKeyStore } from "../stores/signing-keys.ts";
import { checkDomains } from "./check-domains.ts";
import { lookForConfigurationDrift } from "./configuration-drift.ts";
import { countStatistics } from "./count-statistics.ts";
import { eraseDue } from "./erase-accounts.ts";
import { rotateOldKeys } from "./keys/rotate-keys.ts";
import type { LogoutDeliveries } from "./outbox/deliver-logouts.ts";
import type { MailDeliveries } from "./outbox/deliver-mail.ts";
import type { WebhookDeliveries } from "./outbox/deliver-webhooks.ts";
import { purge } from "./purge/purge.ts";
import { purgeClients, purgeDocumentClients } from "./purge/purge-clients.ts";
import { notingFailures } from "./running/noted-runs.ts";
import { openParts } from "./running/parts.ts";
import type { Job } from "./running/schedule.ts";
import { type WritingNoted, writeNoted } from "./running/write-noted.ts";
import { endAuditStream } from "./stream/end-audit-stream.ts";
import type { AuditStream } from "./stream/stream-audit.ts";

export interface JobParts {
  readonly database: Connected;
  /** Deletes expired entries of the short-lived store. */
  readonly purgeShortLived: () => Promise<number>;
  readonly signingKeys: SigningKeyStore;
  readonly logoutDeliveries: Pick<LogoutDeliveries, "run">;
  readonly mail: Outbox;
  readonly mailDeliveries: Pick<MailDeliveries, "run" | "expire">;
  readonly webhookDeliveries: Pick<WebhookDeliveries, "run" | "disableOverfull">;
  /** Undefined if the audit log is not streamed. */
  readonly auditStream: Pick<AuditStream, "run"> | undefined;
  readonly sealedTexts: SealedTexts;
  /** Looks whether domains are still proved. */
  readonly txtRecords: TxtRecords;
  /** The relying party of our passkeys. */
  readonly relyingParty: { readonly id: string } | undefined;
  readonly clientUses: Noted;
  readonly refusedRequests: Noted;
  /** The identifier of the administration API; undefined if it is off. */
  readonly administration: string | undefined;
  /** What a configuration is compared with, other than the database. */
  readonly deployment: Deployment;
  /** The settings of the jobs, by the names that operators know. */
  readonly config: {
    readonly KEY_ENCRYPTION_KEYS: readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];
    readonly SIGNING_KEY_MAX_AGE_DAYS: number;
    readonly DYNAMIC_CLIENT_UNUSED_DAYS: number;
    readonly AUDIT_RETENTION_DAYS: number;
  };
  readonly now: () => Date;
  readonly log: Pick<Logger, "info" | "error">;
}

/** All jobs. A run that fails is noted, and so is each part of a job that has several. */
export const jobsOf = (parts: JobParts): readonly Job[] =>
  [...accounts(parts), ...clients(parts), ...deliveries(parts), ...upkeep(parts)].map((job) =>
    notingFailures(job, parts),
  );

/** What every run of a job with several parts is given. */
const runOf = ({ database, log, now }: JobParts) => ({ database, log, at: now() });

const accounts = (parts: JobParts): readonly Job[] => [
  { name: "erase-accounts", everySeconds: 60, run: () => eraseDue(parts, parts.now()) },
  { name: "statistics", everySeconds: 60, run: () => countStatistics(runOf(parts)) },
  { name: "check-domains", everySeconds: 600, run: () => checkDomains({ ...parts, ...runOf(parts) }) },
  {
    name: "run-imports",
    everySeconds: 1,
    run: () => runImportJobs({ ...parts, administration: ADMIN_SCOPES, administrationApi: parts.administration }),
  },
];

type Every = Pick<Job, "everySeconds">;

function clients(parts: JobParts): readonly Job[] {
  const unusedDays = parts.config.DYNAMIC_CLIENT_UNUSED_DAYS;
  const purging = () => ({ ...runOf(parts), unusedDays });
  const writing = ({ everySeconds, ...of }: Omit<WritingNoted, keyof ReturnType<typeof runOf>> & Every): Job => ({
    ...{ name: of.job, everySeconds, isOwn: true },
    run: () => writeNoted({ ...runOf(parts), ...of }),
  });
  return [
    writing({ job: "client-uses", everySeconds: 60, name: "client", noted: parts.clientUses }),
    writing({ job: "refused-requests", everySeconds: 2, name: "refusal", noted: parts.refusedRequests }),
    { name: "purge-clients", everySeconds: 3600, run: () => purgeClients(purging()) },
    { name: "purge-document-clients", everySeconds: 3600, run: () => purgeDocumentClients(purging()) },
  ];
}

const deliveries = (parts: JobParts): readonly Job[] => {
  const { logoutDeliveries, mailDeliveries, webhookDeliveries, auditStream } = parts;
  return [
    { name: "deliver-logouts", everySeconds: 1, run: logoutDeliveries.run },
    { name: "deliver-webhooks", everySeconds: 1, run: webhookDeliveries.run },
    { name: "disable-overfull-webhooks", everySeconds: 60, run: webhookDeliveries.disableOverfull },
    ...(auditStream === undefined ? [] : [{ name: "stream-audit", everySeconds: 1, run: auditStream.run }]),
    { name: "end-audit-stream", everySeconds: 3600, run: () => endAuditStream(runOf(parts)) },
    { name: "deliver-mail", everySeconds: 1, run: mailDeliveries.run },
    { name: "expire-mail", everySeconds: 10, run: mailDeliveries.expire },
  ];
};

function upkeep(parts: JobParts): readonly Job[] {
  const { config, deployment, signingKeys: store, purgeShortLived } = parts;
  const { AUDIT_RETENTION_DAYS: auditRetentionDays, SIGNING_KEY_MAX_AGE_DAYS: maxAgeDays } = config;
  const [keyEncryptionKey] = config.KEY_ENCRYPTION_KEYS;
  const rotation = { store, keyEncryptionKey, actor: { kind: "system" }, maxAgeDays } as const;
  return [
    { name: "purge", everySeconds: 60, run: () => purge({ ...runOf(parts), auditRetentionDays }) },
    { name: "purge-ephemeral", everySeconds: 60, run: purgeShortLived },
    {
      name: "configuration-drift",
      everySeconds: 3600,
      run: () => lookForConfigurationDrift({ ...runOf(parts), deployment }),
    },
    {
      name: "rotate-keys",
      everySeconds: 3600,
      async run() {
        const trying = await openParts({ ...runOf(parts), job: "rotate-keys" });
        return rotateOldKeys({ ...rotation, now: parts.now() }, trying);
      },
    },
  ];
}
