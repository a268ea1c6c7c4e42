import type { SignUpProgress } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { accountInteraction, type PageDemand } from "../answer/account.ts";
import { proceed } from "../next.ts";

/** Sends the browser to this step of a sign-up. After the sign-up, the browser goes to one of our own pages. */
export function signUpForPage(
  demand: PageDemand,
  signUp: SignUpProgress,
  deps: Dependencies,
  call: Call,
): Promise<void> {
  const interaction = accountInteraction(demand, deps);
  return proceed({ ...interaction, parked: { ...interaction.parked, progress: { signUp } } }, deps, call);
}
