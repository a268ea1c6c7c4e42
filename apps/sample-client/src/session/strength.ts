/** How the person proved who they are (OIDC Core §2), before and after a request for a stronger sign-in. */
import type { ProvenIdToken } from "../tokens/id-token.ts";
import type { SignIn } from "./sign-in.ts";

export interface Strength {
  readonly acr: string | undefined;
  readonly amr: readonly string[];
  readonly authTime: Date | undefined;
}

/** The answer to a request for a stronger sign-in. */
export interface StepUp {
  /** The `acr_values` of the request. */
  readonly asked: string;
  /** Whether the provider reached one of them. It need not: `acr_values` is a wish (OIDC Core §3.1.2.1). */
  readonly isMet: boolean;
  /** The sign-in that this one replaced; undefined if another person, or no one, was signed in here. */
  readonly before: Strength | undefined;
}

/** The values of the ID token. Check them before you allow what needs a strong sign-in. */
export function strengthOf({ claims }: Pick<ProvenIdToken, "claims">): Strength {
  const { acr, amr, auth_time: seconds } = claims;
  return {
    acr: typeof acr === "string" ? acr : undefined,
    amr: Array.isArray(amr) ? amr.map(String) : [],
    authTime: typeof seconds === "number" ? new Date(seconds * 1000) : undefined,
  };
}

/**
 * What a request for a stronger sign-in brought; undefined for other requests.
 *
 * @param previous the session of this browser until now
 */
export function stepUpOf(
  asked: string | undefined,
  idToken: ProvenIdToken | undefined,
  previous: Pick<SignIn, "sub" | "idToken"> | undefined,
): StepUp | undefined {
  if (asked === undefined || idToken === undefined) return undefined;
  const { acr } = strengthOf(idToken);
  const isSamePerson = previous?.sub === idToken.claims.sub;
  const before = isSamePerson && previous.idToken !== undefined ? strengthOf(previous.idToken) : undefined;
  return { asked, isMet: acr !== undefined && asked.split(" ").includes(acr), before };
}
