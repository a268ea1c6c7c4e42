import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { accountInteraction, type PageDemand } from "../answer/account.ts";
import { proceed } from "../next.ts";

/**
 * Sends the browser to the sign-in that one of our own pages needs. After it, the browser returns to that page by GET.
 * If the current sign-in is sufficient, the browser returns at once.
 */
export const signInForPage = (demand: PageDemand, deps: Dependencies, call: Call): Promise<void> =>
  proceed(accountInteraction(demand, deps), deps, call);
