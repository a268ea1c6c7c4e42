/** The stores that endpoints and pages use and that are tables alone: opened together, on one pool. */
import type { Database } from "@countersign/database";
import { type AccessTokenStore, accessTokenStore } from "./access-tokens.ts";
import { type AuthorizationStore, authorizationStore } from "./authorizations.ts";
import { type ConsentStore, consentStore } from "./consents.ts";
import { type RefreshLifetime, type RefreshTokenStore, refreshTokenStore } from "./refresh-tokens.ts";
import { type ResourceServerStore, resourceServerStore } from "./resource-servers.ts";
import { type SessionLifetime, type SessionStore, sessionStore } from "./sessions.ts";
import { type StandingAuthorizationStore, standingAuthorizationStore } from "./standing-authorizations.ts";
import { type SubjectStore, subjectStore } from "./subjects.ts";
import { type UserinfoStore, userinfoStore } from "./userinfo.ts";
import { type UserStore, userStore } from "./users.ts";

export interface DurableStores {
  readonly users: UserStore;
  readonly userinfo: UserinfoStore;
  readonly subjects: SubjectStore;
  readonly sessions: SessionStore;
  readonly consents: ConsentStore;
  readonly authorizations: AuthorizationStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly accessTokens: AccessTokenStore;
  readonly standingAuthorizations: StandingAuthorizationStore;
  readonly resources: ResourceServerStore;
}

export function durableStores(
  database: Database,
  lifetimes: { readonly session: SessionLifetime; readonly refreshToken: RefreshLifetime },
): DurableStores {
  return {
    users: userStore(database),
    userinfo: userinfoStore(database),
    subjects: subjectStore(database),
    sessions: sessionStore(database, lifetimes.session),
    consents: consentStore(database),
    authorizations: authorizationStore(database),
    refreshTokens: refreshTokenStore(database, lifetimes.refreshToken),
    accessTokens: accessTokenStore(database),
    standingAuthorizations: standingAuthorizationStore(database),
    resources: resourceServerStore(database),
  };
}
