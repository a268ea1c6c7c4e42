/** Local accounts: who a person is in this application. A real one keeps them in its database. */
import { boundedMemory } from "./bounded-memory.ts";

const ACCOUNTS = 10_000;
const TTL_SECONDS = 30 * 24 * 3600;

export interface Account {
  readonly id: number;
  readonly issuer: string;
  readonly sub: string;
  readonly signIns: number;
}

export interface AccountStore {
  /** The account of this person, made at their first sign-in. */
  signIn(person: { issuer: string; sub: string }): Account;
}

/** Accounts in memory. An account is lost when the process ends, or when it is not used for 30 days. */
export function openAccounts(elapsed: () => number): AccountStore {
  const accounts = boundedMemory<Account>({ max: ACCOUNTS, ttlSeconds: TTL_SECONDS }, elapsed);
  let last = 0;

  return {
    signIn({ issuer, sub }) {
      // OIDC Core §5.7: only iss and sub together identify a person. An email address can be
      // claimed by anyone at a careless provider, so it never finds an account.
      const key = JSON.stringify([issuer, sub]);
      const known = accounts.get(key) ?? { id: ++last, issuer, sub, signIns: 0 };
      const account = { ...known, signIns: known.signIns + 1 };
      accounts.set(key, account);
      return account;
    },
  };
}
