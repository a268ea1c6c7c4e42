/** The dependencies of the routes, and how they are built. */
import type { Logger } from "@countersign/service";
import { type Api, openApi } from "./api/api.ts";
import type { Config } from "./config.ts";
import { type Cookies, cookiesFor } from "./sign-in/cookies.ts";
import { type LogoutTokens, openLogoutTokens } from "./sign-in/logout-tokens.ts";
import { openPendingSignIns, type PendingSignIns } from "./sign-in/pending.ts";
import { openProvider, type Provider } from "./sign-in/provider.ts";
import { openSessions, type Sessions } from "./sign-in/sessions.ts";
import { openViews, type Views } from "./views/views.ts";

/** The administration API is called with the tokens of a session. */
export interface Dependencies extends Api {
  readonly config: Config;
  readonly provider: Provider;
  readonly pending: PendingSignIns;
  readonly sessions: Sessions;
  readonly cookies: Cookies;
  readonly logoutTokens: LogoutTokens;
  readonly views: Views;
  readonly log: Logger;
  readonly now: () => Date;
}

/** What the console asks for. `offline_access` keeps the tokens of a session fresh while a form is filled in. */
const SCOPES = [
  "openid",
  "offline_access",
  "people:read",
  "people:write",
  "sessions:read",
  "sessions:write",
  "clients:read",
  "clients:write",
  "roles:read",
  "roles:write",
  "organizations:read",
  "organizations:write",
  "audit:read",
  "statistics:read",
  "settings:read",
  "settings:write",
];

export function openDependencies(config: Config, log: Logger): Dependencies {
  const now = () => new Date();
  const provider = openProvider({ ...config, scope: SCOPES.join(" "), now });
  return {
    config,
    provider,
    pending: openPendingSignIns(now),
    sessions: openSessions(),
    cookies: cookiesFor(config.CONSOLE_URL),
    logoutTokens: openLogoutTokens({ ...config, provider, now }),
    ...openApi({ url: config.ADMIN_API, provider, now }),
    views: openViews(),
    log,
    now,
  };
}
