import { Command } from "commander";
import { addClient } from "./clients/add.ts";
import { disableClient } from "./clients/disable.ts";
import { enableClient } from "./clients/enable.ts";
import { listClients } from "./clients/list.ts";
import { rotateSecret } from "./clients/rotate-secret.ts";
import { showClient } from "./clients/show.ts";
import type { Context } from "./context.ts";

/** `clients`: the applications that people sign in to. */
export function clientsCommands(context: Context): Command {
  return new Command("clients")
    .description("applications that people sign in to")
    .addCommand(addClient(context))
    .addCommand(listClients(context))
    .addCommand(showClient(context))
    .addCommand(disableClient(context))
    .addCommand(enableClient(context))
    .addCommand(rotateSecret(context));
}
