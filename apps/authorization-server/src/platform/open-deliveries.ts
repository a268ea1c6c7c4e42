/** Builds the outboxes, and what delivers their rows, from the configuration. */
import type { Connected } from "@countersign/database";
import { administrationResource } from "../administration/api/environment.ts";
import type { Config } from "../config.ts";
import type { Dependencies } from "../dependencies.ts";
import { hookMeasures } from "../issuer/hooks/hook-measures.ts";
import { sealedTexts } from "../issuer/keys/sealed-texts.ts";
import { senderOf } from "../people/mail/environment.ts";
import { openOutbox } from "../people/mail/outbox.ts";
import { sendPartsOf } from "../people/mail/send.ts";
import { driftMeasures } from "./jobs/configuration-drift.ts";
import { openLogoutDeliveries } from "./jobs/outbox/deliver-logouts.ts";
import { openMailDeliveries } from "./jobs/outbox/deliver-mail.ts";
import { openWebhookDeliveries } from "./jobs/outbox/deliver-webhooks.ts";
import { mailMeasures } from "./jobs/outbox/mail-measures.ts";
import { webhookMeasures } from "./jobs/outbox/webhook-measures.ts";
import { jobMeasures } from "./jobs/running/job-measures.ts";
import { openAuditStream } from "./jobs/stream/stream-audit.ts";
import { auditStreamMeasures } from "./jobs/stream/stream-measures.ts";
import { openStreamWriter } from "./jobs/stream/stream-targets.ts";

type Parts = Pick<Dependencies, "signerFor" | "views" | "hooks" | "now" | "log"> & { readonly database: Connected };

/** The logout tokens, the mails and the events for webhooks, and what is measured of them. */
export function openDeliveries(config: Config, { signerFor, views, hooks, ...parts }: Parts) {
  const texts = sealedTexts(config.KEY_ENCRYPTION_KEYS);
  const sending = sendPartsOf(config, views);
  const mail = openOutbox({ isOn: sending !== undefined, domain: senderOf(config).domain, texts });
  const mailDeliveries = openMailDeliveries({ ...parts, sending, texts, random: Math.random });
  const administration = administrationResource(config);
  const writer = openStreamWriter(config, { issuer: config.ISSUER });
  const personalData = config.AUDIT_STREAM_PERSONAL_DATA === "included";
  const auditStream = writer && openAuditStream({ ...parts, writer, personalData });
  const webhookDeliveries = openWebhookDeliveries({ ...parts, config, texts, mail, administration });
  const logoutDeliveries = openLogoutDeliveries({ ...parts, signerFor, config });
  return {
    deps: { logoutDeliveries, mail, webhookDeliveries },
    /** What only jobs use. */
    jobs: { mailDeliveries, auditStream },
    /** What ends with the service, in this order. */
    senders: [
      hooks,
      logoutDeliveries,
      webhookDeliveries,
      mailDeliveries,
      ...(auditStream === undefined ? [] : [auditStream]),
    ],
    measures: [
      ...mailMeasures(mailDeliveries, parts.now),
      ...webhookMeasures(webhookDeliveries, parts.now),
      ...hookMeasures(hooks),
      ...(auditStream === undefined ? [] : auditStreamMeasures(auditStream, parts.now)),
      ...driftMeasures(parts.database),
      ...jobMeasures(parts.database),
    ],
  };
}
