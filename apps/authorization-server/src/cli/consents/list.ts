import { Command } from "commander";
import { type GivenConsent, listConsents as listGiven } from "../../administration/sessions/consents.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting, table } from "../report.ts";
import { readWhose, type WhoseOptions } from "../whose.ts";

/** `consents list`: what a person agreed to, or what a client was granted. */
export function listConsents(context: Context): Command {
  const command = new Command("list")
    .description("list what people granted and declined to clients")
    .option("--user <username>", "of one person")
    .option("--client <id>", "of one client; both options: of this person to this client");

  return reporting(command, context, (options: Omit<WhoseOptions, "all">) =>
    withDatabase(context, async (database): Promise<Report> => {
      const whose = await readWhose(database, options);
      const consents = await listGiven(database, whose);
      return { json: consents.map(recordOf), text: table(consents.map(rowOf), "There are no consents.") };
    }),
  );
}

const recordOf = (consent: GivenConsent) => ({
  username: consent.username,
  user_id: consent.userId,
  client_id: consent.clientId,
  client_name: consent.clientName,
  resource: consent.resource,
  granted_scopes: consent.grantedScopes,
  declined_scopes: consent.declinedScopes,
  granted_claims: consent.grantedClaims,
  declined_claims: consent.declinedClaims,
  hosts: consent.hosts,
  updated_at: consent.updatedAt,
});

const rowOf = (consent: GivenConsent) => ({
  username: consent.username,
  client_id: consent.clientId,
  client_name: consent.clientName,
  resource: consent.resource,
  granted: [...consent.grantedScopes, ...consent.grantedClaims].join(" "),
  declined: [...consent.declinedScopes, ...consent.declinedClaims].join(" "),
  updated_at: consent.updatedAt.toISOString(),
});
