import { hashSecret, newSecret, visibleNote } from "@countersign/rules";
import { Command, Option } from "commander";
import { addScimToken, revokeScimToken } from "../../administration/scim-tokens.ts";
import { listScimTokens } from "../../records/scim-tokens.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting, table } from "../report.ts";
import { parseDuration } from "../tokens/amounts.ts";
import { organizationWith, SLUG } from "./organization.ts";

/** `organizations scim-token`: tokens with which the directory of an organization calls SCIM. */
export function scimTokenCommands(context: Context): Command {
  return new Command("scim-token")
    .description("tokens with which the directory of an organization calls SCIM")
    .addCommand(addCommand(context))
    .addCommand(listCommand(context))
    .addCommand(revokeCommand(context));
}

const DEFAULT_TTL_SECONDS = 365 * 86_400;

interface AddOptions {
  readonly expiresIn: number;
  readonly note: string;
}

function addCommand(context: Context): Command {
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
    if (id === undefined) throw refusal(`the organization ${slug} has as many tokens for SCIM as it may have`);
    const added = { id, token, expires_at: expiresAt };
    return { json: added, text: properties(added) };
  });
}

function listCommand(context: Context): Command {
  const command = new Command("list")
    .description("list the tokens of an organization, newest first, without the tokens themselves")
    .argument("<slug>", SLUG);

  return reporting(command, context, async (slug: string): Promise<Report> => {
    const tokens = await withDatabase(context, async (database) =>
      listScimTokens(database, (await organizationWith(database, slug)).id),
    );
    const json = tokens.map(({ id, note, createdAt, expiresAt }) => ({
      id,
      note,
      created_at: createdAt,
      expires_at: expiresAt,
    }));
    const rows = json.map(({ id, note, expires_at }) => ({ id, expires: expires_at.toISOString(), note }));
    return { json, text: table(rows, "The organization has no token for SCIM.") };
  });
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function revokeCommand(context: Context): Command {
  const command = new Command("revoke")
    .description("revoke a token: the directory can do nothing more by it")
    .argument("<slug>", SLUG)
    .argument("<id>", "as `organizations scim-token list` shows it");

  return reporting(command, context, async (slug: string, id: string): Promise<Report> => {
    const revoked = await withDatabase(context, async (database) => {
      const { id: organizationId } = await organizationWith(database, slug);
      return UUID.test(id) && (await revokeScimToken(database, { organizationId, id }, byOperator(context)));
    });
    if (!revoked) throw refusal(`the organization ${slug} has no token for SCIM with the id ${id}`);
    return { json: { id, revoked }, text: `The token ${id} is revoked.` };
  });
}
