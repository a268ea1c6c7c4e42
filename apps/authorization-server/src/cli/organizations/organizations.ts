import { Command } from "commander";
import type { Context } from "../context.ts";
import { invitationsCommands } from "./invitations.ts";
import { addScimTokenCommand } from "./scim-tokens.ts";

const noun = (name: string, about: string) => new Command(name).description(about);

/** `organizations`: companies and the like inside one deployment, with their members. */
export function organizationsCommands(context: Context): Command {
  return noun("organizations", "organizations inside this deployment, with members and roles of their own")
    .addCommand(noun("members", "the members of an organization"))
    .addCommand(noun("domains", "the mail domains of an organization"))
    .addCommand(invitationsCommands(context))
    .addCommand(
      noun("scim-token", "tokens with which the directory of an organization calls SCIM").addCommand(
        addScimTokenCommand(context),
      ),
    );
}
