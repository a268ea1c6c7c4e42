/** Receives the logout tokens of providers at which people signed in: OIDC Back-Channel Logout §2.5 to §2.8. */
import { acceptedUntil, isInvalidJwt, type ProviderLogoutClaims, verifyProviderLogoutToken } from "@countersign/jwt";
import { invalidRequest, ProtocolError, readSubject, tooManyRequests } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import pLimit from "p-limit";
import { endSessionsFrom } from "../../administration/sessions.ts";
import type { Dependencies } from "../../dependencies.ts";
import { sourceOf } from "../../http/address.ts";
import { formOf } from "../../http/parameters.ts";
import type { By } from "../../stores/audit-events.ts";
import type { IdentityProvider } from "../../stores/person/identity-providers.ts";

type Receiving = Pick<
  Dependencies,
  "identityProviders" | "federatedIdentities" | "providerClient" | "clientKeys" | "database" | "limits" | "log" | "now"
>;

/** How much a refused token counts for its source. */
const REFUSED_POINTS = 20;
const REFUSED = "the logout token is not valid";

/** A provider that ends many sessions sends as many tokens at once. People and clients are answered between them. */
const MOST_AT_ONCE = 4;

export function providerLogout(deps: Receiving): Handler {
  const inTurn = pLimit(MOST_AT_ONCE);
  return async (call) => {
    const source = sourceOf(call.address);
    const waitSeconds = deps.limits.tokenRequestsPerSource.count(source);
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
    const token = (await formOf(call)).get("logout_token") ?? "";
    const provider = await deps.identityProviders.find(call.params.alias ?? "");
    const claims = provider && (await verified(token, provider, deps));
    const refusal = () => {
      deps.limits.tokenRequestsPerSource.count(source, REFUSED_POINTS);
      return invalidRequest(REFUSED);
    };
    if (provider === undefined || claims === undefined) throw refusal();
    const ended = await inTurn(() => endFrom(provider, claims, { at: deps.now(), address: call.address }, deps));
    if (ended === undefined) {
      deps.log.info({ provider: provider.alias }, "a logout token of a provider was used before");
      throw refusal();
    }
    deps.log.info({ provider: provider.alias, ended }, "a provider said that a session ended");
    // §2.8: a session that is not there any more is a success, too.
    call.send("", { "cache-control": "no-store" });
  };
}

/** The claims of a valid token, which may have been used; undefined otherwise. The log says why. */
async function verified(
  token: string,
  provider: IdentityProvider,
  { providerClient, clientKeys, now, log }: Receiving,
): Promise<ProviderLogoutClaims | undefined> {
  const refused = (err: unknown) => {
    log.info({ err, provider: provider.alias }, "a logout token of a provider was refused");
    return undefined;
  };
  try {
    const jwksUri = await providerClient.keysUri(provider);
    const keys = clientKeys.of({ jwks: undefined, jwksUri });
    if (keys === undefined) return refused(new Error("the provider has no keys"));
    const { issuer, clientId } = provider;
    return await verifyProviderLogoutToken(token, { keys, issuer, audience: clientId, now: now() });
  } catch (err) {
    if (isInvalidJwt(err)) return refused(err);
    // Nothing is known about the token, so the provider may send it again.
    log.warn({ err, provider: provider.alias }, "the keys of a provider could not be read");
    throw new ProtocolError("temporarily_unavailable", "the keys of the provider cannot be read");
  }
}

/**
 * Ends the sessions that the token means: with `sid` that of the provider, with `sub` those of the person. Returns how
 * many; undefined if the token was used before.
 */
async function endFrom(
  { id: providerId, issuer }: IdentityProvider,
  claims: ProviderLogoutClaims,
  from: Pick<By, "at" | "address">,
  { federatedIdentities, database }: Receiving,
): Promise<number | undefined> {
  const { jti, sub, sid } = claims;
  const subject = readSubject(sub);
  const known = subject === undefined ? undefined : await federatedIdentities.find({ providerId, issuer, subject });
  const isOfNobody = sub !== undefined && known === undefined;
  const meant = isOfNobody ? undefined : { userId: known?.userId, sid };
  const token = { jti, exp: acceptedUntil(claims) };
  return endSessionsFrom(database, { providerId, token, meant }, { actor: { kind: "system" }, ...from });
}
