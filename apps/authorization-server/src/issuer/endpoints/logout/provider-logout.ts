/** Receives the logout tokens of providers at which people signed in: OIDC Back-Channel Logout §2.5 to §2.8. */
import { acceptedUntil, isInvalidJwt, type ProviderLogoutClaims, verifyProviderLogoutToken } from "@countersign/jwt";
import { invalidRequest, ProtocolError, readSubject, tooManyRequests } from "@countersign/rules";
import type { Handler } from "@countersign/service";
import pLimit, { type LimitFunction } from "p-limit";
import { endSessionsFrom } from "../../../administration/sessions/provider-logouts.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { sourceOf } from "../../../platform/http/address.ts";
import { isOutage } from "../../../platform/http/errors.ts";
import { formOf } from "../../../platform/http/parameters.ts";
import type { IdentityProvider } from "../../../platform/stores/ways-in/identity-providers.ts";
import { together, type Waiting } from "./together.ts";

type Receiving = Pick<
  Dependencies,
  "identityProviders" | "federatedIdentities" | "providerClient" | "clientKeys" | "database" | "limits" | "log" | "now"
>;

/** How much a refused token counts for its source. */
const REFUSED_POINTS = 20;
const REFUSED = "the logout token is not valid";

/**
 * A provider that ends many sessions sends as many tokens at once. So many of them share a transaction, and so many
 * transactions are under way: people and clients are answered between them (decision 148).
 */
const MOST_TOGETHER = 20;
const MOST_AT_ONCE = 2;
/** Tokens of a provider that wait at a time. The next ones may be sent again, after so many seconds. */
const MOST_WAITING = 1000;
const RETRY_SECONDS = 5;

export function providerLogout(deps: Receiving): Handler {
  const inTurn = pLimit(MOST_AT_ONCE);
  const act = together((alias: string, all: readonly Sent[]) => actUpon(alias, all, { ...deps, inTurn }), {
    most: MOST_TOGETHER,
    mostWaiting: MOST_WAITING,
  });
  return async (call) => {
    const source = sourceOf(call.address);
    const waitSeconds = deps.limits.tokenRequestsPerSource.count(source);
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
    const token = (await formOf(call)).get("logout_token") ?? "";
    const { alias = "" } = call.params;
    const acting = act(alias, { token, at: deps.now(), ...call.from });
    if (acting === undefined) throw tooManyRequests(RETRY_SECONDS);
    const ended = await acting;
    if (ended === undefined) {
      deps.limits.tokenRequestsPerSource.count(source, REFUSED_POINTS);
      throw invalidRequest(REFUSED);
    }
    deps.log.info({ provider: alias, ended }, "a provider said that a session ended");
    // §2.8: a session that is not there any more is a success, too.
    call.send("", { "cache-control": "no-store" });
  };
}

/** A token that was sent. Its outcome is how many sessions ended; undefined if the token is refused. */
type Sent = Waiting<{ readonly token: string; readonly at: Date; readonly address: string }, number | undefined>;

interface Verified {
  readonly sent: Sent;
  readonly claims: ProviderLogoutClaims;
}

/** Acts upon tokens for one provider. They are verified one after the other, so that others are answered between. */
async function actUpon(
  alias: string,
  all: readonly Sent[],
  deps: Receiving & { readonly inTurn: LimitFunction },
): Promise<void> {
  const provider = await deps.identityProviders.find(alias);
  const valid: Verified[] = [];
  for (const sent of all) {
    try {
      const claims = provider && (await verified(sent.thing.token, provider, deps));
      if (claims === undefined) sent.resolve(undefined);
      else valid.push({ sent, claims });
    } catch (err) {
      sent.reject(err);
    }
  }
  if (provider !== undefined && valid.length > 0) await deps.inTurn(() => end(provider, valid, deps));
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

/** Ends the sessions that tokens mean, together. If that fails because of one of them, each is tried by itself. */
async function end(provider: IdentityProvider, all: readonly Verified[], deps: Receiving): Promise<void> {
  try {
    const ended = await endFrom(provider, all, deps);
    all.forEach(({ sent }, index) => {
      if (ended[index] === undefined) {
        deps.log.info({ provider: provider.alias }, "a logout token of a provider was used before");
      }
      sent.resolve(ended[index]);
    });
  } catch (err) {
    if (all.length === 1 || isOutage(err)) throw err;
    for (const one of all) {
      await end(provider, [one], deps).catch(one.sent.reject);
    }
  }
}

/** With `sid`, a token means the session of the provider; with `sub`, those of the person. */
async function endFrom(
  { id: providerId, issuer }: IdentityProvider,
  all: readonly Verified[],
  { federatedIdentities, database }: Receiving,
): Promise<readonly (number | undefined)[]> {
  const subjects = all.map(({ claims }) => readSubject(claims.sub)).filter((subject) => subject !== undefined);
  const people = await federatedIdentities.peopleOf({ providerId, issuer }, subjects);
  const logouts = all.map(({ sent: { thing }, claims }) => {
    const { jti, sub, sid } = claims;
    const userId = people.get(readSubject(sub) ?? "");
    const isOfNobody = sub !== undefined && userId === undefined;
    return {
      token: { jti, exp: acceptedUntil(claims) },
      meant: isOfNobody ? undefined : { userId, sid },
      by: { actor: { kind: "system" }, at: thing.at, address: thing.address } as const,
    };
  });
  return endSessionsFrom(database, providerId, logouts);
}
