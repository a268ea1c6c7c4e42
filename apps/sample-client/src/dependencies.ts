/** What the routes may use, and how it is built. */
import { type AccountStore, openAccounts } from "./accounts.ts";
import type { Config } from "./config.ts";
import { type Log, openLog } from "./log.ts";
import { openProvider, type Provider } from "./provider.ts";
import { openSessions, type SessionStore } from "./session.ts";
import { openTransactions, type TransactionStore } from "./transactions.ts";
import { openViews, type Views } from "./views.ts";

export interface Dependencies {
  readonly config: Config;
  readonly provider: Provider;
  readonly transactions: TransactionStore;
  readonly sessions: SessionStore;
  readonly accounts: AccountStore;
  readonly views: Views;
  readonly log: Log;
  readonly now: () => Date;
}

export function openDependencies(config: Config): Dependencies {
  const now = () => new Date();
  return {
    config,
    provider: openProvider(config, now),
    transactions: openTransactions(config, now),
    sessions: openSessions(config, now),
    accounts: openAccounts(now),
    views: openViews(),
    log: openLog((line) => console.log(line), now),
    now,
  };
}
