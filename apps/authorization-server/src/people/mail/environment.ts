/** The variables about mail. config.ts includes them. */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { z } from "zod";

/** `Name <local-part@domain>`; or the address, with or without the brackets. */
const NAMED_SENDER = /^([^<>"\p{C}]*) <([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+)>$/u;
const BARE_SENDER = /^()<?([\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+)>?$/;

const sender = z.string().transform((text, context) => {
  const [, name = "", address] = NAMED_SENDER.exec(text) ?? BARE_SENDER.exec(text) ?? [];
  if (address === undefined) {
    context.addIssue({ code: "custom", message: "must be an address, or a name and an address in angle brackets" });
    return z.NEVER;
  }
  return { name: name.trim(), address };
});

/** RFC 8301 §3.2: verifiers need not accept shorter keys than 1024 bits, and signers should use at least 2048. */
const SHORTEST_DKIM_KEY_BITS = 2048;

const dkimKey = z.string().transform((pem, context) => {
  const key = keyIn(pem);
  if (key === undefined || (key.asymmetricKeyDetails?.modulusLength ?? 0) < SHORTEST_DKIM_KEY_BITS) {
    const message = `must be a private RSA key in PEM form, of at least ${SHORTEST_DKIM_KEY_BITS} bits`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
  return pem;
});

function keyIn(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "rsa" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Credentials in a URL are percent-encoded (RFC 3986 §3.2.1). */
function hasReadableCredentials(url: string): boolean {
  try {
    const { username, password } = new URL(url);
    decodeURIComponent(username);
    decodeURIComponent(password);
    return (username === "") === (password === "");
  } catch {
    return false;
  }
}

export const mailEnvironment = z.object({
  /**
   * The mail server: `smtps://` (TLS from the start) or `smtp://` (STARTTLS is required, except on this machine), with
   * `user:password@` if it requires authentication. Without it, no mail is sent.
   */
  MAIL_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./ })
    .refine((url) => /^smtps?:\/\/[^/?#]+\/?$/.test(url), "must have no path and no query")
    .refine(hasReadableCredentials, "must have a user and a password, both percent-encoded, or neither")
    .optional(),
  /**
   * Certificates in PEM form that are trusted for the mail server in addition to the system's. MAIL_CA_FILE names a
   * file with them.
   */
  MAIL_CA: z
    .string()
    .regex(/-----BEGIN CERTIFICATE-----/, "must be certificates in PEM form")
    .optional(),
  /**
   * The sender of all mails: `Name <local-part@domain>` or `local-part@domain`; by default `no-reply` at the issuer's
   * host.
   */
  MAIL_FROM: sender.optional(),
  /** With MAIL_DKIM_KEY: mails are signed for the domain of the sender (RFC 6376). */
  MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$/, "must be a name in DNS")
    .optional(),
  /** The private RSA key for these signatures, in PEM form. MAIL_DKIM_KEY_FILE names a file with it. */
  MAIL_DKIM_KEY: dkimKey.optional(),
});

export type MailConfig = Readonly<z.output<typeof mailEnvironment>>;

/** The sender of all mails, and the domain of its address. */
export function senderOf({ MAIL_FROM, ISSUER }: Pick<MailConfig, "MAIL_FROM"> & { readonly ISSUER: string }): Sender {
  const { name, address } = MAIL_FROM ?? { name: "", address: `no-reply@${new URL(ISSUER).hostname}` };
  return { name, address, domain: address.slice(address.indexOf("@") + 1) };
}

/** The key of DKIM signatures, if there is one. Throws if only one of its two variables is set. */
export function dkimOf(config: Pick<MailConfig, "MAIL_DKIM_KEY" | "MAIL_DKIM_SELECTOR">): DkimKey | undefined {
  const { MAIL_DKIM_KEY: privateKey, MAIL_DKIM_SELECTOR: selector } = config;
  if (privateKey === undefined && selector === undefined) return undefined;
  if (privateKey === undefined || selector === undefined)
    throw new Error("MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY are set together or not at all");
  return { selector, privateKey };
}

/** A key for DKIM signatures (RFC 6376 §3.1). */
export interface DkimKey {
  readonly selector: string;
  /** In PEM form. */
  readonly privateKey: string;
}

export interface Sender {
  /** The display name; empty if there is none. */
  readonly name: string;
  readonly address: string;
  readonly domain: string;
}
