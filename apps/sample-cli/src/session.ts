/** The sign-in of this person: how it begins, gives access tokens, and ends. */
import { type Configuration, refreshTokenGrant, tokenRevocation } from "openid-client";
import { signInByBrowser } from "./browser.ts";
import { signInByDevice, type Tokens } from "./device.ts";
import type { Kept, SignIn } from "./kept.ts";
import { isEnded, isNetworkError, Problem } from "./problem.ts";
import type { Settings } from "./settings.ts";

/** A token that ends so soon could end on its way. */
const SPARE_MS = 10_000;
const SCOPE = "openid profile offline_access orders:read orders:write";

export interface Session {
  readonly settings: Settings;
  readonly kept: Kept;
  readonly provider: () => Promise<Configuration>;
  readonly now: () => number;
  readonly say: (text: string) => void;
  /** Opens the browser of this machine. */
  readonly open?: (url: string) => void;
}

export async function signIn(session: Session, way: "device" | "browser"): Promise<SignIn> {
  const { settings, kept, say, open } = session;
  const provider = await session.provider();
  const asked = { scope: SCOPE, api: settings.api };
  const tokens =
    way === "device"
      ? await signInByDevice(provider, asked, say)
      : await signInByBrowser(provider, asked, { say, ...(open && { open }) });
  const claims = tokens.claims();
  const name = String(claims?.name ?? claims?.preferred_username ?? claims?.sub ?? "somebody");
  const fresh = signInOf(tokens, name, session.now());
  await kept.alone(() => kept.write(fresh));
  return fresh;
}

/** An access token that works for some seconds still. Of commands that run at once, one refreshes. */
export async function accessToken(session: Session, refused?: string): Promise<string> {
  const { kept, now } = session;
  const works = (found: SignIn | undefined) =>
    found !== undefined && found.endsAt - SPARE_MS > now() && found.accessToken !== refused;
  const found = await kept.read();
  if (found !== undefined && works(found)) return found.accessToken;

  return kept.alone(async () => {
    // Another command may have refreshed, or signed out, while this one waited.
    const latest = await kept.read();
    if (latest === undefined) throw new Problem("You are not signed in. Run `sign-in` first.");
    return works(latest) ? latest.accessToken : refresh(latest, session);
  });
}

async function refresh({ name, refreshToken }: SignIn, { kept, provider, now, settings }: Session): Promise<string> {
  if (refreshToken === undefined) throw new Problem("Your sign-in here has ended. Run `sign-in` to begin again.");
  try {
    const tokens = await refreshTokenGrant(await provider(), refreshToken, { resource: settings.api });
    // RFC 6749 §6: a provider that rotates gives another refresh token, and the one before is worthless.
    const next = signInOf({ ...tokens, refresh_token: tokens.refresh_token ?? refreshToken }, name, now());
    await kept.write(next);
    return next.accessToken;
  } catch (err) {
    if (isEnded(err)) await kept.remove();
    throw err;
  }
}

/** Revokes what was given, and forgets it. @returns whether the provider knows of it */
export async function signOut({ kept, provider }: Session): Promise<"revoked" | "forgotten" | "nothing"> {
  return kept.alone(async () => {
    const found = await kept.read();
    if (found === undefined) return "nothing";
    try {
      // RFC 7009 §2.1: with the refresh token, the access tokens end, too.
      await tokenRevocation(await provider(), found.refreshToken ?? found.accessToken);
      return "revoked";
    } catch (err) {
      if (isNetworkError(err)) return "forgotten";
      throw err;
    } finally {
      await kept.remove();
    }
  });
}

const signInOf = (
  tokens: Pick<Tokens, "access_token" | "expires_in" | "refresh_token">,
  name: string,
  now: number,
) => ({
  name,
  accessToken: tokens.access_token,
  endsAt: now + (tokens.expires_in ?? 0) * 1000,
  ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
});
