/** One poll of the device grant: RFC 8628 §3.4 and §3.5. */
import { type Configuration, genericGrantRequest, ResponseBodyError } from "openid-client";
import type { Config } from "../config.ts";
import { ProtocolError } from "../errors.ts";
import type { SignIn } from "../session/sign-in.ts";
import { grantedScopes } from "../sign-in/scopes.ts";
import { checkAtHash } from "../tokens/at-hash.ts";
import { proveIdToken } from "../tokens/id-token.ts";
import { accessOf, newSender } from "../tokens/tokens.ts";
import { readUserinfo } from "../tokens/userinfo.ts";
import type { WaitingDevice } from "./device-requests.ts";
import { explainDevice } from "./steps.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** How the wait ended without a sign-in. */
export type DeviceEnd = "denied" | "expired";

export type Polled = "pending" | "slow_down" | DeviceEnd | SignIn;

const ANSWERS = new Map<string, Exclude<Polled, SignIn>>([
  ["authorization_pending", "pending"],
  ["slow_down", "slow_down"],
  ["access_denied", "denied"],
  ["expired_token", "expired"],
]);

interface Poll {
  readonly configuration: Configuration;
  readonly config: Config;
  readonly device: WaitingDevice;
  readonly now: () => Date;
}

/**
 * Asks the provider once. If the person approved, every check of a sign-in is made.
 * @throws ProtocolError answer_refused, and the errors of openid-client
 */
export async function poll({ configuration, config, device, now }: Poll): Promise<Polled> {
  const sender = await newSender(configuration, config);
  const request = { device_code: device.deviceCode };
  const tokens = await genericGrantRequest(configuration, GRANT, request, sender).catch(verdictOf);
  if (typeof tokens === "string") return tokens;

  // OIDC Core §3.1.3.7. There is no nonce: the answer came straight from the provider, for the code that it gave.
  const claims = tokens.claims();
  if (claims === undefined || tokens.id_token === undefined)
    throw new ProtocolError("answer_refused", "no ID token in the token response");
  const idToken = proveIdToken(tokens.id_token, claims, { clientId: config.clientId, now: now() });
  const access = accessOf(tokens, now(), sender);
  checkAtHash(idToken, access.accessToken);
  const userinfo = await readUserinfo(configuration, access, claims.sub);
  const steps = explainDevice({ metadata: configuration.serverMetadata(), config, device, tokens, idToken, userinfo });
  const scopes = grantedScopes(config.scope, tokens.scope);
  return { flow: "device", sub: claims.sub, idToken, userinfo, scopes, access, steps };
}

function verdictOf(err: unknown) {
  const verdict = err instanceof ResponseBodyError ? ANSWERS.get(err.error) : undefined;
  if (verdict === undefined) throw err;
  return verdict;
}
