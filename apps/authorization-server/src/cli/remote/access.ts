/** The access of a person to a deployment elsewhere: how it begins, gives access tokens, and ends. */
import { type Configuration, refreshTokenGrant, type TokenEndpointResponse, tokenRevocation } from "openid-client";
import { COMMAND_LINE_ACR, COMMAND_LINE_SCOPE } from "../../administration/api/standing/command-line-client.ts";
import type { Context } from "../command/context.ts";
import { refusal } from "../command/refusal.ts";
import type { KeptSignIn, SignIn } from "./kept-sign-in.ts";
import { providerAt } from "./provider.ts";
import { isEnded, saying } from "./sentences.ts";
import { byBrowser, byDevice } from "./ways.ts";

/** A token that ends so soon could end on its way. */
const SPARE_MS = 10_000;
/** An operation with grave consequences wants a sign-in of the last 900 seconds, and takes some time. */
const RECENT_SECONDS = 300;

/** What is chosen of a sign-in before it begins. */
export type Chosen = Pick<SignIn, "issuer" | "clientId" | "api" | "way">;

/**
 * Signs in, keeps it, and ends the access that was kept before.
 *
 * @param isFresh whether the person proves it again now
 */
export async function signInAt(
  chosen: Chosen,
  {
    context,
    kept,
    isFresh = false,
  }: { readonly context: Context; readonly kept: KeptSignIn; readonly isFresh?: boolean },
): Promise<TokenEndpointResponse> {
  const { issuer, clientId, api, way } = chosen;
  const provider = await providerAt(issuer, clientId);
  const recent: Record<string, string> = isFresh ? { max_age: String(RECENT_SECONDS) } : {};
  const request = { scope: COMMAND_LINE_SCOPE, resource: api, acr_values: COMMAND_LINE_ACR, ...recent };
  const { complain: say, openUrl: open } = context;
  try {
    const tokens =
      way === "device"
        ? await byDevice(provider, request, say)
        : await byBrowser(provider, request, { say, ...(open && { open }) });
    await kept.alone(async () => {
      const before = await kept.read();
      await kept.write(signInOf(chosen, tokens, context.now()));
      if (before !== undefined) await revoke(provider, before).catch(() => undefined);
    });
    return tokens;
  } catch (err) {
    throw saying(err, issuer);
  }
}

/**
 * An access token that works for some seconds still. Of commands that run at once, one refreshes.
 *
 * @param refused a token that the API does not take, although its time is not over
 */
export async function accessTokenOf(
  kept: KeptSignIn,
  { now }: Pick<Context, "now">,
  refused?: string,
): Promise<string> {
  const works = (found: SignIn | undefined) =>
    found !== undefined && found.accessToken !== refused && found.accessEndsAt.getTime() - SPARE_MS > now().getTime();
  const found = await kept.read();
  if (found !== undefined && works(found)) return found.accessToken;

  return kept.alone(async () => {
    // Another command may have refreshed, or signed out, while this one waited.
    const latest = await kept.read();
    if (latest === undefined) throw refusal("you are not signed in there: run countersign login first");
    return works(latest) ? latest.accessToken : refresh(latest, kept, now());
  });
}

async function refresh(found: SignIn, kept: KeptSignIn, now: Date): Promise<string> {
  const { refreshToken, issuer, clientId, api } = found;
  if (refreshToken === undefined) throw refusal("your sign-in there has ended: begin again with countersign login");
  try {
    const provider = await providerAt(issuer, clientId);
    const tokens = await refreshTokenGrant(provider, refreshToken, { resource: api });
    const next = { ...found, ...signInOf(found, tokens, now) };
    await kept.write(next);
    return next.accessToken;
  } catch (err) {
    if (isEnded(err)) await kept.remove();
    throw saying(err, issuer);
  }
}

/** Revokes what the deployment gave, and forgets it. */
export const signOutAt = (kept: KeptSignIn): Promise<"revoked" | "forgotten" | "nothing"> =>
  kept.alone(async () => {
    const found = await kept.read();
    if (found === undefined) return "nothing";
    try {
      await revoke(await providerAt(found.issuer, found.clientId), found);
      return "revoked";
    } catch {
      return "forgotten";
    } finally {
      await kept.remove();
    }
  });

/** RFC 7009 §2.1: with the refresh token, the access tokens end, too. */
const revoke = (provider: Configuration, { refreshToken, accessToken }: SignIn) =>
  tokenRevocation(provider, refreshToken ?? accessToken);

const signInOf = (
  { issuer, clientId, api, way }: Chosen,
  { access_token, expires_in = 0, refresh_token }: TokenEndpointResponse,
  now: Date,
): SignIn => ({
  ...{ issuer, clientId, api, way },
  accessToken: access_token,
  accessEndsAt: new Date(now.getTime() + expires_in * 1000),
  ...(refresh_token !== undefined && { refreshToken: refresh_token }),
});
