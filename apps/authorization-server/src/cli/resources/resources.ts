import { Command } from "commander";
import type { Context } from "../context.ts";
import { addResource } from "./add.ts";
import { changeResource } from "./change.ts";
import { disableResource } from "./disable.ts";
import { enableResource } from "./enable.ts";
import { listResources } from "./list.ts";
import { removeResource } from "./remove.ts";

/** `resources`: the resource servers that access tokens can be for (RFC 8707). */
export function resourcesCommands(context: Context): Command {
  return new Command("resources")
    .description("resource servers (APIs) for which access tokens are issued, and their scopes")
    .addCommand(addResource(context))
    .addCommand(listResources(context))
    .addCommand(changeResource(context))
    .addCommand(disableResource(context))
    .addCommand(enableResource(context))
    .addCommand(removeResource(context));
}
