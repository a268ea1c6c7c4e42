import { Command } from "commander";
import type { Context } from "../context.ts";
import { addClient } from "./add.ts";
import { changeClient } from "./change.ts";
import { checkOneClient } from "./check.ts";
import { disableClient } from "./disable.ts";
import { documentsCommands } from "./documents.ts";
import { enableClient } from "./enable.ts";
import { importClients } from "./import.ts";
import { listClients } from "./list.ts";
import { mapClaims } from "./map-claims.ts";
import { clientRefusals } from "./refusals.ts";
import { removeClient } from "./remove.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { showClient } from "./show.ts";

/** `clients`: the applications that people sign in to. */
export function clientsCommands(context: Context): Command {
  return new Command("clients")
    .description("applications that people sign in to")
    .addCommand(addClient(context))
    .addCommand(importClients(context))
    .addCommand(listClients(context))
    .addCommand(showClient(context))
    .addCommand(checkOneClient(context))
    .addCommand(clientRefusals(context))
    .addCommand(changeClient(context))
    .addCommand(disableClient(context))
    .addCommand(enableClient(context))
    .addCommand(removeClient(context))
    .addCommand(rotateSecret(context))
    .addCommand(mapClaims(context))
    .addCommand(documentsCommands(context));
}
