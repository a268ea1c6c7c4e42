/**
 * The kinds of mail. The texts of a kind are `mail.<kind>.…` in views/messages/mail/. A kind lists the parameters that
 * its mails need in addition to the address:
 *
 * - `code`: digits that the person types
 * - `link`: a path of ours with its query. The issuer's host is added here, so that no request can choose the host.
 * - `browser`: the User-Agent of the browser that acted, or an empty text. A mail shows only what `nameBrowser`
 *   makes of it. With it stands `network`, where that browser was, unless it is not known.
 * - `factor`: one of `FACTORS`
 * - `webhook`: the name of a webhook
 * - `domain`: a domain of an organization
 *
 * A kind also lists the pages of ours that its mails link to, and says which advice they end with.
 */
const DAY_SECONDS = 86_400;

const MAIL_PARAMETERS = ["code", "link", "browser", "network", "factor", "webhook", "domain"] as const;
export type MailParameter = (typeof MAIL_PARAMETERS)[number];

/** The pages that mails link to without a token, by the name that their texts have. The first of a kind is a button. */
export const MAIL_PAGES = {
  account: "/account",
  "forgot-password": "/forgot-password",
  security: "/account/security",
} as const;
export type MailPage = keyof typeof MAIL_PAGES;

/** The texts `mail.advice.<advice>`: ignore the mail if you did not ask for it, or secure the account. */
export type MailAdvice = "ignore" | "secure";

interface MailKindDefinition {
  readonly parameters: readonly MailParameter[];
  readonly pages: readonly MailPage[];
  readonly advice: MailAdvice | undefined;
  /** Whether it goes to an address that was named but not proved: limits count who causes such mails. */
  readonly isAsked: boolean;
  /** How long delivery is attempted if the message does not say until when it is useful. */
  readonly lifetimeSeconds: number;
}

const kind = <const P extends readonly MailParameter[]>(...parameters: P) => ({
  parameters,
  pages: [] as readonly MailPage[],
  advice: undefined as MailAdvice | undefined,
  isAsked: false as boolean,
  lifetimeSeconds: 3 * DAY_SECONDS,
});

/** Mails that a caller requested with this address. */
const asked = <const P extends readonly MailParameter[]>(...parameters: P) => ({
  ...kind(...parameters),
  advice: "ignore" as const,
  isAsked: true as boolean,
});

/** A notice of something that happened to an account. */
const notice = <const P extends readonly MailParameter[]>(...parameters: P) => ({
  ...kind(...parameters),
  pages: ["security"] as const,
  advice: "secure" as const,
});

export const MAIL_KINDS = {
  /** `countersign mail test`. */
  test: { ...kind(), lifetimeSeconds: 600 },

  // What a person needs in order to go on.
  "sign-up-code": asked("code", "link"),
  /** A stranger wants to sign up with the address of an account. */
  "account-exists": { ...asked(), pages: ["account", "forgot-password"] },
  invitation: asked("link"),
  /** Into an organization; the link creates an account or leads to the pages of the account. */
  "organization-invitation": asked("link"),
  /** To the new address, when a person changes their address. */
  "email-change-code": asked("code", "link"),
  /** When a person must add a second factor and has proved only a password. */
  "enrol-code": { ...asked("code"), advice: "secure" },
  "reset-link": asked("link", "browser"),
  /** From an operator, for an account to which no person can sign in yet. */
  "enrolment-link": asked("link"),

  // Notices: OWASP ASVS 5.0, V6.3.5 and V6.3.7.
  "new-browser": notice("browser"),
  "password-changed": notice("browser"),
  "password-reset": notice("browser"),
  "passkey-added": notice("browser"),
  "passkey-removed": notice("browser"),
  /** A sign-in at another provider, which signs in to the account from then on. */
  "identity-connected": notice("browser"),
  "identity-disconnected": notice("browser"),
  "factor-added": notice("factor", "browser"),
  "factor-removed": notice("factor", "browser"),
  "recovery-code-used": notice("browser"),
  "recovery-codes-made": notice("browser"),
  /** Too many wrong codes after the right password. */
  "second-factor-failures": notice(),
  "factors-reset": notice(),
  /** To the old address, with a link that takes the change back. It expires when that is no longer possible. */
  "email-changed": kind("link", "browser"),
  "username-changed": notice("browser"),
  /** With a link that cancels the deletion. It expires when that is no longer possible. */
  "deletion-scheduled": kind("link", "browser"),
  "deletion-cancelled": notice("browser"),
  "account-deleted": kind(),

  /** To owners, when events could not be delivered for long. */
  "webhook-disabled": kind("webhook"),

  // To the administrators of an organization: the TXT record of a domain is gone, and what became of the domain.
  "domain-missing": kind("domain"),
  /** Another organization proves the domain now. */
  "domain-contested": kind("domain"),
  "domain-lapsed": kind("domain"),
} as const satisfies Readonly<Record<string, MailKindDefinition>>;

export type MailKind = keyof typeof MAIL_KINDS;

/** The factors that a notice can be about. Their names are the texts `mail.factor.<factor>`. */
export const FACTORS = ["password", "passkey", "security-key", "totp", "recovery-codes"] as const;

type ParameterOf<Kind extends MailKind> = (typeof MAIL_KINDS)[Kind]["parameters"][number];

/** The parameters of a mail of a kind, by name. */
export type MailParameters<Kind extends MailKind> = {
  readonly [Name in ParameterOf<Kind>]: Name extends "factor" ? (typeof FACTORS)[number] : string;
} & ("browser" extends ParameterOf<Kind> ? { readonly network?: string } : unknown);

/** Whether the mails of a kind have something in them that expires. */
export type Expires<Kind extends MailKind> = Extract<ParameterOf<Kind>, "code" | "link"> extends never ? false : true;
