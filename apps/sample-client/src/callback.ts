/** /callback: the browser is back from the provider (RFC 6749 §4.1.2 and §4.2.2; specification §4.6). */
import type { Request, RequestHandler } from "express";
import type { Dependencies } from "./dependencies.ts";
import { ProtocolError } from "./errors.ts";
import { contentSecurityPolicy } from "./headers.ts";
import { redeemCode } from "./redeem-code.ts";

export function callback(deps: Dependencies): RequestHandler {
  const { config, provider, transactions, sessions, accounts, views, now } = deps;

  return async (req, res) => {
    // RFC 6749 §4.2.2: the answer of the implicit flow stands in the fragment, which browsers keep to
    // themselves. A script of ours has to send it, to POST /session.
    if (!req.originalUrl.includes("?")) {
      res.set("Content-Security-Policy", contentSecurityPolicy({ script: true })).send(views.fragment());
      return;
    }

    const callbackUrl = callbackUrlOf(req, config.redirectUri);

    // RFC 9700 §4.7.1: did this browser start this sign-in? Taking it spends it: a repeated callback
    // finds nothing. Before this line, nothing of the answer is believed, not even that it is an error.
    const state = onlyValue(callbackUrl, "state");
    const transaction = await transactions.take(req, res, { flow: "code", state });
    if (transaction === undefined) throw new ProtocolError("state_unknown", "no transaction with this state");

    const configuration = await provider.configuration();
    const signIn = await redeemCode({ configuration, config, callbackUrl, transaction, now: now() });

    if (!transactions.finish(transaction))
      throw new ProtocolError("state_unknown", "this sign-in has a session already");

    // The person is signed in here from now on, under a session id that did not exist before.
    const account = accounts.signIn({ issuer: config.issuer, sub: signIn.sub });
    sessions.start(req, res, { ...signIn, account });
    res.redirect(303, transaction.returnTo);
  };
}

/** Our own address with the query that came: the host in the request is whatever the sender wrote. */
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
