/** The body of a UserInfo response: OIDC Core §5.3.2. */
import { claimValues } from "@countersign/rules/claim-values";
import type { UserinfoRow } from "./store.ts";

/** The claims that these scopes ask for and those requested by name (§5.5), as far as we have them, and `sub` always. */
export function userinfoClaims(row: UserinfoRow, scopes: readonly string[]): Record<string, unknown> {
  return { sub: row.sub, ...claimValues(row, scopes, row.requested_claims ?? []) };
}
