import { ACCESS_TOKEN_ALGS } from "@countersign/jwt";
import { Command } from "commander";
import { clientSecrets } from "../issuer/clients/secrets.ts";
import { openKeyRing } from "../issuer/keys/key-ring.ts";
import { signerFor } from "../issuer/keys/signer-for.ts";
import type { Outcome } from "../platform/jobs/outbox/deliver-logouts.ts";
import { signingKeyStore } from "../platform/stores/signing-keys.ts";
import { commandLog } from "./command/command-log.ts";
import type { Context } from "./command/context.ts";
import { withDatabase } from "./command/database.ts";
import { type Report, reporting } from "./command/report.ts";
import { logoutEnvironment, readVariables } from "./config.ts";

/** `logouts`: notifies clients that sessions ended. */
export function logoutsCommands(context: Context): Command {
  return new Command("logouts")
    .description("deliveries of logout tokens; the service sends them by itself")
    .addCommand(deliverLogouts(context));
}

/** `logouts deliver`: sends the deliveries that are due now; a failed delivery becomes due again later. */
function deliverLogouts(context: Context): Command {
  const command = new Command("deliver")
    .description("send the logout tokens that are due, and print how many were accepted")
    .addHelpText(
      "after",
      "\nReads DATABASE_URL, ISSUER, KEY_ENCRYPTION_KEYS, OUTBOUND_ALLOWED_HOSTS and OUTBOUND_CA, as the service does.",
    );

  return reporting(command, context, async (): Promise<Report> => {
    const { delivered, failed } = await deliver(context);
    return { json: { delivered, failed }, text: `Delivered: ${delivered}. Failed, and due again later: ${failed}.` };
  });
}

async function deliver(context: Context): Promise<Outcome> {
  const config = await readVariables(logoutEnvironment, context.environment);
  const { now } = context;
  // The module is loaded here, because no other command needs it.
  const { openLogoutDeliveries } = await import("../platform/jobs/outbox/deliver-logouts.ts");
  const log = await commandLog(context, "logouts");

  return withDatabase(context, async (database) => {
    const store = signingKeyStore(database);
    const keyEncryptionKeys = config.KEY_ENCRYPTION_KEYS;
    const keys = await openKeyRing({ store, keyEncryptionKeys, algs: ACCESS_TOKEN_ALGS, now, log });
    const forClients = signerFor({ keys, clientSecrets: clientSecrets(keyEncryptionKeys) });
    const deliveries = openLogoutDeliveries({ database, signerFor: forClients, config, now, log });
    try {
      return await deliveries.drain();
    } finally {
      await deliveries.close();
      await keys.close();
    }
  });
}
