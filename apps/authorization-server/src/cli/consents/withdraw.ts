import { Command } from "commander";
import { clientAdministration } from "../../stores/clients.ts";
import { consentAdministration } from "../../stores/consent-administration.ts";
import { userAdministration } from "../../stores/users.ts";
import { clientOfId } from "../clients/record.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { type Report, reporting } from "../report.ts";
import { accountNamed } from "../users/account.ts";

interface AgreementOptions {
  readonly user: string;
  readonly client: string;
}

/** `consents withdraw`: takes back what a person agreed to with a client, as they may ask at any time. */
export function withdrawConsents(context: Context): Command {
  const command = new Command("withdraw")
    .description(
      "withdraw what a person agreed to with a client, and revoke what was issued under it; they are asked anew",
    )
    .requiredOption("--user <username>", "the person")
    .requiredOption("--client <id>", "the client");

  return reporting(command, context, ({ user, client }: AgreementOptions) =>
    withDatabase(context, async (database): Promise<Report> => {
      const { id: userId } = await accountNamed(userAdministration(database), user);
      const { id: clientId } = await clientOfId(clientAdministration(database), client);
      const by = { actor: "operator", at: context.now() } as const;
      const { consents, authorizations } = await consentAdministration(database).withdraw({ userId, clientId }, by);
      return {
        json: { consents, authorizations },
        text: `Consents withdrawn: ${consents}. Authorizations revoked: ${authorizations}.`,
      };
    }),
  );
}
