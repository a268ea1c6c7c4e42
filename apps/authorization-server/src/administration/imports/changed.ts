/** Changes the accounts that an earlier import brought. */
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { recordAudits } from "../../platform/stores/audit/audit-rows.ts";
import type { Query } from "../../platform/stores/transaction.ts";
import { TYPED_VALUES, VALUE_NAMES } from "./columns.ts";
import { changedNames, type HeldAccount, isNamed, valuesAfter } from "./held.ts";
import type { ReadLine } from "./line.ts";
import { provedAddressIn, withoutTakenNames } from "./names.ts";
import type { ImportedLine } from "./outcomes.ts";
import { eventOf, type Importing, partition } from "./parts.ts";
import { type RefusedLine, refusal } from "./problems.ts";

/** Changes those that can be changed and differ. Returns each that is not refused, changed or not. */
export async function changeAll(
  query: Query,
  { known, held }: { readonly known: readonly ReadLine[]; readonly held: ReadonlyMap<string, HeldAccount> },
  importing: Importing,
  by: By,
  refused: RefusedLine[],
): Promise<readonly ImportedLine[]> {
  const found = known.flatMap((read) => {
    const { line, person } = read;
    const account = held.get(person.external_id);
    const problem = account?.isAdministrator ? "administrator" : "username_differs";
    if (account === undefined || account.isAdministrator || !isNamed(account, person)) {
      refused.push(refusal(line, problem));
      return [];
    }
    const after = valuesAfter(person, importing.options, { held: account, at: by.at });
    const changed = changedNames(account.values, after);
    const had = provedAddressIn(account.values);
    const names = provedAddressIn(after).filter((name) => !had.includes(name));
    return [{ line, read, id: account.id, after, changed, names, kept: keptOf(person, account) }];
  });
  const [changes, same] = partition(found, ({ changed }) => changed.length > 0);
  const unchanged = same.map(({ read, kept }) => ({ read, result: "unchanged", changed: [], kept }) as const);
  const free = new Set(await withoutTakenNames(query, changes));
  for (const change of changes) if (!free.has(change)) refused.push(refusal(change.line, "taken"));
  if (free.size === 0) return unchanged;

  const { source } = importing.options;
  await query(UPDATE, [JSON.stringify([...free].map(({ id, after }) => ({ id, ...after }))), by.at]);
  const events = [...free].map(({ id, changed }) => eventOf("profile_changed", id, { source, changed }, by));
  await recordAudits(query, events);
  const done = [...free].map(({ read, changed, kept }) => ({ read, result: "changed", changed, kept }) as const);
  return [...done, ...unchanged];
}

/** What the line has, and the person has of their own here. */
const keptOf = ({ password_hash, claims }: ReadLine["person"], { isUntouched, values }: HeldAccount) => [
  ...(password_hash === undefined || isUntouched || password_hash === values.password_hash
    ? []
    : ["password_hash" as const]),
  ...(claims.email === undefined || values.email_verified_at === null || claims.email === values.email
    ? []
    : ["email" as const]),
];

const UPDATE = `
  UPDATE end_user u SET ${VALUE_NAMES.map((name) => `${name} = p.${name}`).join(", ")}, updated_at = $2
    FROM jsonb_to_recordset($1::jsonb) AS p (id uuid, ${TYPED_VALUES}) WHERE u.id = p.id`;
