/** The names by which people of an import sign in. */

import type { Query } from "../../platform/stores/transaction.ts";
import { namesAmong } from "../../platform/stores/ways-in/sign-in-names.ts";
import type { AccountValues } from "./held.ts";

interface Named {
  /** The account, if there is one. */
  readonly id: string;
  /** The names that the account gets, and did not have before. */
  readonly names: readonly string[];
}

/** Those whose new names are of no other account, and of no line before. */
export async function withoutTakenNames<T extends Named>(query: Query, lines: readonly T[]): Promise<readonly T[]> {
  const holders = await namesAmong(
    query,
    lines.flatMap(({ names }) => names),
  );
  return lines.filter(({ id, names }) => {
    const isFree = names.every((name) => (holders.get(name) ?? id) === id);
    for (const name of names) if (!holders.has(name)) holders.set(name, id);
    return isFree;
  });
}

/** The address by which the person of these values signs in, if it is proved. */
export const provedAddressIn = ({ email_canonical, email_verified_at }: AccountValues): readonly string[] =>
  email_canonical === null || email_verified_at === null ? [] : [email_canonical];
