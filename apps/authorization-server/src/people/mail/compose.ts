/**
 * Makes the message of a mail: RFC 5322, with a text and an HTML part (RFC 2046 §5.1.4), signed with DKIM (RFC 6376).
 */
import type { MailLogo } from "../views/looks.ts";
import type { DkimKey, Sender } from "./environment.ts";
import { LOGO_ID, type RenderedMail } from "./render.ts";

export interface Composition extends RenderedMail {
  readonly sender: Sender;
  readonly to: string;
  /** The same for every attempt, so that a recipient can recognize a repetition (RFC 5322 §3.6.4). */
  readonly messageId: string;
  readonly date: Date;
  readonly dkim: DkimKey | undefined;
}

/** The octets of a message, in lines as RFC 5322 §2.1.1 wants them. */
export async function composeMail(mail: Composition): Promise<Buffer> {
  const { sender, to, messageId, date, dkim, subject, text, html, logo } = mail;
  // Loaded here, because a deployment without mail does not need it.
  const { createTransport } = await import("nodemailer");
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const composed = await composer.sendMail({
    from: { name: sender.name, address: sender.address },
    to: { name: "", address: to },
    subject,
    text,
    html,
    ...(logo && { attachments: [attached(logo)] }),
    messageId,
    date,
    // RFC 3834 §5: no automatic response is sent to this message.
    headers: { "Auto-Submitted": "auto-generated" },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: { domainName: sender.domain, keySelector: dkim.selector, privateKey: dkim.privateKey },
    }),
  });
  return composed.message as Buffer;
}

/** RFC 2387: the HTML part and its picture are one part with two. */
const attached = ({ mediaType, image }: MailLogo) => ({
  cid: LOGO_ID,
  filename: `logo.${mediaType === "image/png" ? "png" : "jpg"}`,
  contentType: mediaType,
  contentDisposition: "inline" as const,
  content: image,
  encoding: "base64",
});
