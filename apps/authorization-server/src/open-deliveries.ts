/** Builds the outboxes, and what delivers their rows, from the configuration. */
import type { Database } from "@countersign/database";
import { administrationResource } from "./admin-api/environment.ts";
import type { Config } from "./config.ts";
import type { Dependencies } from "./dependencies.ts";
import { openLogoutDeliveries } from "./jobs/deliver-logouts.ts";
import { openMailDeliveries } from "./jobs/deliver-mail.ts";
import { openWebhookDeliveries } from "./jobs/deliver-webhooks.ts";
import { mailMeasures } from "./jobs/mail-measures.ts";
import { webhookMeasures } from "./jobs/webhook-measures.ts";
import { sealedTexts } from "./keys/sealed-texts.ts";
import { senderOf } from "./mail/environment.ts";
import { openOutbox } from "./mail/outbox.ts";
import { sendPartsOf } from "./mail/send.ts";

type Parts = Pick<Dependencies, "signerFor" | "views" | "now" | "log"> & { readonly database: Database };

/** The logout tokens, the mails and the events for webhooks, and what is measured of them. */
export function openDeliveries(config: Config, { signerFor, views, ...parts }: Parts) {
  const texts = sealedTexts(config.KEY_ENCRYPTION_KEYS);
  const sending = sendPartsOf(config, views);
  const mail = openOutbox({ isOn: sending !== undefined, domain: senderOf(config).domain, texts });
  const mailDeliveries = openMailDeliveries({ ...parts, sending, texts, random: Math.random });
  const administration = administrationResource(config);
  const webhookDeliveries = openWebhookDeliveries({ ...parts, config, texts, mail, administration });
  return {
    logoutDeliveries: openLogoutDeliveries({ ...parts, signerFor, config }),
    mail,
    mailDeliveries,
    webhookDeliveries,
    measures: [...mailMeasures(mailDeliveries, parts.now), ...webhookMeasures(webhookDeliveries, parts.now)],
  };
}
