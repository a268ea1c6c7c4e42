import { Command } from "commander";
import type { Context } from "../context.ts";
import { listAudit } from "./list.ts";
import { auditTypes } from "./types.ts";

/** `audit`: who did what, when and from where. */
export function auditCommands(context: Context): Command {
  return new Command("audit")
    .description("the audit trail: who did what, when and from where")
    .addCommand(listAudit(context))
    .addCommand(auditTypes(context));
}
