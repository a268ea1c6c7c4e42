/** The claims about a person: the standard claims of OIDC Core §5.1, each with its type. */
import { z } from "zod";
import { isMisleading } from "../../text/visible.ts";
import { EARLIEST_YEAR_OF_BIRTH } from "./age.ts";

const text = z
  .string()
  .trim()
  .min(1)
  .max(500, { abort: true })
  .refine((value) => !isMisleading(value), "has control or direction characters");
const webPage = z.url({ protocol: /^https?$/ }).max(2000);

const isPossibleYear = (value: string) => Number(value.slice(0, 4)) >= EARLIEST_YEAR_OF_BIRTH;

/** OIDC Core §5.1: `YYYY-MM-DD`; the year may be 0000, which leaves it out, or appear by itself. */
const birthdate = z.union([
  z.iso.date().refine(isPossibleYear, "has a year before 1900"),
  z
    .string()
    .regex(/^\d{4}$/, { abort: true, error: "must be a date such as 1990-01-31, or a year" })
    .refine(isPossibleYear, "is a year before 1900"),
  z.string().regex(/^0000-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/),
]);

/** OIDC Core §5.1.1. */
const address = z.strictObject({
  formatted: z.string().trim().min(1).max(1000).optional(),
  street_address: z.string().trim().min(1).max(500).optional(),
  locality: text.optional(),
  region: text.optional(),
  postal_code: text.optional(),
  country: text.optional(),
});

/** RFC 5646, in the shape that OIDC Core §5.1 asks for. */
const locale = z
  .string()
  .regex(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/, "must be a language tag such as en or de-CH")
  .max(35);

/** Every claim that an operator may set; we set `sub` and `updated_at`. */
export const userClaims = z.strictObject({
  name: text.optional(),
  given_name: text.optional(),
  family_name: text.optional(),
  middle_name: text.optional(),
  nickname: text.optional(),
  preferred_username: text.optional(),
  profile: webPage.optional(),
  picture: webPage.optional(),
  website: webPage.optional(),
  gender: text.optional(),
  birthdate: birthdate.optional(),
  zoneinfo: z
    .string()
    .regex(/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/, "must be a time zone such as Europe/Berlin")
    .max(100)
    .optional(),
  locale: locale.optional(),
  email: z.email().max(320).optional(),
  email_verified: z.boolean().optional(),
  /** E.164, with RFC 3966 for an extension. */
  phone_number: z
    .string()
    .regex(/^\+[0-9][0-9 ().-]{3,30}(?:;ext=\d{1,10})?$/, "must be a number such as +49 30 123456")
    .optional(),
  phone_number_verified: z.boolean().optional(),
  address: address.optional(),
});

export type UserClaims = z.output<typeof userClaims>;
