/** The sign-in page as the return from another provider continues it. */
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { languagesOf } from "../../../platform/http/languages.ts";
import { factsOf } from "../facts.ts";
import type { Waiting } from "../interaction.ts";
import { nextPage } from "../next.ts";
import type { Asked } from "../page.ts";
import { findSession } from "../session.ts";

/** What the return from another provider acts on. */
export type Returned = Pick<Asked<unknown>, "interaction" | "facts" | "pages">;

/**
 * The waiting request of a person who returns from a provider, if they may still sign in to it: the sign-in page is
 * next, or only another request signed a person in.
 */
export async function openReturned(
  interaction: Waiting,
  deps: Dependencies,
  { req }: Pick<Call, "req">,
): Promise<Returned | undefined> {
  const { parked, request } = interaction;
  const facts = await factsOf(interaction, await findSession(interaction, deps, req), deps);
  const page = nextPage(facts);
  const mayAct = page === "login" || page === "federated" || Object.keys(parked.progress).length === 0;
  return mayAct ? { interaction, facts, pages: deps.views.in(languagesOf(req, request.uiLocales)) } : undefined;
}
