/**
 * The URLs of the database of the ecosystem on the embedded server. The command `prepare` makes the database and the
 * logins. Pure.
 */
import { derived, type Secrets } from "./secrets.ts";

const DATABASE = "countersign";
const OWNER = "countersign";
const AUTHORIZATION_SERVER = "countersign_authorization_server";
const RESOURCE_SERVER = "countersign_resource_server";

export interface DatabaseUrls {
  /** The URL of the superuser, who makes the database and its logins. */
  readonly administrator: string;
  /** The URL of the login that owns the database, for migrations. It is not a superuser, as in production. */
  readonly owner: string;
  readonly authorizationServer: string;
  readonly resourceServer: string;
}

/** The URLs of all logins on this server. */
export function databaseUrls(superuserUrl: string, secrets: Secrets): DatabaseUrls {
  const urlOf = (login: string, password: string) => {
    const url = new URL(superuserUrl);
    url.username = login;
    url.password = password;
    url.pathname = `/${DATABASE}`;
    return url.href;
  };
  return {
    administrator: superuserUrl,
    owner: urlOf(OWNER, secrets.ownerPassword),
    authorizationServer: urlOf(AUTHORIZATION_SERVER, derived(secrets, "database login of the authorization server")),
    resourceServer: urlOf(RESOURCE_SERVER, secrets.resourceServerPassword),
  };
}
