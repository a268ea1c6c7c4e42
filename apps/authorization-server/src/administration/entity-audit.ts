/** The audit rows of the acts of an entity. */
import { type By, recordAudit } from "../platform/stores/audit/audit-events.ts";
import type { AuditType } from "../platform/stores/audit/audit-types.ts";
import type { Query } from "../platform/stores/transaction.ts";
import { type ChangesOf, camelOf, type Fields, type NewOf, type RecordOf } from "./entity.ts";
import { calledOf, type Entity, tableOf } from "./entity-declaration.ts";
import { auditedOf } from "./entity-values.ts";

interface Told<F extends Fields> {
  readonly id: string;
  readonly values: NewOf<F>;
  readonly detail: object;
}

/** Writes the audit row of an act. */
export async function tell<F extends Fields>(
  query: Query,
  entity: Entity<F>,
  type: AuditType,
  { id, values, detail }: Told<F>,
  by: By,
): Promise<void> {
  const about = { [camelOf(calledOf(entity))]: id, ...detail };
  await recordAudit(query, { type, ...by, clientId: entity.clientIn?.(values), detail: about });
}

interface Changed<F extends Fields> {
  readonly id: string;
  readonly held: RecordOf<F>;
  readonly written: ChangesOf<F>;
}

/** Writes the audit row of a change, and of one that is enabled or disabled, if that has events of its own. */
export async function tellChanged<F extends Fields>(
  query: Query,
  entity: Entity<F>,
  { id, held, written }: Changed<F>,
  by: By,
) {
  const { fields, switched: types } = entity;
  const about = { id, values: held as unknown as NewOf<F> };
  const { isEnabled, ...settings } = written as { readonly isEnabled?: boolean };
  const changed = types === undefined ? written : settings;
  if (Object.keys(changed).length > 0)
    await tell(query, entity, `${tableOf(entity)}_changed`, { ...about, detail: auditedOf(fields, changed) }, by);
  if (types === undefined || isEnabled === undefined) return;
  await tell(query, entity, types[isEnabled ? "enabled" : "disabled"], { ...about, detail: {} }, by);
}
