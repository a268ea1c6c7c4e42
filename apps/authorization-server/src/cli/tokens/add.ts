import { hashSecret, newSecret, visibleNote } from "@countersign/rules";
import { Command, Option } from "commander";
import { addInitialAccessToken } from "../../administration/clients/initial-access-tokens.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { properties, type Report, reporting } from "../report.ts";
import { parseCount, parseDuration } from "./amounts.ts";

const DEFAULT_TTL_SECONDS = 7 * 86_400;

interface AddTokenOptions {
  readonly uses?: number | "unlimited";
  readonly clients?: number | "unlimited";
  readonly expiresIn: number;
  readonly note: string;
}

/** `tokens add`: creates an initial access token and prints it once. */
export function addToken(context: Context): Command {
  const command = new Command("add")
    .description("create an initial access token and print it once; only its hash is stored")
    .addOption(
      new Option(
        "--clients <number>",
        "the maximum number of its clients at a time, or unlimited; a deleted client makes room",
      ).argParser(parseCount),
    )
    .addOption(
      new Option(
        "--uses <number>",
        "how many clients it may register in all, or unlimited; 1 unless --clients is given",
      ).argParser(parseCount),
    )
    .addOption(
      new Option("--expires-in <time>", "its lifetime, such as 30m, 12h or 7d")
        .argParser(parseDuration)
        .default(DEFAULT_TTL_SECONDS, "7d"),
    )
    .option("--note <text>", "who it is for", "");

  return reporting(command, context, async (options: AddTokenOptions): Promise<Report> => {
    const note = validate(visibleNote, options.note, "the note");
    const limits = { clients: options.clients ?? "unlimited", uses: options.uses ?? usesBeside(options.clients) };
    const counted = { uses: limitOf(limits.uses), maxClients: limitOf(limits.clients) };
    const by = byOperator(context);
    const expiresAt = new Date(by.at.getTime() + options.expiresIn * 1000);

    const token = newSecret();
    const id = await withDatabase(context, (database) =>
      addInitialAccessToken(database, { tokenHash: hashSecret(token), note, ...counted, expiresAt }, by),
    );
    const added = { id, initial_access_token: token, ...limits, expires_at: expiresAt };
    return { json: added, text: properties(added) };
  });
}

// By default a token has one use. If the number of its clients is limited, its uses are unlimited by default.
const usesBeside = (clients: AddTokenOptions["clients"]) => (clients === undefined ? 1 : "unlimited");

const limitOf = (count: number | "unlimited") => (count === "unlimited" ? undefined : count);
