import { Command } from "commander";
import { withdrawConsents as withdraw } from "../../administration/sessions/consents.ts";
import { clientOfId } from "../clients/record.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting } from "../report.ts";
import { accountNamed } from "../users/account.ts";

interface AgreementOptions {
  readonly user: string;
  readonly client: string;
}

/** `consents withdraw`: withdraws what a person agreed to with a client. The person may ask for this at any time. */
export function withdrawConsents(context: Context): Command {
  const command = new Command("withdraw")
    .description(
      "withdraw a person's consent for a client, and revoke what was issued under it; the person is asked again",
    )
    .requiredOption("--user <username>", "the person")
    .requiredOption("--client <id>", "the client");

  return reporting(command, context, ({ user, client }: AgreementOptions) =>
    withDatabase(context, async (database): Promise<Report> => {
      const { id: userId } = await accountNamed(database, user);
      const { id: clientId } = await clientOfId(database, client);
      const { consents, authorizations } = await withdraw(database, { userId, clientId }, byOperator(context));
      return {
        json: { consents, authorizations },
        text: `Consents withdrawn: ${consents}. Authorizations revoked: ${authorizations}.`,
      };
    }),
  );
}
