import { documentUrlProblem } from "@countersign/rules";
import { Command } from "commander";
import {
  type DocumentDecision,
  decideDocument,
  listDocuments,
  withdrawDocumentDecision,
} from "../../administration/clients/client-documents.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { onDatabase } from "../command/on-database.ts";
import { refusal } from "../command/refusal.ts";
import { type Report, reporting, table } from "../command/report.ts";

/** `clients documents`: clients that are known by the URL of their metadata document. */
export function documentsCommands(context: Context): Command {
  return new Command("documents")
    .description("clients whose client_id is the URL of their metadata document")
    .addCommand(list(context))
    .addCommand(
      decide(context, { name: "pin", decision: "pinned", does: "accept a URL, even if its host is not listed" }),
    )
    .addCommand(
      decide(context, { name: "block", decision: "blocked", does: "refuse a URL, and revoke what its client got" }),
    )
    .addCommand(withdraw(context));
}

function list(context: Context): Command {
  const command = new Command("list").description("list every URL that was fetched or decided about");
  return onDatabase(command, context, async ({ database }) => {
    const documents = await listDocuments(database);
    const rows = documents.map(({ url, name, fetchedAt, freshUntil, pinnedAt, blockedAt }) => ({
      url,
      name: name ?? "",
      fetched: fetchedAt?.toISOString() ?? "",
      fresh_until: freshUntil?.toISOString() ?? "",
      decision: blockedAt !== null ? "blocked" : pinnedAt !== null ? "pinned" : "",
    }));
    return { json: rows, text: table(rows, "No metadata document was fetched yet.") };
  });
}

interface Deciding {
  readonly name: string;
  readonly decision: DocumentDecision;
  readonly does: string;
}

function decide(context: Context, { name, decision, does }: Deciding): Command {
  const command = new Command(name).description(does).argument("<url>");
  return reporting(command, context, async (url: string): Promise<Report> => {
    const problem = documentUrlProblem(url);
    if (problem !== undefined) throw refusal(`${url} cannot be a client_id: it ${problem}`);
    const isChanged = await withDatabase(context, (database) =>
      decideDocument(database, { url, decision }, byOperator(context)),
    );
    if (!isChanged) throw refusal(`${url} is ${decision} already`);
    return { json: { url, decision }, text: `${url} is ${decision}.` };
  });
}

function withdraw(context: Context): Command {
  const command = new Command("undecide")
    .description("remove the decision that a URL is pinned or blocked")
    .argument("<url>");
  return reporting(command, context, async (url: string): Promise<Report> => {
    const isChanged = await withDatabase(context, (database) =>
      withdrawDocumentDecision(database, url, byOperator(context)),
    );
    if (!isChanged) throw refusal(`${url} is neither pinned nor blocked`);
    return { json: { url, decision: null }, text: `${url} is neither pinned nor blocked now.` };
  });
}
