/** Mails: the data that the templates show. Each kind of mail has its own texts, and all have the same templates. */

export interface MailModel {
  /** The texts are those of this kind: `mail.<kind>.…`. */
  readonly kind: string;
  /** The host of the issuer, which the footer names. */
  readonly host: string;
  /** When what the mail tells of happened. */
  readonly when: Date;
  /** The time zone of the person; UTC if it is not known. */
  readonly zone?: string | undefined;
  /** Where the HTML part finds the logo: a `cid:` address of a part of the mail. */
  readonly logo?: string | undefined;
  readonly code?: string | undefined;
  readonly link?: string | undefined;
  /** When the code or link expires. */
  readonly expiresAt?: Date | undefined;
  /** The browser that acted, in names that we chose, not in the words of the browser. */
  readonly browser?: string | undefined;
  readonly system?: string | undefined;
  /** The network that it acted from, as the list of devices has it. */
  readonly network?: string | undefined;
  /** The factor that a notice is about: the text `mail.factor.<factor>`. */
  readonly factor?: string | undefined;
  /** The name of the webhook that a notice is about. */
  readonly webhook?: string | undefined;
  /** The domain of an organization that a notice is about. */
  readonly domain?: string | undefined;
  /** Our own pages that the mail links to: the texts `mail.page.<name>`. */
  readonly pages: readonly { readonly name: string; readonly url: string }[];
  /** The text at the end: `mail.advice.<advice>`. */
  readonly advice?: string | undefined;
}

/** What every text of a mail may name in braces. */
export const MAIL_VALUES = ["service", "host", "code", "device", "factor", "webhook", "domain"] as const;

export interface MailPages {
  mailSubject(model: MailModel): string;
  mailText(model: MailModel): string;
  mailHtml(model: MailModel): string;
}

/** The template of each part. */
export const MAIL_TEMPLATES: Readonly<Record<keyof MailPages, string>> = {
  mailSubject: "mail/subject",
  mailText: "mail/text",
  mailHtml: "mail/html",
};
