/** What a hook decides about a sign-up or a sign-in. */
import { knownAcrs } from "@countersign/rules";

/** What the person reads when a hook denies: the texts `error.denied_<key>`. */
export const DENIALS = ["policy", "contact", "region", "later"] as const;
export type Denial = (typeof DENIALS)[number];

export type Decision =
  | { readonly verdict: "allow" }
  | { readonly verdict: "deny"; readonly text: Denial }
  /** The sign-in needs this `acr` at least. */
  | { readonly verdict: "require"; readonly acr: string };

/**
 * The decision in the answer of a hook; `undefined` if it is none.
 *
 * @param isReachable whether a person can reach an `acr` here; undefined if no `acr` can be required
 */
export function decisionIn(answer: unknown, isReachable?: (acr: string) => boolean): Decision | undefined {
  if (typeof answer !== "object" || answer === null || !("verdict" in answer)) return undefined;
  const { verdict } = answer;
  if (verdict === "allow") return { verdict };
  if (verdict === "deny") return { verdict, text: denialIn(answer) };
  const [acr] = verdict === "require" && "acr" in answer ? knownAcrs([String(answer.acr)]) : [];
  return acr !== undefined && isReachable?.(acr) === true ? { verdict: "require", acr } : undefined;
}

/** An unknown key is that of the plainest text: the verdict counts all the same. */
const denialIn = (answer: object): Denial => DENIALS.find((key) => "text" in answer && answer.text === key) ?? "policy";
