/** The dependencies of the routes, and how they are built. */

import type { Config } from "./config.ts";
import { type DeviceRequests, openDeviceRequests } from "./device/device-requests.ts";
import { type Log, openLog } from "./log.ts";
import { openProvider, type Provider } from "./provider/provider.ts";
import { type AccountStore, openAccounts } from "./session/accounts.ts";
import { type LogoutTokens, openLogoutTokens } from "./session/logout-token.ts";
import { openSessions, type SessionStore } from "./session/session.ts";
import { openTransactions, type TransactionStore } from "./sign-in/transactions.ts";
import { NO_TRACING, type Tracing } from "./tracing/tracing.ts";
import { openViews, type Views } from "./views.ts";

export interface Dependencies {
  readonly config: Config;
  readonly provider: Provider;
  readonly transactions: TransactionStore;
  readonly deviceRequests: DeviceRequests;
  readonly sessions: SessionStore;
  readonly accounts: AccountStore;
  readonly logoutTokens: LogoutTokens;
  readonly views: Views;
  readonly log: Log;
  readonly tracing: Tracing;
  readonly now: () => Date;
}

export function openDependencies(config: Config, tracing = NO_TRACING): Dependencies {
  const now = () => new Date();
  // A monotonic clock, for what has an age in this process.
  const elapsed = () => performance.now();
  const provider = openProvider(config, elapsed, tracing.send);
  return {
    config,
    provider,
    transactions: openTransactions(config, now),
    deviceRequests: openDeviceRequests(config, now),
    sessions: openSessions(config, elapsed),
    accounts: openAccounts(elapsed),
    logoutTokens: openLogoutTokens({ config, provider, now }),
    views: openViews(),
    log: openLog((line) => console.log(line), now),
    tracing,
    now,
  };
}
