/** Renders a mail of the outbox in the language of its recipient. */
import { nameBrowser } from "@countersign/rules";
import type { MailLogo } from "../views/looks.ts";
import type { Views } from "../views/views.ts";
import { MAIL_KINDS, MAIL_PAGES, type MailKind } from "./kinds.ts";

/** The texts and templates of mails. */
export type RenderingViews = Pick<Views, "in">;

export interface OpenedMail {
  readonly kind: MailKind;
  readonly language: string;
  /** As `MAIL_KINDS` lists them for the kind. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** The time zone of the person, as they entered it. */
  readonly zone?: string | null;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The picture that the HTML part shows as `cid:logo`. */
  readonly logo?: MailLogo | undefined;
}

/** The Content-ID of the logo (RFC 2392): it is part of the mail, so that reading the mail loads nothing. */
export const LOGO_ID = "logo";

/**
 * Renders the three parts of a mail. Every value is data: it is escaped in the HTML part, and no value from a person or
 * a client stands in the subject, which names the service, a code, and a browser in names that we chose.
 *
 * @param issuer the issuer, with which every link begins
 */
export function renderMail(views: RenderingViews, issuer: string, mail: OpenedMail): RenderedMail {
  const { kind, parameters } = mail;
  const { pages, advice } = MAIL_KINDS[kind];
  const { code, link, browser: userAgent, network, factor, webhook, domain } = parameters;
  const { mailSubject, mailText, mailHtml, mailLogo: logo } = views.in([mail.language]);
  const expires = code !== undefined || link !== undefined;
  const model = {
    kind,
    host: new URL(issuer).host,
    when: mail.createdAt,
    zone: mail.zone ?? undefined,
    logo: logo && `cid:${LOGO_ID}`,
    code,
    link: link === undefined ? undefined : `${issuer}${link}`,
    expiresAt: expires ? mail.expiresAt : undefined,
    ...nameBrowser(userAgent),
    network,
    factor,
    webhook,
    domain,
    pages: pages.map((name) => ({ name, url: `${issuer}${MAIL_PAGES[name]}` })),
    advice,
  };
  return {
    // A template of a deployment may contain line breaks, which a header line cannot (RFC 5322 §2.2).
    subject: mailSubject(model).replace(/\s+/g, " ").trim(),
    text: `${mailText(model)
      .trim()
      .replace(/\n{3,}/g, "\n\n")}\n`,
    html: mailHtml(model).trim(),
    logo,
  };
}
