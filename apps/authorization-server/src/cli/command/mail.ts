/** The outbox of mails for acts of operators. */
import type { z } from "zod";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { senderOf } from "../../people/mail/environment.ts";
import type { Outbox } from "../../people/mail/message.ts";
import { outboxOf } from "../../people/mail/notices-only.ts";
import { openOutbox } from "../../people/mail/outbox.ts";
import { mailEnvironment, mailUrlEnvironment } from "../config.ts";
import type { Context } from "./context.ts";

/**
 * The outbox of the deployment. It needs the variables of the service about mail. Without MAIL_URL no mail is written:
 * then this deployment sends none, or the operator's command was not told.
 *
 * @param read reads variables
 */
export function outboxIn(read: <T>(shape: z.ZodType<T>) => T): Outbox {
  if (read(mailUrlEnvironment).MAIL_URL === undefined) return outboxOf({ isOn: false, enqueueAll: async () => {} });

  const config = read(mailEnvironment);
  return openOutbox({
    isOn: true,
    domain: senderOf(config).domain,
    texts: sealedTexts(config.KEY_ENCRYPTION_KEYS),
  });
}

/** The same for a command that reads its variables by itself. */
export async function mailOf({ environment }: Pick<Context, "environment">): Promise<Outbox> {
  const { readEnvironment } = await import("@countersign/service");
  return outboxIn((shape) => readEnvironment(shape, environment));
}
