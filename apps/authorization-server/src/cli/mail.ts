/** The outbox of mails for acts of operators. */

import type { Outbox } from "../mail/message.ts";
import { outboxOf } from "../mail/notices-only.ts";
import { mailEnvironment, readVariables } from "./config.ts";
import type { Context } from "./context.ts";

/**
 * The outbox of the deployment. It needs the variables of the service about mail. Without MAIL_URL no mail is written:
 * then this deployment sends none, or the operator's command was not told.
 */
export async function mailOf({ environment }: Pick<Context, "environment">): Promise<Outbox> {
  if (environment.MAIL_URL === undefined || environment.MAIL_URL === "")
    return outboxOf({ isOn: false, enqueueAll: async () => {} });

  const config = await readVariables(mailEnvironment, environment);
  const { openOutbox } = await import("../mail/outbox.ts");
  const { senderOf } = await import("../mail/environment.ts");
  const { sealedTexts } = await import("../keys/sealed-texts.ts");
  return openOutbox({
    isOn: true,
    domain: senderOf(config).domain,
    texts: sealedTexts(config.KEY_ENCRYPTION_KEYS),
  });
}
