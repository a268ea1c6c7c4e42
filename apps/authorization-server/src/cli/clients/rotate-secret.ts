import { hashSecret, newSecret } from "@countersign/rules";
import { Command } from "commander";
import { clientAdministration } from "../../stores/clients.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import { clientOfId } from "./record.ts";

/** `clients rotate-secret`: gives a client a new secret and prints it, once. */
export function rotateSecret(context: Context): Command {
  const command = new Command("rotate-secret")
    .description("make a new secret and print it, once; the one before ends within two seconds")
    .argument("<client_id>");

  return reporting(command, context, (id: string) =>
    withDatabase(context, async (database): Promise<Report> => {
      const clients = clientAdministration(database);
      await clientOfId(clients, id);
      const secret = newSecret();
      if (!(await clients.rotateSecret(id, hashSecret(secret), context.now()))) {
        throw refusal(`the client ${id} is public: it has no secret`);
      }
      const rotated = { client_id: id, client_secret: secret };
      return { json: rotated, text: properties(rotated) };
    }),
  );
}
