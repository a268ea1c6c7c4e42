import { newClientSecret, secretUseOf } from "@countersign/rules";
import { Command } from "commander";
import { rotateClientSecret } from "../../administration/clients.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import { secretsFor } from "./keys.ts";
import { clientOfId } from "./record.ts";

/** `clients rotate-secret`: gives a client a new secret and prints it once. */
export function rotateSecret(context: Context): Command {
  const command = new Command("rotate-secret")
    .description("generate a new secret and print it once; the old one ends within two seconds")
    .argument("<client_id>")
    .addHelpText(
      "after",
      "\nReads DATABASE_URL, and KEY_ENCRYPTION_KEYS for a client whose secret is the key of an HMAC.",
    );

  return reporting(command, context, (id: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const use = secretUseOf(await clientOfId(database, id));
      const secret = newClientSecret(use);
      const stored = (await secretsFor(use, context)).seal(secret, id, use);
      if (!(await rotateClientSecret(database, { clientId: id, secret: stored }, byOperator(context)))) {
        throw refusal(`the client ${id} is public: it has no secret`);
      }
      const rotated = { client_id: id, client_secret: secret };
      return { json: rotated, text: properties(rotated) };
    }),
  );
}
