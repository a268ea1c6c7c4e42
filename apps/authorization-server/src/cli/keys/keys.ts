import { Command } from "commander";
import type { Context } from "../context.ts";
import { listKeys } from "./list.ts";
import { removeKey } from "./remove.ts";
import { resealKeys } from "./reseal.ts";
import { rotate } from "./rotate.ts";

/** `keys`: the keys that tokens are signed with. */
export function keysCommands(context: Context): Command {
  return new Command("keys")
    .description("keys that tokens are signed with; the service rotates them by itself")
    .addCommand(listKeys(context))
    .addCommand(rotate(context))
    .addCommand(removeKey(context))
    .addCommand(resealKeys(context));
}
