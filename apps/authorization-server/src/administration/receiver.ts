/** What webhooks and hooks have in common: an address that gets requests of ours, and the keys that sign them. */
import { randomBytes, randomUUID } from "node:crypto";
import { after, isVisible, UNSEEN, WEBHOOK_KEY_BYTES, type WebhookKey, webhookKey } from "@countersign/rules";
import { z } from "zod";
import type { SealedTexts } from "../issuer/keys/sealed-texts.ts";
import { type By, recordAudit } from "../platform/stores/audit/audit-events.ts";
import { type Acting, acting } from "../platform/stores/transaction.ts";
import { camelOf, type Fields, type NewOf, written } from "./entity.ts";
import { addKept, lockKept } from "./entity-acts.ts";
import { calledOf, type Entity, placeOf } from "./entity-declaration.ts";
import { assignment } from "./entity-values.ts";

/** @param description what is sent there */
export const receiverUrl = (description: string) =>
  written(
    z
      .url({ protocol: /^https?$/ })
      .max(2000, { abort: true })
      .refine(isVisible, UNSEEN)
      .meta({ description }),
    // The path of an address may be a secret.
    { audited: (url: string) => ({ host: URL.parse(url)?.host }), isReached: true },
  );

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

interface Acts {
  readonly database: Acting;
  readonly texts: Pick<SealedTexts, "seal">;
}

/** One that was made, and what its receiver verifies with. A secret is not shown again. */
export interface Signed {
  readonly id: string;
  readonly key: WebhookKey;
}

/** Adds one with a new key. It is refused for the reasons for which `addKept` refuses it. */
export async function addSigned<F extends Fields>(
  { database, texts }: Acts,
  entity: Entity<F>,
  given: NewOf<F>,
  by: By,
): Promise<Signed> {
  const id = randomUUID();
  const { key, columns } = newKey(entity, { id, values: given }, texts);
  await addKept(database, entity, given, by, { id, columns });
  return { id, key };
}

interface Rotation {
  readonly id: string;
  readonly overlapSeconds: number;
}

/**
 * Gives one another key. The key before signs too for some seconds, so that the receiver can be changed before it ends.
 * It is refused if there is none.
 */
export const rotateSigned = <F extends Fields>(
  { database, texts }: Acts,
  entity: Entity<F>,
  { id, overlapSeconds }: Rotation,
  by: By,
): Promise<Signed> =>
  acting(database, async (query) => {
    const { one } = entity;
    const values = await lockKept(query, entity, id);
    const { key, columns } = newKey(entity, { id, values: values as never }, texts);
    const until = overlapSeconds === 0 ? null : after(by.at, overlapSeconds);
    await query(...assignment(placeOf(entity), id, columns, [KEEP_PREVIOUS, [until]]));
    const detail = { [camelOf(calledOf(entity))]: id, overlapSeconds };
    await recordAudit(query, { type: `${one as "hook"}_secret_rotated`, ...by, detail });
    return { id, key };
  });

const KEEP_PREVIOUS = `previous_until = $2,
  sealed_previous_secret = CASE WHEN $2::timestamptz IS NOT NULL THEN sealed_secret END,
  previous_key_encryption_key_id = CASE WHEN $2::timestamptz IS NOT NULL THEN key_encryption_key_id END`;

/** A new key, and the columns that keep it sealed. */
function newKey<F extends Fields>(
  { fields, signs }: Entity<F>,
  { id, values }: { readonly id: string; readonly values: NewOf<F> },
  texts: Acts["texts"],
) {
  if (signs === undefined) throw new Error("it signs nothing");
  const key = webhookKey(signs.signature(values), randomBytes(WEBHOOK_KEY_BYTES));
  const { sealed, keyEncryptionKeyId } = texts.seal(key.key, signs.owner(id));
  const columns = { sealed_secret: sealed, key_encryption_key_id: keyEncryptionKeyId };
  return { key, columns: { ...columns, ...("public_key" in fields && { public_key: key.publicKey ?? null }) } };
}
