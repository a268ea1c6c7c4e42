/** A mail that shows whether mail can be sent. It goes the same way as all others, but for the outbox. */
import { randomUUID } from "node:crypto";
import { after } from "@countersign/rules";
import { basePathOf } from "../../paths.ts";
import { openViews } from "../views/views.ts";
import type { MailConfig } from "./environment.ts";
import { MAIL_KINDS } from "./kinds.ts";
import { sendMail, sendPartsOf } from "./send.ts";
import type { Attempt } from "./transport.ts";

interface TestMail {
  readonly to: string;
  readonly language: string;
  readonly at: Date;
}

/**
 * Sends a test mail now.
 *
 * @returns what the mail server made of it; undefined if this deployment sends no mail
 */
export async function sendTestMail(
  config: MailConfig & { readonly ISSUER: string; readonly VIEWS_DIR?: string | undefined },
  { to, language, at }: TestMail,
): Promise<(Attempt & { readonly messageId: string }) | undefined> {
  const views = openViews({ overrides: config.VIEWS_DIR, basePath: basePathOf(config.ISSUER) });
  const sending = sendPartsOf(config, views);
  if (sending === undefined) return undefined;

  const messageId = `<${randomUUID()}@${sending.sender.domain}>`;
  const expiresAt = after(at, MAIL_KINDS.test.lifetimeSeconds);
  const mail = { kind: "test", language, parameters: {}, createdAt: at, expiresAt, to, messageId } as const;
  return { ...(await sendMail(mail, sending)), messageId };
}
