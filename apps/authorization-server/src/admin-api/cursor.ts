/** Cursors of lists. A cursor is opaque, and can be used only by its caller, for the same list with the same filter. */
import type { SealedTexts } from "../keys/sealed-texts.ts";
import { Problem } from "./problem.ts";

/** The place in a list after which the next page begins. */
export type Place = readonly string[];

/** What a cursor is bound to. */
export interface CursorOwner {
  readonly operation: string;
  readonly caller: string;
  /** Everything in the query besides cursor and limit. */
  readonly filter: unknown;
}

const sealedFor = ({ operation, caller, filter }: CursorOwner) =>
  ["cursor", operation, caller, JSON.stringify(filter)] as const;

export function writeCursor(place: Place, owner: CursorOwner, texts: Pick<SealedTexts, "seal">): string {
  const { sealed, keyEncryptionKeyId } = texts.seal(JSON.stringify(place), sealedFor(owner));
  return `${Buffer.from(sealed).toString("base64url")}.${Buffer.from(keyEncryptionKeyId).toString("base64url")}`;
}

/** The place of a cursor. Throws `invalid-request` for what is not a cursor of this caller and this list. */
export function readCursor(cursor: string, owner: CursorOwner, texts: Pick<SealedTexts, "open">): Place {
  const [sealed = "", key = ""] = cursor.split(".");
  try {
    const keyEncryptionKeyId = Buffer.from(key, "base64url").toString();
    return JSON.parse(texts.open({ sealed: Buffer.from(sealed, "base64url"), keyEncryptionKeyId }, sealedFor(owner)));
  } catch {
    const errors = [{ pointer: "#/query/cursor", detail: "is not a cursor of this list with this filter" }];
    throw new Problem("invalid-request", undefined, { errors });
  }
}
