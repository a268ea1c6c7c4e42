/** From what a browser posted to a proven person: specification §4.8 rule 6, OIDC Core §3.2.2.11. */
import { AuthorizationResponseError, type ServerMetadata, type UserInfoResponse } from "openid-client";
import type { Config } from "../../config.ts";
import { ProtocolError } from "../../errors.ts";
import { refusalCodeOf } from "../../pages/problems.ts";
import type { Provider } from "../../provider/provider.ts";
import type { SignIn } from "../../session/sign-in.ts";
import { readUserinfo } from "../../tokens/userinfo.ts";
import { authorizationUrlOf } from "../authorization-url.ts";
import type { ImplicitTransaction } from "../transactions.ts";
import { proveByIdToken, proveByIntrospection } from "./proofs.ts";
import { explainImplicit } from "./steps.ts";

interface PostedAnswer {
  readonly provider: Provider;
  readonly config: Config;
  /** `user_id`, `access_token`, `id_token`, `state` and every other parameter of the fragment. */
  readonly form: ReadonlyMap<string, string>;
  readonly transaction: ImplicitTransaction;
  readonly now: () => Date;
}

/**
 * Proves who signed in. If one check fails, there is no session.
 * @throws ProtocolError session_refused, provider_unreachable; AuthorizationResponseError for an error answer
 */
export async function proveImplicit(answer: PostedAnswer): Promise<SignIn> {
  const { provider, config, form, transaction, now } = answer;
  const configuration = await provider.configuration();
  const metadata = configuration.serverMetadata();
  const accessToken = checkAnswer(form, metadata, transaction);

  // Is the token for this client, this person and this sign-in?
  const posted = { accessToken, form, transaction, clientId: config.clientId, now: now() };
  const proof =
    transaction.kind === "id_token"
      ? await orRefused(proveByIdToken(await provider.implicitConfiguration(), config, posted))
      : await proveByIntrospection(configuration, posted);

  // The user ID comes from the browser. It is compared and then dropped: `sub` identifies the person.
  const userId = form.get("user_id");
  const mayBeLeftOut = transaction.kind === "bare_token"; // the script cannot read a user ID from it
  if (userId !== proof.sub && !(userId === undefined && mayBeLeftOut))
    throw refused("user_id is not the person of the token");

  // OIDC Core §5.3.2: the access token must give the claims of this person, not of another.
  // Nothing binds a token that came through the browser to a key of this client.
  const { sub, idToken, scopes, expiresAt } = proof;
  const access = { accessToken, expiresAt, refreshToken: undefined, sender: {} };
  const userinfo = await orRefused<UserInfoResponse | undefined>(readUserinfo(configuration, access, sub));

  const authorizationUrl = await authorizationUrlOf(configuration, config, transaction);
  const steps = explainImplicit({ config, metadata, authorizationUrl, form, proof, userinfo });
  return { flow: "implicit", sub, idToken, userinfo, scopes, access, steps };
}

/** The checks that need no request to the provider. Returns the access token. */
function checkAnswer(form: PostedAnswer["form"], metadata: ServerMetadata, { kind }: ImplicitTransaction): string {
  // RFC 9207 §2.4: the answer comes from the provider that was asked. An ID token names it too; a bare token does not.
  const iss = form.get("iss");
  const mustName = kind === "bare_token" && metadata.authorization_response_iss_parameter_supported === true;
  if (iss === undefined ? mustName : iss !== metadata.issuer) throw refused("iss is not the provider");

  // RFC 6749 §4.2.2.1: an error, explained like one of the code flow. It is from a sign-in of this browser.
  if (form.has("error")) {
    throw new AuthorizationResponseError("the provider answered with an error", {
      cause: new URLSearchParams([...form]),
    });
  }

  // RFC 6749 §7.1: a token of another type is not to be used.
  const tokenType = form.get("token_type");
  if (tokenType !== undefined && tokenType.toLowerCase() !== "bearer") throw refused("token_type is not bearer");

  const accessToken = form.get("access_token");
  if (accessToken === undefined) throw refused("no access_token");
  return accessToken;
}

/** Any failed check refuses the session. An unreachable provider does not count as a failed check. */
async function orRefused<T>(check: Promise<T>): Promise<T> {
  return check.catch((err: unknown) => {
    const isOutage = refusalCodeOf(err) === "provider_unreachable";
    throw isOutage ? err : new ProtocolError("session_refused", "a check of the posted answer failed", err);
  });
}

const refused = (detail: string) => new ProtocolError("session_refused", detail);
