/** Changes the accounts that an earlier import brought. */
import type { By } from "../stores/audit-events.ts";
import { recordAudits } from "../stores/audit-rows.ts";
import type { Query } from "../stores/transaction.ts";
import { TYPED_VALUES, VALUE_NAMES } from "./columns.ts";
import { changedNames, type HeldAccount, isNamed, valuesAfter } from "./held.ts";
import type { ReadLine } from "./line.ts";
import { provedAddressIn, withoutTakenNames } from "./names.ts";
import { eventOf, type Importing } from "./parts.ts";
import { type RefusedLine, refusal } from "./problems.ts";

/** Changes those that can be changed and differ, and returns how many. Those that cannot be changed are refused. */
export async function changeAll(
  query: Query,
  { known, held }: { readonly known: readonly ReadLine[]; readonly held: ReadonlyMap<string, HeldAccount> },
  importing: Importing,
  by: By,
  refused: RefusedLine[],
): Promise<number> {
  const changes = known.flatMap(({ line, person }) => {
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
    return changed.length === 0 ? [] : [{ line, id: account.id, after, changed, names }];
  });
  const free = new Set(await withoutTakenNames(query, changes));
  for (const change of changes) if (!free.has(change)) refused.push(refusal(change.line, "taken"));
  if (free.size === 0) return 0;

  const { source } = importing.options;
  await query(UPDATE, [JSON.stringify([...free].map(({ id, after }) => ({ id, ...after }))), by.at]);
  const events = [...free].map(({ id, changed }) => eventOf("profile_changed", id, { source, changed }, by));
  await recordAudits(query, events);
  return free.size;
}

const UPDATE = `
  UPDATE end_user u SET ${VALUE_NAMES.map((name) => `${name} = p.${name}`).join(", ")}, updated_at = $2
    FROM jsonb_to_recordset($1::jsonb) AS p (id uuid, ${TYPED_VALUES}) WHERE u.id = p.id`;
