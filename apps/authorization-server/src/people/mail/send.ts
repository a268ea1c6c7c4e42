/** Makes one attempt to send a mail: renders and signs it, and hands it to the mail server. */
import { composeMail } from "./compose.ts";
import { type DkimKey, dkimOf, type MailConfig, type Sender, senderOf } from "./environment.ts";
import { type OpenedMail, type RenderingViews, renderMail } from "./render.ts";
import { type Attempt, openTransport, type Transport } from "./transport.ts";

export interface OutgoingMail extends OpenedMail {
  readonly to: string;
  readonly messageId: string;
}

export interface SendParts {
  readonly views: RenderingViews;
  readonly issuer: string;
  readonly sender: Sender;
  readonly dkim: DkimKey | undefined;
  readonly transport: Transport;
}

/**
 * What sending needs, by the configuration; undefined if this deployment sends no mail. Throws for a configuration that
 * cannot be used.
 */
export function sendPartsOf(
  config: MailConfig & { readonly ISSUER: string },
  views: RenderingViews,
): SendParts | undefined {
  const { ISSUER: issuer, MAIL_URL: url, MAIL_CA: ca } = config;
  const [sender, dkim] = [senderOf(config), dkimOf(config)];
  if (url === undefined) return undefined;
  return { views, issuer, sender, dkim, transport: openTransport({ url, name: sender.domain, ca }) };
}

/** Makes one attempt. The reason of a failure does not contain the address, so that it can be logged. */
export async function sendMail(mail: OutgoingMail, parts: SendParts): Promise<Attempt> {
  const { views, issuer, sender, dkim, transport } = parts;
  const { to, messageId, createdAt: date } = mail;
  const message = await composeMail({ ...renderMail(views, issuer, mail), sender, to, messageId, date, dkim });
  const attempt = await transport.send({ from: sender.address, to }, message);
  return attempt.result === "delivered" ? attempt : { ...attempt, reason: attempt.reason.replaceAll(to, "…") };
}
