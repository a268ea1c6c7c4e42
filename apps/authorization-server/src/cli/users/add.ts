import { userClaims, username } from "@countersign/rules";
import { Command, Option } from "commander";
import { userAdministration } from "../../stores/users.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { admit, readJsonObject } from "../input.ts";
import { choosePassword, type PasswordOptions, withPasswordOptions } from "../password.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import { type ClaimArguments, collectClaim } from "./claims.ts";

interface AddUserOptions extends PasswordOptions {
  readonly claim?: ClaimArguments;
  readonly claimsFile?: string;
}

/** `users add`: makes an account. */
export function addUser(context: Context): Command {
  const command = withPasswordOptions(new Command("add"))
    .description("add a person; asks for the password at a terminal unless told where it comes from")
    .argument("<username>", "what the person signs in with; usernames differ in more than case and looks")
    .addOption(
      new Option(
        "--claim <name=value>",
        "a standard claim, such as email=a@b.example or address.country=UK; repeatable",
      )
        .argParser(collectClaim)
        .conflicts("claimsFile"),
    )
    .option("--claims-file <file>", "a JSON object of standard claims");

  return reporting(command, context, async (name: string, options: AddUserOptions): Promise<Report> => {
    const admitted = admit(username, name, "the username");
    const given = options.claimsFile === undefined ? options.claim : await readJsonObject(options.claimsFile);
    const claims = admit(userClaims, given ?? {}, "the claims");
    const { passwordHash, generated } = await choosePassword(options, context);

    const id = await withDatabase(context, (database) =>
      userAdministration(database).add({ username: admitted, passwordHash, claims }, context.now()),
    );
    if (id === undefined) {
      throw refusal(
        `the username ${admitted} is taken: an account has it, or one that is the same but for case or looks`,
      );
    }

    const added = { id, username: admitted, password: generated };
    return { json: added, text: properties(added) };
  });
}
