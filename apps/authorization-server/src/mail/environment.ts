/** The variables about mail. config.ts includes them. */
import { z } from "zod";

/** `Name <local-part@domain>`, or the address alone. */
const SENDER = /^(?:([^<>"\p{C}]*) )?<?([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+)>?$/u;

const sender = z.string().transform((text, context) => {
  const [, name = "", address] = SENDER.exec(text) ?? [];
  if (address === undefined) {
    context.addIssue({ code: "custom", message: "must be an address, or a name and an address in angle brackets" });
    return z.NEVER;
  }
  return { name: name.trim(), address };
});

export const mailEnvironment = z.object({
  /**
   * The mail server: `smtps://` (TLS from the start) or `smtp://` (STARTTLS is required, except on this machine), with
   * `user:password@` if it requires authentication. Without it, no mail is sent.
   */
  MAIL_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./ })
    .refine((url) => /^smtps?:\/\/[^/?#]+\/?$/.test(url), "must have no path and no query")
    .optional(),
  /**
   * The sender of all mails: `Name <local-part@domain>` or `local-part@domain`; by default `no-reply` at the issuer's
   * host.
   */
  MAIL_FROM: sender.optional(),
});

export type MailConfig = Readonly<z.output<typeof mailEnvironment>>;

/** The sender of all mails, and the domain of its address. */
export function senderOf({ MAIL_FROM, ISSUER }: Pick<MailConfig, "MAIL_FROM"> & { readonly ISSUER: string }): Sender {
  const { name, address } = MAIL_FROM ?? { name: "", address: `no-reply@${new URL(ISSUER).hostname}` };
  return { name, address, domain: address.slice(address.indexOf("@") + 1) };
}

export interface Sender {
  /** The display name; empty if there is none. */
  readonly name: string;
  readonly address: string;
  readonly domain: string;
}
