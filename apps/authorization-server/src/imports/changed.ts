/** Changes the accounts that an earlier import brought. */
import type { By } from "../stores/audit-events.ts";
import { recordAudits } from "../stores/audit-rows.ts";
import type { Query } from "../stores/transaction.ts";
import { TYPED_VALUES, VALUE_NAMES } from "./columns.ts";
import { type AccountValues, changedNames, type HeldAccount, isNamed, valuesAfter } from "./held.ts";
import type { ReadLine } from "./line.ts";
import { eventOf, type Importing, parted } from "./parts.ts";
import { type RefusedLine, refusal } from "./problems.ts";

interface Change {
  readonly line: number;
  readonly id: string;
  readonly after: AccountValues;
  readonly names: readonly string[];
}

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
    const names = changedNames(account.values, after);
    return names.length === 0 ? [] : [{ line, id: account.id, after, names }];
  });
  const free = await withoutTaken(query, changes, refused);
  if (free.length === 0) return 0;

  const { source } = importing.options;
  await query(UPDATE, [JSON.stringify(free.map(({ id, after }) => ({ id, ...after }))), by.at]);
  const events = free.map(({ id, names }) => eventOf("profile_changed", id, { source, changed: names }, by));
  await recordAudits(query, events);
  return free.length;
}

/** Refuses those whose address is verified now, and that of another account too. */
async function withoutTaken(query: Query, changes: readonly Change[], refused: RefusedLine[]) {
  const verified = changes.filter(({ after }) => after.email_verified_at !== null);
  if (verified.length === 0) return changes;
  const asked = verified.map(({ id, after }) => ({ id, email_canonical: after.email_canonical }));
  const taken = new Set((await query(TAKEN, [JSON.stringify(asked)])).map(({ id }) => String(id)));
  const seen = new Set<unknown>();
  const [free, others] = parted(changes, ({ id, after }) => {
    if (taken.has(id)) return false;
    if (after.email_verified_at === null) return true;
    const isFirst = !seen.has(after.email_canonical);
    seen.add(after.email_canonical);
    return isFirst;
  });
  for (const { line } of others) refused.push(refusal(line, "taken"));
  return free;
}

const TAKEN = `
  SELECT p.id FROM jsonb_to_recordset($1::jsonb) AS p (id uuid, email_canonical text)
   WHERE EXISTS (SELECT FROM end_user u WHERE u.email_canonical = p.email_canonical
                    AND u.email_verified_at IS NOT NULL AND u.id <> p.id)`;

const UPDATE = `
  UPDATE end_user u SET ${VALUE_NAMES.map((name) => `${name} = p.${name}`).join(", ")}, updated_at = $2
    FROM jsonb_to_recordset($1::jsonb) AS p (id uuid, ${TYPED_VALUES}) WHERE u.id = p.id`;
