/** Receives the logout tokens of providers at which people signed in: OIDC Back-Channel Logout §2.5 to §2.8. */
import { acceptedUntil, isInvalidJwt, type ProviderLogoutClaims, verifyProviderLogoutToken } from "@countersign/jwt";
import { invalidRequest, readSubject, tooManyRequests } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import { endSessionsFrom } from "../../administration/sessions.ts";
import type { Dependencies } from "../../dependencies.ts";
import { sourceOf } from "../../http/address.ts";
import { formOf } from "../../http/parameters.ts";
import type { IdentityProvider } from "../../stores/person/identity-providers.ts";

type Receiving = Pick<
  Dependencies,
  | "identityProviders"
  | "federatedIdentities"
  | "providerClient"
  | "providerLogouts"
  | "clientKeys"
  | "database"
  | "limits"
  | "log"
  | "now"
>;

/** How much a refused token counts for its source. */
const REFUSED_POINTS = 20;
const REFUSED = "the logout token is not valid";

export function providerLogout(deps: Receiving): Handler {
  return async (call) => {
    const source = sourceOf(call.address);
    const waitSeconds = deps.limits.tokenRequestsPerSource.count(source);
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
    const token = (await formOf(call)).get("logout_token") ?? "";
    const provider = await deps.identityProviders.find(call.params.alias ?? "");
    const claims = provider && (await verified(token, provider, deps));
    if (provider === undefined || claims === undefined) {
      deps.limits.tokenRequestsPerSource.count(source, REFUSED_POINTS);
      throw invalidRequest(REFUSED);
    }
    const ended = await endFrom(provider, claims, { at: deps.now(), address: call.address }, deps);
    deps.log.info({ provider: provider.alias, ended }, "a provider said that a session ended");
    // §2.8: a session that is not there any more is a success, too.
    call.send("", { "cache-control": "no-store" });
  };
}

/** The claims of a valid token that was not used before; undefined otherwise. The log says why. */
async function verified(
  token: string,
  provider: IdentityProvider,
  { providerClient, clientKeys, providerLogouts, now, log }: Receiving,
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
    const claims = await verifyProviderLogoutToken(token, { keys, issuer, audience: clientId, now: now() });
    const isFirst = await providerLogouts.spend(provider.id, { ...claims, exp: acceptedUntil(claims) });
    return isFirst === "first" ? claims : refused(new Error("the token was used before"));
  } catch (err) {
    if (!isInvalidJwt(err)) log.warn({ err, provider: provider.alias }, "the keys of a provider could not be read");
    return isInvalidJwt(err) ? refused(err) : undefined;
  }
}

/** Ends the sessions that the token means: with `sid` that of the provider, with `sub` those of the person. */
async function endFrom(
  { id: providerId, issuer }: IdentityProvider,
  { sub, sid }: ProviderLogoutClaims,
  from: { readonly at: Date; readonly address: string },
  { federatedIdentities, database }: Receiving,
): Promise<number> {
  const subject = readSubject(sub);
  const known = subject === undefined ? undefined : await federatedIdentities.find({ providerId, issuer, subject });
  if (sub !== undefined && known === undefined) return 0;
  const meant = { providerId, userId: known?.userId, sid };
  return endSessionsFrom(database, meant, { actor: { kind: "system" }, ...from });
}
