/** The logins that the URLs name, and the conditions that they must meet. */
import { parseDatabaseUrl } from "@countersign/database/database-url";
import { refusal } from "../command/refusal.ts";
import { isPlainPassword } from "./scram.ts";

export interface Login {
  readonly name: string;
  readonly password: string;
  readonly database: string;
  /** The URL that names the login. */
  readonly url: string;
}

/** The variables that `prepare` reads. */
export interface Urls {
  readonly ADMIN_DATABASE_URL?: string | undefined;
  readonly OWNER_DATABASE_URL?: string | undefined;
  readonly DATABASE_URL: string;
  readonly RESOURCE_SERVER_DATABASE_URL?: string | undefined;
}

export interface Logins {
  readonly owner: Login;
  /** The login of the authorization server; undefined if that still runs as the owner. */
  readonly service: Login | undefined;
  /** The login of the resource server. */
  readonly reader: Login | undefined;
}

/**
 * The logins of a deployment.
 *
 * @throws a refusal if a URL lacks a part, two URLs name one login, or they name different databases
 */
export function loginsOf(urls: Urls): Logins {
  const { OWNER_DATABASE_URL: ownerUrl, DATABASE_URL: url, RESOURCE_SERVER_DATABASE_URL: readerUrl } = urls;
  const owner = ownerUrl === undefined ? loginOf(url, "DATABASE_URL") : loginOf(ownerUrl, "OWNER_DATABASE_URL");
  const service = ownerUrl === undefined ? undefined : loginOf(url, "DATABASE_URL");
  const reader = readerUrl === undefined ? undefined : loginOf(readerUrl, "RESOURCE_SERVER_DATABASE_URL");

  // A login that is used for two purposes has the rights of both.
  const given = Object.values(urls).filter((value) => value !== undefined);
  const names = given.map((value) => decodeURIComponent(urlOf(value).username));
  if (new Set(names).size < names.length) throw refusal("the database URLs must name different logins");

  if ([service, reader].some((login) => login !== undefined && login.database !== owner.database)) {
    throw refusal("the database URLs must name the same database, except ADMIN_DATABASE_URL");
  }
  return { owner, service, reader };
}

/** Every server has the same logins. */
const urlOf = (text: string) => new URL(parseDatabaseUrl(text).servers[0]);

function loginOf(url: string, variable: string): Login {
  const { username, password, pathname } = urlOf(url);
  const login = {
    name: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    url,
  };
  if (login.name === "" || login.password === "" || login.database === "") {
    throw refusal(
      `${variable} must name a login, its password and a database: postgres://login:password@host/database`,
    );
  }
  if (!isPlainPassword(login.password)) throw refusal(`the password in ${variable} must be of printable ASCII`);
  return login;
}
