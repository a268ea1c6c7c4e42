/** Resources that a configuration file declares: they are changed there. */
import { z } from "zod";
import { Problem } from "./problem.ts";

/** The member that says which configuration a resource belongs to. */
export const managedBy = z.string().nullable().meta({
  description: "the configuration file that declares it and in which it is changed; null if there is none",
});

/** Refuses to change a resource that belongs to a configuration: the next `apply` would undo the change. */
export function assertNotManaged({ managedBy: owner }: { readonly managedBy: string | null }, what: string): void {
  if (owner !== null) throw new Problem("conflict", `the ${what} is managed by the configuration ${owner}`);
}
