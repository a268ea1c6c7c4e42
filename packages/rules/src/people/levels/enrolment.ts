/** Second factors that a demand forces a person to set up, before the request that demands them goes on. Pure. */
import { acceptedLevels, type Demands, isAtLeast } from "./demands.ts";
import { type Factor, type Level, levelsBy } from "./proofs.ts";

/** The factors that can be set up in the course of a request. */
export const ENROLLABLE = ["passkey", "totp"] as const satisfies readonly Factor[];
export type EnrollableFactor = (typeof ENROLLABLE)[number];

/** How far a person has come with the factor that they must set up. */
export type EnrolmentProgress = {
  readonly userId: string;
} /** A code was mailed. `factor` is absent in requests that an older version began: there it is `totp`. */ & (
  | { readonly step: "code"; readonly factor?: EnrollableFactor; readonly resentAt?: string }
  /** The code that was mailed is proved, and this factor is set up next. */
  | { readonly step: EnrollableFactor; readonly proofId: string }
  /** The factor is set up and proved. The person has not confirmed that they keep the recovery codes. */
  | { readonly step: "recovery-codes" }
);

/**
 * The factors of which a person must set up one, because those that they have do not meet the demands. Empty if theirs
 * do, or if none that can be set up does.
 *
 * @param has the factors of the person
 */
export function factorsToEnrol(
  has: readonly Factor[],
  levels: readonly Level[],
  demands: Demands,
): readonly EnrollableFactor[] {
  const reaches = (factors: readonly Factor[]) => acceptedLevels(provableLevels(factors, levels), demands).length > 0;
  return reaches(has) ? [] : ENROLLABLE.filter((factor) => reaches([...has, factor]));
}

/** The levels that these factors reach. A person cannot be asked to prove that a device is remembered. */
export const provableLevels = (has: readonly Factor[], levels: readonly Level[]): readonly Level[] =>
  levelsBy(
    has.filter((factor) => factor !== "remembered-device"),
    levels,
  );

/** Of the levels that these factors reach, those with the highest `acr`: what a person proves to add a factor. */
export function strongestLevels(has: readonly Factor[], levels: readonly Level[]): readonly Level[] {
  const own = provableLevels(has, levels);
  const highest = own.at(-1)?.acr;
  return own.filter(({ acr }) => highest !== undefined && isAtLeast(acr, highest));
}

/** The beginning of an address and its domain: enough for its person to recognise it. */
export function hintOfAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const [first = ""] = [...address.slice(0, at)];
  return `${first}…${address.slice(at)}`;
}
