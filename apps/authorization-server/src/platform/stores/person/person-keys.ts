/**
 * The key of a person. It seals details that name the person in the audit log, whose rows cannot be changed. When the
 * person is erased, the key goes, and those details can no longer be read. The key protects nothing before that: it
 * is stored beside the person's own row, which holds the same values.
 */
import { randomBytes } from "node:crypto";
import { openText, sealText } from "@countersign/jwt";
import type { Logger } from "@countersign/service";
import type { Query } from "../transaction.ts";

/** Details that name a person, such as a username or an address. */
export type PersonalDetail = Readonly<Record<string, string>>;

interface KeyOfPerson {
  readonly userId: string;
  readonly key: Uint8Array;
}

const KEY_BYTES = 32;

export const newPersonKey = (): Buffer<ArrayBuffer> => Buffer.from(randomBytes(KEY_BYTES));

/** The key of a person, made when it is first needed; `undefined` if there is no such person. */
export async function keyOfPerson(query: Query, userId: string, at: Date): Promise<Uint8Array | undefined> {
  await query(CREATE, [userId, newPersonKey(), at]);
  const [row] = await query("SELECT key FROM person_key WHERE user_id = $1", [userId]);
  return row?.key as Uint8Array | undefined;
}

const ownerOf = (userId: string) => ["audit_event", userId] as const;
const sealing = (key: Uint8Array) => ({ id: "person", key: Buffer.from(key) });

export function sealPersonal(detail: PersonalDetail, { userId, key }: KeyOfPerson): Uint8Array<ArrayBuffer> {
  return sealText(JSON.stringify(detail), ownerOf(userId), sealing(key));
}

/** Opens what `sealPersonal` made. Throws for the key of another person. */
function openPersonal(sealed: Uint8Array, { userId, key }: KeyOfPerson): PersonalDetail {
  return JSON.parse(openText(sealed, ownerOf(userId), sealing(key)));
}

interface SealedDetail {
  readonly sealed: Uint8Array | null;
  readonly userId: string | null;
  readonly key: Uint8Array | null;
}

/**
 * Opens the details of an event for a program that gets many of them. Without the key there are none. Nor are there if
 * they cannot be opened: that is logged, so that one event holds up no others.
 */
export function personalIfOpen(
  event: string,
  { sealed, userId, key }: SealedDetail,
  log: Pick<Logger, "error">,
): PersonalDetail {
  if (sealed === null || userId === null || key === null) return {};
  try {
    return openPersonal(sealed, { userId, key });
  } catch {
    // The error may have what was opened.
    log.error({ event }, "the personal details of an event could not be opened");
    return {};
  }
}

/**
 * Opens the details of an event for people who read the trail. Without the key there are none. Details that cannot be
 * opened are named as such, so that one event hides no others.
 */
export function shownPersonal({ sealed, userId, key }: SealedDetail): PersonalDetail {
  if (sealed === null || userId === null || key === null) return {};
  try {
    return openPersonal(sealed, { userId, key });
  } catch {
    return { personal: "cannot be opened" };
  }
}

const CREATE = `
  INSERT INTO person_key (user_id, key, created_at) SELECT id, $2, $3 FROM end_user WHERE id = $1
  ON CONFLICT DO NOTHING`;
