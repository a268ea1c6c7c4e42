/** Rows of the client record about how strong a sign-in to it is. */
import { z } from "zod";
import { ACRS } from "../../people/levels/proofs.ts";
import { member } from "./member.ts";

const acrValue = z.string().regex(/^[\x21-\x7E]{1,255}$/, "must be 1 to 255 characters of ASCII without spaces");

export const LEVEL_ROWS = {
  /** The least `acr` of a sign-in to this client, regardless of the request. */
  requiredAcr: member("required_acr", z.enum(ACRS).optional(), {
    option: "--required-acr <acr>",
    means: "how strong a sign-in to it must be, even if a request demands less",
  }),
  /** Preferred values of `acr`. They apply if a request has no `acr_values` (OIDC Registration §2). */
  defaultAcrValues: member("default_acr_values", z.array(acrValue).max(20).optional(), {
    option: "--default-acr-value <acr>",
    takes: "many",
    means: "the preferred acr values if a request has none",
    absent: [],
    omitted: ({ defaultAcrValues }: { defaultAcrValues: readonly string[] }) => defaultAcrValues.length === 0,
  }),
} as const;
