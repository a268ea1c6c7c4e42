/** Acts on what is known about a person: claims of OIDC Core §5.1. Each act and its audit row are one transaction. */
import { randomUUID } from "node:crypto";
import type { CleanedPicture } from "@countersign/pictures";
import { TYPED_CLAIMS, type TypedClaim, type TypedClaims } from "@countersign/rules";
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type AssertMeantFor, locked } from "../../platform/stores/locked.ts";
import type { HeldTypedClaims } from "../../platform/stores/person/person-record.ts";
import { dropPicture, storePicture } from "../../platform/stores/person/pictures.ts";
import { inTransaction, type WithPool } from "../../platform/stores/transaction.ts";

interface ProfileChange {
  readonly userId: string;
  readonly claims: TypedClaims;
  /** Throws if the change was meant for other claims than these, which the account has now. */
  readonly assertMeantFor?: AssertMeantFor<HeldTypedClaims>;
}

/**
 * Stores claims of a person; null removes one. `/userinfo` says them from then on. The audit row names the claims that
 * changed, and their values only if another person changed them. Returns false, and writes no audit row, if nothing
 * changed or the account is disabled.
 */
export function changeProfile(
  { pool }: WithPool,
  { userId, claims, assertMeantFor }: ProfileChange,
  by: By,
): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    const [held] = (await query(LOCK, [userId])) as [HeldTypedClaims?];
    if (held !== undefined) assertMeantFor?.(locked(held));
    const changed = TYPED_CLAIMS.filter((claim) => claims[claim] !== undefined && claims[claim] !== held?.[claim]);
    if (held === undefined || changed.length === 0) return false;

    const values = { ...held, ...claims };
    await query(CHANGE, [userId, by.at, ...TYPED_CLAIMS.map((claim) => values[claim] ?? null)]);
    const personal = by.actor.kind === "person" ? {} : { personal: changesOf(changed, held, claims) };
    await recordAudit(query, { type: "profile_changed", userId, ...by, detail: { claims: changed }, ...personal });
    return true;
  });
}

/** What an administrator changed: each claim before and after. */
const changesOf = (changed: readonly TypedClaim[], held: HeldTypedClaims, claims: TypedClaims) =>
  Object.fromEntries(
    changed.flatMap((claim) => [
      [`${claim} before`, held[claim] ?? ""],
      [`${claim} after`, claims[claim] ?? ""],
    ]),
  );

/** The picture of a person, and the address at which we show it. */
export interface OwnPicture {
  readonly userId: string;
  readonly picture: CleanedPicture;
  /** The address of a picture with this id. The id is random. */
  readonly urlOf: (id: string) => string;
}

/** Replaces the picture of a person. Returns false if the account is disabled. */
export function setPicture({ pool }: WithPool, { userId, picture, urlOf }: OwnPicture, by: By): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if ((await query(LOCK, [userId])).length === 0) return false;
    const id = randomUUID();
    const { type: mediaType, image } = picture;
    await storePicture(query, { id, userId, mediaType, image, url: urlOf(id) }, by.at);
    await recordAudit(query, { type: "profile_changed", userId, ...by, detail: PICTURE });
    return true;
  });
}

/** Removes the picture of a person. Returns false if there is none. */
export function removePicture({ pool }: WithPool, userId: string, by: By): Promise<boolean> {
  return inTransaction(pool, async (query) => {
    if (!(await dropPicture(query, userId, by.at))) return false;
    await recordAudit(query, { type: "profile_changed", userId, ...by, detail: PICTURE });
    return true;
  });
}

const PICTURE = { claims: ["picture"] };

const LOCK = `
  SELECT ${TYPED_CLAIMS.join(", ")} FROM end_user WHERE id = $1 AND disabled_at IS NULL FOR NO KEY UPDATE`;

const CHANGE = `
  UPDATE end_user SET updated_at = $2, ${TYPED_CLAIMS.map((claim, index) => `${claim} = $${index + 3}`).join(", ")}
   WHERE id = $1`;
