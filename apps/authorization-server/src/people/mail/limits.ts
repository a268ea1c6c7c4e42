/** The limits on mails that a stranger can cause: one set for all purposes together. */
import { tooManyRequests } from "@countersign/rules";

/** A request for a mail, whether or not a mail follows from it. */
export interface MailRequest {
  /** The address that the request names. */
  readonly to: string;
  /** What the mail is for, for example `sign-up`. Another mail for the same purpose has to wait for a minute. */
  readonly purpose: string;
  /** The network address that the request comes from; absent if a caller asks whose requests are counted elsewhere. */
  readonly from?: string;
}

export interface MailLimits {
  /**
   * Counts a request for a mail: for its source, the network of the source, the purpose with the address, and the
   * address. A request that one of these refuses is not counted for the next. The result does not depend on whether
   * there is an account.
   */
  consume(request: MailRequest): Promise<{ allowed: boolean; retryAfterSeconds: number }>;
}

/** Mails of those who are signed in and mail to addresses that are not proved: administrators. */
export interface MailBudget {
  /** How many mails it has, in words. */
  readonly inWords: string;
  /** Takes one mail from it. A mail that it refuses does not count. */
  take(key: string): Promise<{ readonly allowed: boolean; readonly retryAfterSeconds: number }>;
  /** Gives a mail back that was not sent. */
  giveBack(key: string): Promise<void>;
}

/** The budgets of administrators. One of an organization has a budget of their own, and shares that of all of them. */
export interface MailBudgets {
  readonly perOrganization: MailBudget;
  readonly perAdministratorOfOrganization: MailBudget;
  readonly perAdministrator: MailBudget;
}

/** Counts a request for a mail. Throws `temporarily_unavailable` with `retryAfterSeconds` at a limit. */
export async function countMail(limits: MailLimits, request: MailRequest): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.consume(request);
  if (!allowed) throw tooManyRequests(retryAfterSeconds);
}

/**
 * The mailbox that the mails of an address are counted for. Many servers deliver `name+tag` to `name` (RFC 5233), so
 * the tag is left out. For other uses, these are two addresses.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const [localPart = ""] = address.slice(0, at).split("+");
  return `${localPart}${address.slice(at)}`.toLowerCase();
}
