/**
 * POST /backchannel-logout: the provider notifies this client that a session ended (OIDC Back-Channel Logout §2.5 to
 * §2.8).
 */
import type { ErrorRequestHandler, RequestHandler } from "express";
import type { Dependencies } from "../dependencies.ts";
import { ProtocolError } from "../errors.ts";
import { readForm } from "../pages/form.ts";

/** No browser sends this, so there is no cookie and no origin: the signature of the logout token is the only proof. */
export function backchannelLogout({
  logoutTokens,
  sessions,
  log,
}: Pick<Dependencies, "logoutTokens" | "sessions" | "log">): RequestHandler {
  return async (req, res) => {
    const token = readForm(req).get("logout_token");
    if (token === undefined) throw new ProtocolError("form_malformed", "no logout_token");

    // §2.7: if there is no session to end, that is a success too, because the person has already signed out
    // here.
    sessions.endThose(await logoutTokens.accept(token));
    log("signed_out_at_provider");
    res.status(200).end();
  };
}

/**
 * §2.8: the status is 400 for every reason. The reason is only logged. A program reads this answer, so it is not a
 * page.
 */
export function refuseLogout({ log }: Pick<Dependencies, "log">): ErrorRequestHandler {
  return (err, _req, res, next) => {
    if (res.headersSent) {
      next(err);
      return;
    }
    log("backchannel_logout_refused", err);
    res.status(400).json({ error: "invalid_request" });
  };
}
