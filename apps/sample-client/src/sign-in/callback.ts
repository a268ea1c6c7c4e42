/** /callback: the browser returns from the provider (RFC 6749 §4.1.2 and §4.2.2; specification §4.6). */
import type { Request, RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { ProtocolError } from "../errors.ts";
import { finishAct } from "../orders/orders.ts";
import { contentSecurityPolicy } from "../pages/headers.ts";
import { stepUpOf } from "../session/strength.ts";
import { redeemCode } from "./redeem-code.ts";
import { beginStepUp, demandOf } from "./step-up.ts";

export function callback(deps: Dependencies): RequestHandler {
  const { config, provider, transactions, sessions, accounts, views, now } = deps;

  return async (req, res) => {
    // RFC 6749 §4.2.2: the answer of the implicit flow is in the fragment, which browsers do not send. A script of
    // this site posts it to /session.
    if (!req.originalUrl.includes("?")) {
      res.set("Content-Security-Policy", contentSecurityPolicy({ script: true })).send(views.fragment());
      return;
    }

    const callbackUrl = callbackUrlOf(req, config.redirectUri);

    // RFC 9700 §4.7.1: did this browser start this sign-in? Its cookie is removed, so a repeated callback finds
    // nothing. Before this line, nothing in the answer is believed, not even that it is an error.
    const state = onlyValue(callbackUrl, "state");
    const transaction = await transactions.take(req, res, { flow: "code", state });
    if (transaction === undefined) throw new ProtocolError("state_unknown", "no transaction with this state");

    if (transaction.act !== undefined) {
      return finishAct(deps, { transaction, act: transaction.act, callbackUrl }, req, res);
    }

    const configuration = await provider.configuration();
    const signIn = await redeemCode({ configuration, config, callbackUrl, transaction, now: now() }).catch(demandOf);

    // RFC 9470 §4: /userinfo demands a stronger or more recent sign-in. It is asked for once.
    if ("challenge" in signIn) {
      if (transaction.followsChallenge === true) throw signIn.err;
      return beginStepUp(signIn.challenge, transaction, deps, req, res);
    }

    if (!transactions.finish(transaction))
      throw new ProtocolError("state_unknown", "this sign-in has a session already");

    // The person is signed in here from now on, under a session id that did not exist before.
    const account = accounts.signIn({ issuer: config.issuer, sub: signIn.sub });
    const stepUp = stepUpOf(transaction.acrValues, signIn.idToken, sessions.read(req));
    sessions.start(req, res, { ...signIn, account, ...(stepUp && { stepUp }) });
    res.redirect(303, transaction.returnTo);
  };
}

/** The registered redirect URI with the query of the request. The Host header is not used: the sender chooses it. */
function callbackUrlOf(req: Request, redirectUri: string): URL {
  const url = new URL(redirectUri);
  const query = req.originalUrl.indexOf("?");
  url.search = query === -1 ? "" : req.originalUrl.slice(query);
  return url;
}

function onlyValue(url: URL, name: string): string | undefined {
  const values = url.searchParams.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}
