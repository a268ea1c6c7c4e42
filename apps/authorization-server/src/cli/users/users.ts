import { Command } from "commander";
import type { Context } from "../context.ts";
import { addUser } from "./add.ts";
import { convertUsers } from "./convert.ts";
import { deleteUser } from "./delete.ts";
import { disableUser } from "./disable.ts";
import { enableUser } from "./enable.ts";
import { endUserSessions } from "./end-sessions.ts";
import { importUsers } from "./import.ts";
import { inviteUser, withdrawUserInvitation } from "./invite.ts";
import { listUsers } from "./list.ts";
import { requirePasswordChange } from "./require-password-change.ts";
import { resetUserFactors } from "./reset-factors.ts";
import { sendEnrolmentLink } from "./send-enrolment-link.ts";
import { setPassword } from "./set-password.ts";
import { showUser } from "./show.ts";

/** `users`: the people who can sign in. */
export function usersCommands(context: Context): Command {
  return new Command("users")
    .description("people who can sign in")
    .addCommand(addUser(context))
    .addCommand(importUsers(context))
    .addCommand(convertUsers(context))
    .addCommand(inviteUser(context))
    .addCommand(withdrawUserInvitation(context))
    .addCommand(listUsers(context))
    .addCommand(showUser(context))
    .addCommand(disableUser(context))
    .addCommand(enableUser(context))
    .addCommand(endUserSessions(context))
    .addCommand(deleteUser(context))
    .addCommand(setPassword(context))
    .addCommand(requirePasswordChange(context))
    .addCommand(sendEnrolmentLink(context))
    .addCommand(resetUserFactors(context));
}
