/** The claims about themselves that people may change: OIDC Core §5.1. */
import { isMisleading } from "../../text/visible.ts";
import { userClaims } from "./user-claims.ts";

/** The claims that a deployment may let people type. `preferred_username`, addresses and phone numbers are not here. */
export const TYPED_CLAIMS = [
  "name",
  "given_name",
  "family_name",
  "middle_name",
  "nickname",
  "profile",
  "website",
  "gender",
  "birthdate",
  "zoneinfo",
  "locale",
] as const;

export type TypedClaim = (typeof TYPED_CLAIMS)[number];

/** The claims that a deployment may let people change: those that they type, and their picture. */
export const EDITABLE_CLAIMS = [...TYPED_CLAIMS, "picture"] as const;

export type EditableClaim = (typeof EDITABLE_CLAIMS)[number];

/** What a person typed: a value for each claim, null for a claim that they left empty. */
export type TypedClaims = { readonly [claim in TypedClaim]?: string | null | undefined };

/** The claims as they are to be stored, and the claims whose values are not valid. */
export interface ReadClaims {
  readonly claims: TypedClaims;
  readonly wrong: readonly TypedClaim[];
}

/**
 * Reads what a person typed about themselves, by the rules of claim values. Characters that change the direction of the
 * text around them, and line breaks, are not valid in any claim. A time zone must be a known one.
 */
export function readTypedClaims(typed: TypedClaims): ReadClaims {
  const claims: Record<string, string | null> = {};
  const wrong: TypedClaim[] = [];
  for (const claim of TYPED_CLAIMS) {
    const text = typed[claim];
    if (text === undefined) continue;
    const read = text === null || text.trim() === "" ? null : claimOf(claim, text.trim());
    if (read === undefined) wrong.push(claim);
    else claims[claim] = read;
  }
  return { claims, wrong };
}

function claimOf(claim: TypedClaim, text: string): string | undefined {
  if (isMisleading(text)) return undefined;
  const value = userClaims.shape[claim].safeParse(text).data;
  return claim === "zoneinfo" && value !== undefined && !isTimeZone(value) ? undefined : value;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
