/** `tokens`: initial access tokens (RFC 7591 §3). */

import { hashSecret, newSecret, visibleNote } from "@countersign/rules";
import { Command, Option } from "commander";
import {
  addInitialAccessToken,
  revokeInitialAccessToken,
  revokeInitialAccessTokens,
} from "../../administration/clients/initial-access-tokens.ts";
import { listInitialAccessTokens } from "../../platform/records/initial-access-tokens.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { validate } from "../command/input.ts";
import { onDatabase } from "../command/on-database.ts";
import { refusal } from "../command/refusal.ts";
import { properties, type Report, reporting, table } from "../command/report.ts";
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

/** `tokens list`: lists every initial access token, without the token itself. */
export function listTokens(context: Context): Command {
  const command = new Command("list").description("list initial access tokens, newest first");

  return onDatabase(command, context, async ({ database }) => {
    const tokens = await listInitialAccessTokens(database);

    const now = context.now();
    const records = tokens.map(({ id, note, usesRemaining, maxClients, livingClients, expiresAt, createdAt }) => ({
      id,
      note,
      uses_remaining: usesRemaining ?? "unlimited",
      clients: livingClients,
      max_clients: maxClients ?? "unlimited",
      expires_at: expiresAt,
      created_at: createdAt,
      usable: expiresAt > now && usesRemaining !== 0 && (maxClients === null || livingClients < maxClients),
    }));
    const rows = records.map((record) => ({
      id: record.id,
      uses: String(record.uses_remaining),
      clients: `${record.clients} of ${record.max_clients}`,
      expires: record.expires_at.toISOString(),
      state: record.usable ? "usable" : "over",
      note: record.note,
    }));
    return { json: records, text: table(rows, "No initial access tokens.") };
  });
}

/** `tokens revoke`: revokes initial access tokens; clients registered with them stay. */
export function revokeToken(context: Context): Command {
  const command = new Command("revoke")
    .description("revoke one initial access token, or all; clients registered with it stay")
    .argument("[id]", "as `tokens list` shows it")
    .option("--all", "every initial access token, instead of one");

  return reporting(command, context, async (id: string | undefined, { all }: { all?: true }): Promise<Report> => {
    if ((id === undefined) === (all === undefined)) throw refusal("give one id, or --all");
    if (id === undefined) {
      const count = await withDatabase(context, (database) => revokeInitialAccessTokens(database, byOperator(context)));
      return { json: { revoked: count }, text: `Initial access tokens revoked: ${count}.` };
    }

    const revoked = await withDatabase(context, (database) =>
      revokeInitialAccessToken(database, id, byOperator(context)),
    );
    if (!revoked) throw refusal(`there is no initial access token ${id}`);
    return { json: { id, revoked }, text: `The initial access token ${id} is revoked.` };
  });
}
