/** What the operations of an entity call, and what they have beside its declaration. */
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import type { Locked } from "../../../platform/stores/locked.ts";
import type { Query } from "../../../platform/stores/transaction.ts";
import { addKept, changeKept, differing, type Kept, removeKept } from "../../entity-acts.ts";
import type { Entity } from "../../entity-declaration.ts";
import { addedShape, changedShape } from "../../entity-shapes.ts";
import { takenFrom } from "../../entity-values.ts";
import type { OperationCommand, OperatorDependencies } from "../command.ts";
import type { Request, Shape } from "../operation.ts";

type AssertMine = (held: Locked<Kept>) => void;

/** Throws if a change may not be made. @param changed the names in the record of what differs */
type AssertMeant = (held: Locked<Kept>, changed: readonly string[]) => void;

/** Acts upon one, by what identifies it, and what is sent for them. */
export interface Acts {
  readonly added: Shape;
  readonly changed: Shape;
  /** Returns what identifies it. */
  add(body: object, by: By, deps: OperatorDependencies): Promise<string>;
  /** Returns the record, if it read it. */
  change(id: string, body: object, by: By, deps: OperatorDependencies, assertMeant: AssertMeant): Promise<unknown>;
  remove(id: string, by: By, deps: OperatorDependencies, assertMine: AssertMine): Promise<unknown>;
}

/** The acts of one that is only kept. */
export const keepingActs = (entity: Entity): Acts => ({
  added: addedShape(entity.fields) as Shape,
  changed: changedShape(entity.fields) as Shape,
  add: (body, by, { database }) => addKept(database, entity, takenFrom(entity.fields, body) as never, by),
  change(id, body, by, { database }, assertMeant) {
    const changes = takenFrom(entity.fields, body);
    return changeKept(database, entity, { id, changes }, by, (held) =>
      assertMeant(held, Object.keys(differing(held, changes))),
    );
  },
  remove: (id, by, { database }, assertMine) => removeKept(database, entity, id, by, assertMine),
});

/** What acts do not know: who calls, and how. */
export interface Own {
  /** Its acts, where they do more than to keep its fields. */
  readonly acts?: Acts;
  /** The commands of its operations, where they are not the usual ones. One that is not here has none. */
  readonly commands?: Partial<Readonly<Record<"list" | "add" | "change" | "remove", OperationCommand>>>;
  /** Refuses an act to a caller who may not decide on these members. */
  readonly assertMay?: (members: readonly string[], who: Pick<Request<unknown, unknown>, "caller">) => void;
  /** Refuses to remove one that others need. A configuration says that by itself. */
  readonly assertUnused?: (query: Query, id: string) => Promise<void>;
}
