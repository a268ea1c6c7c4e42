import { Command } from "commander";
import { listInitialAccessTokens } from "../../platform/records/initial-access-tokens.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting, table } from "../report.ts";

/** `tokens list`: lists every initial access token, without the token itself. */
export function listTokens(context: Context): Command {
  const command = new Command("list").description("list initial access tokens, newest first");

  return reporting(command, context, async (): Promise<Report> => {
    const tokens = await withDatabase(context, listInitialAccessTokens);

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
    return { json: records, text: table(rows, "There is no initial access token.") };
  });
}
