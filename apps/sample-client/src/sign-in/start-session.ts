/** POST /session: the answer of an implicit sign-in, from the script on /callback (specification §4.7). */
import type { RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { ProtocolError } from "../errors.ts";
import { readForm } from "../pages/form.ts";
import { assertFromOurPage } from "../session/same-origin.ts";
import { proveImplicit } from "./implicit/prove.ts";
import { beginStepUp, demandOf } from "./step-up.ts";

export function startSession(deps: Dependencies): RequestHandler {
  const { config, transactions, sessions, accounts } = deps;

  return async (req, res) => {
    assertFromOurPage(req, config);
    const form = readForm(req);

    // Specification §4.8 rule 5: did this browser start this sign-in? Its cookie is removed, so the same answer does
    // not work twice. Before this line, nothing in the answer is believed.
    const transaction = await transactions.take(req, res, { flow: "implicit", state: form.get("state") });
    if (transaction === undefined) throw new ProtocolError("session_refused", "no implicit sign-in with this state");

    // Rule 6: everything that the browser posted is unproven. The provider decides.
    const signIn = await proveImplicit({ ...deps, form, transaction }).catch(demandOf);

    // RFC 9470 §4: /userinfo demands a stronger or more recent sign-in.
    if ("challenge" in signIn) return beginStepUp(signIn.challenge, transaction, deps, req, res);

    if (!transactions.finish(transaction)) {
      throw new ProtocolError("session_refused", "this sign-in has a session already");
    }
    const account = accounts.signIn({ issuer: config.issuer, sub: signIn.sub });
    sessions.start(req, res, { ...signIn, account });
    res.redirect(303, transaction.returnTo);
  };
}
