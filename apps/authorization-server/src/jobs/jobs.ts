/** All jobs that run on a schedule. */
import type { Database } from "@countersign/database";
import type { KeyEncryptionKey } from "@countersign/jwt";
import { ADMIN_SCOPES } from "../admin-api/scopes.ts";
import { eraseDue } from "../administration/deletion.ts";
import type { Deployment } from "../configuration/kind.ts";
import { runImportJobs } from "../imports/run-jobs.ts";
import type { SealedTexts } from "../keys/sealed-texts.ts";
import type { Outbox } from "../mail/outbox.ts";
import { endUnservedAuditStream } from "../stores/audit-stream.ts";
import type { ClientUses } from "../stores/client/client-uses.ts";
import type { SigningKeyStore } from "../stores/signing-keys.ts";
import { countDays } from "../stores/statistics.ts";
import { lookForConfigurationDrift } from "./configuration-drift.ts";
import type { LogoutDeliveries } from "./deliver-logouts.ts";
import type { MailDeliveries } from "./deliver-mail.ts";
import type { WebhookDeliveries } from "./deliver-webhooks.ts";
import { purge } from "./purge.ts";
import { purgeClients, purgeDocumentClients } from "./purge-clients.ts";
import { rotateOldKeys } from "./rotate-keys.ts";
import type { Job } from "./schedule.ts";
import type { AuditStream } from "./stream-audit.ts";

export interface JobParts {
  readonly database: Database;
  /** Deletes expired entries of the short-lived store. */
  readonly purgeShortLived: () => Promise<number>;
  readonly signingKeys: SigningKeyStore;
  readonly logoutDeliveries: Pick<LogoutDeliveries, "run">;
  readonly mail: Outbox;
  readonly mailDeliveries: Pick<MailDeliveries, "run" | "expire">;
  readonly webhookDeliveries: Pick<WebhookDeliveries, "run" | "disableOverfull">;
  /** Undefined if the audit trail goes nowhere but to the database. */
  readonly auditStream: Pick<AuditStream, "run"> | undefined;
  readonly sealedTexts: SealedTexts;
  /** For whom passkeys are made here. */
  readonly relyingParty: { readonly id: string } | undefined;
  readonly clientUses: Pick<ClientUses, "flush">;
  /** The identifier of the administration API; undefined if it is off. */
  readonly administration: string | undefined;
  /** What a configuration is compared with, besides the database. */
  readonly deployment: Deployment;
  /** The settings of the jobs, by the names that operators know. */
  readonly config: {
    readonly KEY_ENCRYPTION_KEYS: readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];
    readonly SIGNING_KEY_MAX_AGE_DAYS: number;
    readonly DYNAMIC_CLIENT_UNUSED_DAYS: number;
    readonly AUDIT_RETENTION_DAYS: number;
  };
  readonly now: () => Date;
}

export function jobsOf(parts: JobParts): readonly Job[] {
  const { database, purgeShortLived, signingKeys, logoutDeliveries, mailDeliveries, clientUses, config, now } = parts;
  const { webhookDeliveries, auditStream } = parts;
  const rotation = {
    store: signingKeys,
    keyEncryptionKey: config.KEY_ENCRYPTION_KEYS[0],
    actor: { kind: "system" },
    maxAgeDays: config.SIGNING_KEY_MAX_AGE_DAYS,
  } as const;

  const retention = { auditRetentionDays: config.AUDIT_RETENTION_DAYS };
  return [
    { name: "purge", everySeconds: 60, run: () => purge(database, now(), retention) },
    { name: "erase-accounts", everySeconds: 60, run: () => eraseDue(parts, now()) },
    { name: "purge-ephemeral", everySeconds: 60, run: purgeShortLived },
    { name: "statistics", everySeconds: 60, run: () => countDays(database, now()) },
    { name: "client-uses", everySeconds: 60, run: clientUses.flush },
    {
      name: "purge-clients",
      everySeconds: 3600,
      run: () => purgeClients(database, config.DYNAMIC_CLIENT_UNUSED_DAYS, now()),
    },
    {
      name: "purge-document-clients",
      everySeconds: 3600,
      run: () => purgeDocumentClients(database, config.DYNAMIC_CLIENT_UNUSED_DAYS, now()),
    },
    {
      name: "run-imports",
      everySeconds: 1,
      run: () => runImportJobs({ ...parts, administration: ADMIN_SCOPES, administrationApi: parts.administration }),
    },
    {
      name: "configuration-drift",
      everySeconds: 3600,
      run: () => lookForConfigurationDrift(database, parts.deployment, now()),
    },
    { name: "deliver-logouts", everySeconds: 1, run: logoutDeliveries.run },
    { name: "deliver-webhooks", everySeconds: 1, run: webhookDeliveries.run },
    { name: "disable-overfull-webhooks", everySeconds: 60, run: webhookDeliveries.disableOverfull },
    ...(auditStream === undefined ? [] : [{ name: "stream-audit", everySeconds: 1, run: auditStream.run }]),
    { name: "end-audit-stream", everySeconds: 3600, run: () => endUnservedAuditStream(database, now()) },
    { name: "deliver-mail", everySeconds: 1, run: mailDeliveries.run },
    { name: "expire-mail", everySeconds: 10, run: mailDeliveries.expire },
    { name: "rotate-keys", everySeconds: 3600, run: () => rotateOldKeys({ ...rotation, now: now() }) },
  ];
}
