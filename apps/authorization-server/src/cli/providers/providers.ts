import { Command } from "commander";
import type { Context } from "../context.ts";
import { addProvider } from "./add.ts";
import { changeProvider } from "./change.ts";
import { enableProvider } from "./enable.ts";
import { listProviders } from "./list.ts";
import { removeProvider } from "./remove.ts";

/** `providers`: the OpenID Providers at which people may sign in. */
export function providersCommands(context: Context): Command {
  return new Command("providers")
    .description("other OpenID Providers at which people may sign in")
    .addCommand(addProvider(context))
    .addCommand(listProviders(context))
    .addCommand(changeProvider(context))
    .addCommand(enableProvider(context, false))
    .addCommand(enableProvider(context, true))
    .addCommand(removeProvider(context));
}
