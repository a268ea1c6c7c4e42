/** The settings of a webhook, as administrators and configurations write them. */
import { displayName, UNSEEN, WEBHOOK_SIGNATURES } from "@countersign/rules";
import { z } from "zod";
import { AUDIT_TYPES } from "../stores/audit-types.ts";

/** Without control characters and halves of surrogate pairs. */
const isPlain = (text: string) => !/[\p{Cc}\p{Cs}]/u.test(text);

export const webhookSettings = {
  name: displayName,
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000, { abort: true })
    .refine(isPlain, UNSEEN)
    .meta({ description: "where events are sent; https, at a public address" }),
  event_types: z
    .array(z.enum(AUDIT_TYPES))
    .max(AUDIT_TYPES.length)
    .meta({ description: "the types of events that are sent; every type if there is none" }),
  personal_data: z.boolean().meta({
    description: "whether events have network addresses, and the details that name people",
  }),
} as const;

export const webhookSignature = z
  .enum(WEBHOOK_SIGNATURES)
  .default("v1")
  .meta({ description: "HMAC-SHA256 with a secret (v1), or Ed25519 (v1a)" });
