/** What the parts of an import share. */
import type { SealedTexts } from "../../issuer/keys/sealed-texts.ts";
import type { AuditEvent, By } from "../../platform/stores/audit/audit-events.ts";
import type { ImportOptions } from "./line.ts";

export interface Importing {
  readonly options: ImportOptions;
  /** The scopes of administration: an account with a role that gives one is not changed. */
  readonly administration: readonly string[];
  /** The RP ID of passkeys here; `undefined` where there are none. */
  readonly rpId: string | undefined;
  /** Seals the secrets of authenticator apps. */
  readonly sealedTexts: () => Pick<SealedTexts, "seal">;
}

/** The audit row of an imported account. */
export const eventOf = (
  type: AuditEvent["type"],
  userId: string,
  detail: AuditEvent["detail"] & object,
  by: By,
): AuditEvent => ({
  type,
  userId,
  ...by,
  detail: { imported: true, ...detail },
});

/** Splits a list by a predicate. */
export function partition<T>(all: readonly T[], isFirst: (one: T, index: number) => boolean): readonly [T[], T[]] {
  const parts: [T[], T[]] = [[], []];
  for (const [i, one] of all.entries()) parts[isFirst(one, i) ? 0 : 1].push(one);
  return parts;
}
