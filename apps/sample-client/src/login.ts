/** /login: sends the browser to the provider (RFC 6749 §4.1.1, OIDC Core §3.1.2.1). */
import type { RequestHandler } from "express";
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { Dependencies } from "./dependencies.ts";
import { localPath } from "./urls.ts";

export function login({
  config,
  provider,
  transactions,
}: Pick<Dependencies, "config" | "provider" | "transactions">): RequestHandler {
  return async (req, res) => {
    const configuration = await provider.configuration();

    // All three are made here, for this one sign-in. Nothing of the request is used, so nobody
    // can send a person to this page with values of their own.
    const state = randomState();
    const nonce = randomNonce();
    const codeVerifier = randomPKCECodeVerifier();

    const authorizationUrl = buildAuthorizationUrl(configuration, {
      response_type: "code",
      redirect_uri: config.redirectUri,
      scope: config.scope,
      state,
      nonce,
      // RFC 7636 §4.3: the provider keeps the hash, the secret itself goes with the code later.
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
    }).href;

    const returnTo = localPath(req.query.returnTo);
    transactions.begin(req, res, { state, nonce, codeVerifier, authorizationUrl, returnTo });
    res.redirect(303, authorizationUrl);
  };
}
