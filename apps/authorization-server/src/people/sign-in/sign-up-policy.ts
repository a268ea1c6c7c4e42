/** Who may create an account, as the deployment sets it. */
import { asciiDomain, domainOf } from "@countersign/rules";
import { z } from "zod";

const domains = z
  .string()
  .default("")
  .transform((text, context) => {
    const names = text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
    const known = names.map((name) => asciiDomain(name));
    if (known.includes(undefined)) {
      context.addIssue({ code: "custom", message: "must be domain names, separated by commas" });
      return z.NEVER;
    }
    return new Set(known);
  });

/** The variables about sign-up. config.ts includes them. */
export const signUpEnvironment = z.object({
  /** Who may create an account: no one, people with an invitation, or everyone. */
  SIGN_UP: z.enum(["closed", "invited", "open"]).default("closed"),
  /**
   * How many invitations the administrators of one organization may mail in an hour. One of them may mail half of it,
   * an administrator of the deployment five times as many, and each in a day 2.5 times what they may in an hour.
   */
  INVITATIONS_PER_HOUR: z.coerce.number().int().min(2).max(1_000_000).default(200),
  /** The domains of addresses that may sign up without an invitation, comma separated. Without any, all may. */
  SIGN_UP_DOMAINS: domains,
  /** The minimum age in years for sign-up. Without it, sign-up does not ask for a date of birth. */
  SIGN_UP_MINIMUM_AGE: z.coerce.number().int().min(1).max(120).optional(),
});

export interface SignUpPolicy {
  /** Whether everyone may create an account. */
  readonly isOpen: boolean;
  /** Whether an invitation can be accepted. */
  readonly takesInvitations: boolean;
  /** Whether an address in canonical form may sign up without an invitation. */
  allowsAddress(canonical: string): boolean;
  readonly minimumAge: number | undefined;
}

type SignUpConfig = z.output<typeof signUpEnvironment> & { readonly MAIL_URL?: string | undefined };

/** Throws if people could sign up, but no mail could be sent to them. */
export function signUpPolicy({ SIGN_UP, SIGN_UP_DOMAINS, SIGN_UP_MINIMUM_AGE, MAIL_URL }: SignUpConfig): SignUpPolicy {
  if (SIGN_UP !== "closed" && MAIL_URL === undefined) {
    throw new Error(`SIGN_UP=${SIGN_UP} needs MAIL_URL: a person proves an address with a mailed code`);
  }
  return {
    isOpen: SIGN_UP === "open",
    takesInvitations: SIGN_UP !== "closed",
    // The whole domain is compared: a subdomain belongs to others more often than not.
    allowsAddress: (canonical) => SIGN_UP_DOMAINS.size === 0 || SIGN_UP_DOMAINS.has(domainOf(canonical)),
    minimumAge: SIGN_UP_MINIMUM_AGE,
  };
}
