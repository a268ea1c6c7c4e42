/** Cursors of lists. A cursor is opaque, and can be used only by its caller, for the same list with the same filter. */
import type { SealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import { Problem } from "../problem.ts";

/** The place in a list after which the next page begins. */
export type Place = readonly string[];

/** What a cursor is bound to. */
export interface CursorOwner {
  readonly operation: string;
  readonly caller: string;
  /** Of the path: whose list it is. */
  readonly params: Readonly<Record<string, string>>;
  /** All members of the query but cursor and limit. */
  readonly filter: unknown;
}

const sealedFor = ({ operation, caller, params, filter }: CursorOwner) =>
  ["cursor", operation, caller, JSON.stringify(filter), ...Object.values(params)] as const;

/** A page of a list: where it begins, and where those before it began, the nearest last. */
export interface PagePlace {
  /** `undefined` for the first page. */
  readonly place: Place | undefined;
  readonly trail: readonly (Place | null)[];
}

/** The pages around one that was asked for: a cursor knows the pages that led to it. */
export function pagesAround({ place, trail }: PagePlace, next: Place | undefined) {
  return {
    next: next && { place: next, trail: kept([...trail, place ?? null]) },
    previous: place && { place: trail.at(-1) ?? undefined, trail: trail.slice(0, -1) },
  };
}

/** A cursor is a part of addresses. Before the oldest place that it has, its way back leads to the first page. */
const LONGEST_TRAIL = 1500;

function kept(trail: readonly (Place | null)[]): readonly (Place | null)[] {
  const isShort = JSON.stringify(trail).length <= LONGEST_TRAIL;
  return isShort || trail.length === 0 ? trail : kept(trail.slice(1));
}

export function writeCursor({ place, trail }: PagePlace, owner: CursorOwner, texts: Pick<SealedTexts, "seal">): string {
  const { sealed, keyEncryptionKeyId } = texts.seal(JSON.stringify([place ?? null, ...trail]), sealedFor(owner));
  return `${Buffer.from(sealed).toString("base64url")}.${Buffer.from(keyEncryptionKeyId).toString("base64url")}`;
}

/** The page of a cursor. Throws `invalid-request` if the cursor is not of this caller and this list. */
export function readCursor(cursor: string, owner: CursorOwner, texts: Pick<SealedTexts, "open">): PagePlace {
  const [sealed = "", key = ""] = cursor.split(".");
  try {
    const keyEncryptionKeyId = Buffer.from(key, "base64url").toString();
    const opened = texts.open({ sealed: Buffer.from(sealed, "base64url"), keyEncryptionKeyId }, sealedFor(owner));
    const [place, ...trail] = JSON.parse(opened);
    // A cursor of the version before has only a place, which is a list of texts.
    return typeof place === "string" ? { place: [place, ...trail], trail: [] } : { place: place ?? undefined, trail };
  } catch {
    const errors = [{ pointer: "#/query/cursor", detail: "is not a cursor of this list with this filter" }];
    throw new Problem("invalid-request", undefined, { errors });
  }
}
