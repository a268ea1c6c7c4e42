/** Signing in and out at the authorization server. */
import { isSlug } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { Refusal } from "../errors.ts";
import { assertOwnForm } from "../http/own-form.ts";
import { ownPath } from "../http/own-path.ts";
import { formOf } from "../views/form.ts";
import type { PendingSignIn } from "./pending.ts";
import type { Wanted } from "./provider.ts";

/** Sends the browser to the authorization server; it comes back to `to`. */
export async function beginSignIn(
  call: Call,
  { provider, pending, cookies }: Pick<Dependencies, "provider" | "pending" | "cookies">,
  { to, draft, ...wanted }: Wanted & Pick<PendingSignIn, "to" | "draft">,
): Promise<void> {
  const begun = await provider.begin(wanted);
  const kept = cookies.signIn.read(call.req);
  cookies.signIn.write(call.res, pending.keep({ ...begun.pending, to, draft }, kept));
  call.redirect(begun.url.href);
}

/** Sends the browser to sign in as an administrator of one organization: the one of this slug. */
export const signInToOrganization =
  (deps: Pick<Dependencies, "provider" | "pending" | "cookies">): Handler =>
  async (call) => {
    const { organization = "" } = call.params;
    if (!isSlug(organization)) throw new Refusal("not_found", "malformed organization name");
    await beginSignIn(call, deps, { to: "/organizations", organization });
  };

/** The redirect URI: OIDC Core §3.1.2.5. */
export const callback =
  ({ provider, pending, cookies, sessions, config }: Dependencies): Handler =>
  async (call) => {
    const url = new URL(`${config.CONSOLE_URL}/callback?${call.query}`);
    const found = pending.take(url.searchParams.get("state"), cookies.signIn.read(call.req));
    if (found === undefined) throw expired();
    const signedIn = await provider.complete(url, found);
    if (!pending.finish(found)) throw expired();
    const before = cookies.session.read(call.req);
    if (before !== undefined) await revokeTokensOf(sessions.end(before), provider);
    const { sub, form = "", isGrave: isProved = false } = found.draft ?? {};
    const draft = sub === signedIn.sub ? { to: found.to, form, isProved } : undefined;
    cookies.session.write(call.res, sessions.begin(signedIn, draft));
    call.redirect(ownPath(found.to));
  };

const expired = () => new Refusal("sign_in_expired", "no sign-in of this browser waits for this answer");

/** Ends the session here, and then at the authorization server (RP-Initiated Logout §2). */
export const signOut =
  ({ provider, cookies, sessions, config }: Dependencies): Handler =>
  async (call) => {
    const secret = cookies.session.read(call.req);
    const session = sessions.find(secret);
    if (secret === undefined || session === undefined) return call.redirect("/signed-out");
    const own = { secret: session.formSecret, path: call.path, origin: config.CONSOLE_URL };
    assertOwnForm(call.req, await formOf(call), own);
    sessions.end(secret);
    cookies.session.clear(call.res);
    await revokeTokensOf(session, provider);
    const url = await provider.endSessionUrl(session.idToken).catch(() => undefined);
    call.redirect(url?.href ?? "/signed-out");
  };

/** OIDC Back-Channel Logout §2.5 to §2.8: ends the sessions that a logout token names. */
export const backchannelLogout =
  ({ logoutTokens, sessions, provider }: Dependencies): Handler =>
  async (call) => {
    const ended = await logoutTokens.accept((await formOf(call)).get("logout_token") ?? "");
    if (ended === undefined) {
      call.json({ error: "invalid_request" }, { "cache-control": "no-store" }, 400);
      return;
    }
    for (const session of sessions.endAll(ended)) await revokeTokensOf(session, provider);
    call.end(200, { "cache-control": "no-store" });
  };

async function revokeTokensOf(
  session: { readonly tokens: { readonly refresh: string | undefined } } | undefined,
  provider: Pick<Dependencies["provider"], "revoke">,
): Promise<void> {
  if (session?.tokens.refresh !== undefined) await provider.revoke(session.tokens.refresh);
}
