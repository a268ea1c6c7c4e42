/** From a callback to a proven person: RFC 6749 §4.1.3, OIDC Core §3.1.3 and §5.3. */
import { authorizationCodeGrant, type Configuration } from "openid-client";
import type { Config } from "../config.ts";
import { ProtocolError } from "../errors.ts";
import type { SignIn } from "../session/sign-in.ts";
import { checkAtHash } from "../tokens/at-hash.ts";
import { callApi } from "../tokens/call-api.ts";
import { proveIdToken } from "../tokens/id-token.ts";
import { accessOf, newSender } from "../tokens/tokens.ts";
import { readUserinfo } from "../tokens/userinfo.ts";
import { authorizationUrlOf } from "./authorization-url.ts";
import { grantedScopes } from "./scopes.ts";
import { explainSignIn } from "./steps.ts";
import type { CodeTransaction } from "./transactions.ts";

interface CodeToRedeem {
  readonly configuration: Configuration;
  readonly config: Config;
  /** Our callback address with the parameters the provider sent. */
  readonly callbackUrl: URL;
  readonly transaction: CodeTransaction;
  readonly now: Date;
}

/**
 * Exchanges the code and proves who signed in. If any check fails, there is no session.
 * @throws ProtocolError answer_refused, and the errors of openid-client: an error answer of the provider,
 *   an answer that fails a check, a provider that cannot be reached.
 */
export async function redeemCode(given: CodeToRedeem): Promise<SignIn> {
  const { configuration, config, callbackUrl, transaction, now } = given;

  // RFC 9207 §2.4: iss in the answer is this provider's; an answer from another one ends here.
  // RFC 7636 §4.5: the code goes with the verifier. The redirect URI is the one of the request.
  // OIDC Core §3.1.3.7: signature, iss, aud, exp and nonce of the ID token.
  const checks = {
    expectedState: transaction.state,
    expectedNonce: transaction.nonce,
    pkceCodeVerifier: transaction.codeVerifier,
    idTokenExpected: true,
    // OIDC Core §3.1.3.7: auth_time is as recent as the request demanded.
    ...(transaction.maxAgeSeconds === undefined ? {} : { maxAge: transaction.maxAgeSeconds }),
  };
  const sender = await newSender(configuration, config);
  const tokens = await authorizationCodeGrant(configuration, callbackUrl, checks, undefined, sender);
  const claims = tokens.claims();
  if (claims === undefined || tokens.id_token === undefined) {
    throw new ProtocolError("answer_refused", "no ID token in the token response");
  }
  const idToken = proveIdToken(tokens.id_token, claims, { clientId: config.clientId, now });
  const access = accessOf(tokens, now, sender);
  checkAtHash(idToken, access.accessToken);
  const userinfo = await readUserinfo(configuration, access, claims.sub);
  const api = config.apiUrl === undefined ? undefined : await callApi(configuration, config.apiUrl, access);

  const scopes = grantedScopes(transaction.scope, tokens.scope);
  const metadata = configuration.serverMetadata();
  const authorizationUrl = await authorizationUrlOf(configuration, config, transaction);
  const steps = explainSignIn({ config, metadata, authorizationUrl, callbackUrl, tokens, idToken, userinfo, api });
  return { flow: "code", sub: claims.sub, idToken, userinfo, scopes, access, steps };
}
