/**
 * "Not you?", on the consent page: ends the current session, and lets another person sign in to the same request. It
 * also does so when no page is next, because another person must not continue in this session.
 */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import { assertOwnForm } from "../../../../platform/http/csrf.ts";
import { formOf } from "../../../../platform/http/parameters.ts";
import { findWaiting } from "../../find.ts";
import { toContinue } from "../../next.ts";
import { subjectOf } from "../../page.ts";
import { findSession } from "../../session.ts";

export function changeUser(deps: Dependencies): Handler {
  return async (call) => {
    const form = await formOf(call);
    const interaction = await findWaiting(form.get("request"), deps, call);
    const session = await findSession(interaction, deps, call.req);

    if (session !== undefined) {
      const { handle, browser } = interaction.place;
      assertOwnForm(call.req, form, { browser, about: subjectOf(handle, session), issuer: deps.issuer });
      await deps.sessions.end(deps.cookies.session(call.req), deps.now(), call.from);
      deps.logoutDeliveries.wake();
      deps.cookies.clearSession(call.res);
    }
    toContinue(interaction, deps, call);
  };
}
