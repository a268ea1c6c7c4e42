/** What webhooks and hooks have in common: an address that gets requests of ours, and the keys that sign them. */
import { randomBytes } from "node:crypto";
import type { SealedFor } from "@countersign/jwt";
import { after, isVisible, UNSEEN, WEBHOOK_KEY_BYTES, type WebhookSignature, webhookKey } from "@countersign/rules";
import { z } from "zod";
import type { SealedTexts } from "../issuer/keys/sealed-texts.ts";
import type { Query } from "../platform/stores/transaction.ts";
import { written } from "./entity.ts";
import { assignment } from "./entity-values.ts";
import { malformed } from "./refused.ts";

/** @param description what is sent there */
export const receiverUrl = (description: string) =>
  written(
    z
      .url({ protocol: /^https?$/ })
      .max(2000, { abort: true })
      .refine(isVisible, UNSEEN)
      .meta({ description }),
    // The path of an address may be a secret.
    { audited: (url: string) => ({ host: URL.parse(url)?.host }) },
  );

/** @param reaches whether we would send a request to an address */
export function assertReachable(
  what: string,
  url: string | undefined,
  { reaches }: { reaches(url: string): boolean },
): void {
  if (url === undefined || reaches(url)) return;
  throw malformed(what, "url", "must be https, at port 443 of a public address, without credentials");
}

const LONGEST_OVERLAP_SECONDS = 7 * 86_400;
const USUAL_OVERLAP_SECONDS = 86_400;

/**
 * @param what the key or the secret
 * @param does what it still does
 */
export const rotationShape = (what: string, does = "is also used") =>
  z.strictObject({
    overlap: z
      .int()
      .min(0)
      .max(LONGEST_OVERLAP_SECONDS)
      .default(USUAL_OVERLAP_SECONDS)
      .meta({ description: `for how many seconds the previous ${what} ${does}` }),
  });

/** The overlap that a command was given, in hours, as the API takes it: in seconds. */
export const overlapOf = ({ overlap, ...given }: Readonly<Record<string, unknown>>) =>
  typeof overlap === "number" ? { ...given, overlap: overlap * 3600 } : given;

/** A new key, and the columns that keep it sealed. */
export function newKey(owner: SealedFor, signature: WebhookSignature, texts: Pick<SealedTexts, "seal">) {
  const key = webhookKey(signature, randomBytes(WEBHOOK_KEY_BYTES));
  const { sealed, keyEncryptionKeyId } = texts.seal(key.key, owner);
  return { key, columns: { sealed_secret: sealed, key_encryption_key_id: keyEncryptionKeyId } };
}

export interface Rotation {
  readonly id: string;
  readonly overlapSeconds: number;
}

/** Replaces the key. The one before signs too for some seconds. Returns false if there is no row of this id. */
export async function rotateKey(
  query: Query,
  table: "webhook" | "hook",
  { id, overlapSeconds }: Rotation,
  { columns, at }: { readonly columns: Readonly<Record<string, unknown>>; readonly at: Date },
): Promise<boolean> {
  const until = overlapSeconds === 0 ? null : after(at, overlapSeconds);
  const [text, values] = assignment(table, id, columns, [KEEP_PREVIOUS, [until]]);
  return (await query(text, values)).length > 0;
}

const KEEP_PREVIOUS = `previous_until = $2,
  sealed_previous_secret = CASE WHEN $2::timestamptz IS NOT NULL THEN sealed_secret END,
  previous_key_encryption_key_id = CASE WHEN $2::timestamptz IS NOT NULL THEN key_encryption_key_id END`;
