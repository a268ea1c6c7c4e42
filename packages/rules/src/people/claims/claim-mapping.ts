/**
 * What claims of another provider become here: claims about a person that they could type themselves, and no others. So
 * no provider makes an address verified, takes a username, or gives a role.
 */
import { readTypedClaims, TYPED_CLAIMS, type TypedClaim, type TypedClaims } from "./profile-claims.ts";

export interface ClaimMapping {
  /** The name of the claim at the provider. */
  readonly from: string;
  readonly claim: TypedClaim;
  /** When it is taken over: when the account is created, or at each sign-in, also over what the person typed. */
  readonly when: "initial" | "each-time";
}

const TEXT = /^([a-z_]+)=([\x21-\x7e]{1,100}?)(@each-time)?$/;

/** A mapping in the form of commands and records, `claim=from` or `claim=from@each-time`; undefined if it is none. */
export function readClaimMapping(text: string): ClaimMapping | undefined {
  const [, name, from, eachTime] = TEXT.exec(text) ?? [];
  const claim = TYPED_CLAIMS.find((one) => one === name);
  if (claim === undefined || from === undefined) return undefined;
  return { from, claim, when: eachTime === undefined ? "initial" : "each-time" };
}

const LONGEST = 500;

/**
 * The claims that a sign-in at a provider gives an account. A value that is not text, is empty or invalid here is left
 * out, and so removes nothing.
 *
 * @param isNew whether the account was created by this sign-in
 */
export function mappedClaims(
  mappings: readonly ClaimMapping[],
  stated: Readonly<Record<string, unknown>>,
  isNew: boolean,
): TypedClaims {
  const texts = mappings
    .filter(({ when }) => isNew || when === "each-time")
    .map(({ claim, from }) => [claim, Object.hasOwn(stated, from) ? stated[from] : undefined] as const)
    .filter((pair): pair is readonly [TypedClaim, string] => typeof pair[1] === "string" && pair[1].length <= LONGEST);
  const { claims } = readTypedClaims(Object.fromEntries(texts));
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
}
