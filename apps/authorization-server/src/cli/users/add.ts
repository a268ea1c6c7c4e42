import { namesOf, userClaims, username } from "@countersign/rules";
import { Command, Option } from "commander";
import { addPerson } from "../../administration/people/people.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { readJsonObject, validate } from "../command/input.ts";
import { choosePassword, type PasswordOptions, withPasswordOptions } from "../command/password.ts";
import { refusal } from "../command/refusal.ts";
import { properties, type Report, reporting } from "../command/report.ts";
import { type ClaimArguments, collectClaim } from "./claims.ts";

interface AddUserOptions extends PasswordOptions {
  readonly claim?: ClaimArguments;
  readonly claimsFile?: string;
}

/** `users add`: creates an account. */
export function addUser(context: Context): Command {
  const command = withPasswordOptions(new Command("add"))
    .description("add a user; asks for the password at a terminal by default")
    .argument("<username>", "the name to sign in with; it must differ from others in more than case and looks")
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
    const validated = validate(username, name, "the username");
    const given = options.claimsFile === undefined ? options.claim : await readJsonObject(options.claimsFile);
    const claims = validate(userClaims, given ?? {}, "the claims");
    const { passwordHash, generated } = await choosePassword(
      options,
      context,
      namesOf({ ...claims, username: validated }),
    );

    const id = await withDatabase(context, (database) =>
      addPerson(database, { username: validated, passwordHash, claims }, byOperator(context)),
    );
    if (id === undefined) {
      throw refusal(
        `the username ${validated}, one that differs only in case or looks, or the verified email address is taken`,
      );
    }

    const added = { id, username: validated, password: generated };
    return { json: added, text: properties(added) };
  });
}
