import { hashSecret, newSecret, visibleNote } from "@countersign/rules";
import { Command, Option } from "commander";
import { addScimToken, MOST_TOKENS } from "../../administration/scim/scim-tokens.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { validate } from "../command/input.ts";
import { refusal } from "../command/refusal.ts";
import { properties, type Report, reporting } from "../command/report.ts";
import { parseDuration } from "../tokens/amounts.ts";
import { organizationWith, SLUG } from "./organization.ts";

const DEFAULT_TTL_SECONDS = 365 * 86_400;

interface AddOptions {
  readonly expiresIn: number;
  readonly note: string;
}

/** `organizations scim-token add`: creates a token with which the directory of an organization calls SCIM. */
export function addScimTokenCommand(context: Context): Command {
  const command = new Command("add")
    .description("create a token and print it once; only its hash is stored")
    .argument("<slug>", SLUG)
    .addOption(
      new Option("--expires-in <time>", "its lifetime, such as 12h or 90d; 365d at most")
        .argParser(parseDuration)
        .default(DEFAULT_TTL_SECONDS, "365d"),
    )
    .option("--note <text>", "what it is for", "");

  return reporting(command, context, async (slug: string, options: AddOptions): Promise<Report> => {
    const note = validate(visibleNote, options.note, "the note");
    const by = byOperator(context);
    const expiresAt = new Date(by.at.getTime() + options.expiresIn * 1000);
    const token = newSecret();
    const id = await withDatabase(context, async (database) => {
      const { id: organizationId } = await organizationWith(database, slug);
      return addScimToken(database, { organizationId, tokenHash: hashSecret(token), note, expiresAt }, by);
    });
    if (id === undefined) throw refusal(`the organization ${slug} has the maximum of ${MOST_TOKENS} SCIM tokens`);
    const added = { id, token, expires_at: expiresAt };
    return { json: added, text: properties(added) };
  });
}
