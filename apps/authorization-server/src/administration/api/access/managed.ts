/** Resources that a configuration file declares: they are changed there. */
import { z } from "zod";
import type { By } from "../../../platform/stores/audit/audit-events.ts";
import { Problem } from "../problem.ts";

/** The member that says which configuration a resource belongs to. */
export const managedBy = z.string().nullable().meta({
  description: "the configuration file that declares it and in which it is changed; null if there is none",
});

/**
 * Refuses to change a resource that belongs to a configuration: the next `apply` would undo the change. An operator may
 * change it in an emergency.
 */
export function assertNotManaged(
  { managedBy: owner }: { readonly managedBy: string | null },
  what: string,
  { actor }: Pick<By, "actor">,
): void {
  if (owner === null || actor.kind === "operator") return;
  throw new Problem("conflict", `the ${what} is managed by the configuration ${owner}`);
}
