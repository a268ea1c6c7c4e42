/** `consents`: what people share with clients. */

import { Command } from "commander";
import {
  type GivenConsent,
  listConsents as listGiven,
  withdrawConsents as withdraw,
} from "../../administration/sessions/consents.ts";
import { clientOfId } from "../clients/clients.ts";
import type { Context } from "../command/context.ts";
import { onDatabase } from "../command/on-database.ts";
import { table } from "../command/report.ts";
import { accountNamed } from "../users/account.ts";
import { readWhose, type WhoseOptions } from "./ends.ts";

/** `consents list`: what a person agreed to, or what a client was granted. */
export function listConsents(context: Context): Command {
  const command = new Command("list")
    .description("list what users granted and declined to clients")
    .option("--user <username>", "of one user")
    .option("--client <id>", "of one client; both options: of this user to this client");

  return onDatabase(command, context, async ({ database }, options: Omit<WhoseOptions, "all">) => {
    const whose = await readWhose(database, options);
    const consents = await listGiven(database, whose);
    return { json: consents.map(recordOf), text: table(consents.map(rowOf), "There are no consents.") };
  });
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

interface AgreementOptions {
  readonly user: string;
  readonly client: string;
}

/** `consents withdraw`: withdraws what a person agreed to with a client. The person may ask for this at any time. */
export function withdrawConsents(context: Context): Command {
  const command = new Command("withdraw")
    .description("withdraw a user's consent for a client, and revoke what was issued under it; the user is asked again")
    .requiredOption("--user <username>", "the user")
    .requiredOption("--client <id>", "the client");

  return onDatabase(command, context, async ({ database, by }, { user, client }: AgreementOptions) => {
    const { id: userId } = await accountNamed(database, user);
    const { id: clientId } = await clientOfId(database, client);
    const { consents, authorizations } = await withdraw(database, { userId, clientId }, by);
    return {
      json: { consents, authorizations },
      text: `Consents withdrawn: ${consents}. Authorizations revoked: ${authorizations}.`,
    };
  });
}
