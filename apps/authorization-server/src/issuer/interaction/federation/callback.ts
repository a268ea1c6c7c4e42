/**
 * The redirect URI at which a provider sends a person back (OIDC Core §3.1.2.5). One for each provider (RFC 9700 §4.4:
 * mix-up), by GET or as a form (OAuth 2.0 Form Post Response Mode).
 */
import { federationCallbackPath } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { pathBelow, paths } from "../../../paths.ts";
import { ACCOUNT_PLACE, placeIn } from "../../../people/sign-in/federation/attempt.ts";
import { answerOf, responseIn } from "../../../people/sign-in/federation/exchange.ts";
import { formOf, queryOf } from "../../../platform/http/parameters.ts";
import { findWaiting } from "../find.ts";
import { toContinue } from "../next.ts";
import { maxAgeOf } from "./begin.ts";
import { identify } from "./identify.ts";
import { openReturned } from "./returned.ts";

/**
 * @param ofAccount answers a person who connects an identity on the page of their account
 */
export function federationCallback(
  deps: Dependencies,
  ofAccount: Handler,
): { readonly GET: Handler; readonly POST: Handler } {
  return {
    GET: (call) =>
      placeIn(queryOf(call).get("state")) === ACCOUNT_PLACE ? ofAccount(call) : backAtRequest(deps, call),

    // A cross-site form carries no cookies of ours, so the browser asks again by GET.
    async POST(call) {
      const path = pathBelow(deps.issuer, federationCallbackPath(call.params.alias ?? ""));
      call.redirect(`${path}?${responseIn(await formOf(call))}`);
    },
  };
}

async function backAtRequest(deps: Dependencies, call: Call): Promise<void> {
  const parameters = queryOf(call);
  const interaction = await findWaiting(placeIn(parameters.get("state")), deps, call);
  const { browser, handle } = interaction.place;
  const response = { alias: call.params.alias ?? "", response: parameters, reference: call.requestId };
  const binding = { browser, place: handle, userId: undefined };
  const { provider, answer } = await answerOf(
    response,
    binding,
    { maxAgeSeconds: maxAgeOf(interaction.request) },
    deps,
  );

  const asked = await openReturned(interaction, deps, call);
  // The person went on in another tab.
  if (asked === undefined) return toContinue(interaction, deps, call);
  const progress = answer && (await identify(asked, { provider, answer }, deps, call));
  if (progress === undefined) {
    const query = new URLSearchParams({ request: handle, failed: "provider", reference: call.requestId });
    return call.redirect(`${pathBelow(deps.issuer, paths.login)}?${query}`);
  }
  await deps.parkedRequests.answer(handle, browser, interaction.parked, progress);
  toContinue(interaction, deps, call);
}
