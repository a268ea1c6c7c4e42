/** A security key on the page of the second factor: the options of its ceremony, and what a response proves. */
import { assertionOptions, type Factor, waysToProve } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import { factors } from "../../../../people/sign-in/factors.ts";
import type { Attempted } from "../../../../people/sign-in/second-factor.ts";
import { networkOf, sourceOf } from "../../../../platform/http/address.ts";
import type { FormParameters } from "../../../../platform/http/parameters.ts";
import type { Asked } from "../../page.ts";

type Here = Pick<Asked<unknown>, "interaction" | "facts">;

/**
 * Whether a security key completes the sign-in. A passkey counts as one after a password, also without verification of
 * the user.
 */
export const takesKey = (ways: readonly Factor[]) => ways.includes("security-key") || ways.includes("passkey");

/**
 * The options of the ceremony, in JSON for the page; undefined if no key completes the sign-in. They name the
 * credentials of the person, who gave another proof before (WebAuthn §14.6.2).
 */
export async function keyOptions(
  { interaction, facts }: Here,
  userId: string,
  { relyingParty, challenges, passkeys }: Dependencies,
): Promise<string | undefined> {
  if (relyingParty === undefined || !takesKey(waysToProve(facts))) return undefined;
  const { handle: place, browser } = interaction.place;
  const challenge = challenges.issue({ purpose: "second-factor", browser, place, userId });
  const known = await passkeys.listOf(userId);
  return JSON.stringify(assertionOptions(relyingParty, { challenge, use: "second-factor", known }));
}

/** Checks the response that the page sent. Throws as `checkSecurityKey` does. */
export async function attemptKey(
  { interaction }: Here,
  userId: string,
  form: FormParameters,
  deps: Dependencies,
  { address, from }: Call,
): Promise<Attempted> {
  const { handle: place, browser } = interaction.place;
  const origin = { ...from, source: sourceOf(address), network: networkOf(address) };
  const attempt = { response: form.get("credential"), userId, browser, place, ...origin };
  const proven = await factors["security-key"](attempt, deps);
  return "refused" in proven ? { kind: "wrong" } : { kind: "right", at: proven.proof.at };
}
