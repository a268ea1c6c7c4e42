/**
 * The URL of a database. As for libpq, it may name several servers, of which one takes changes:
 * `postgres://login:password@host1:5432,host2:5432/name?target_session_attrs=read-write`.
 */

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([^?#]*)(.*)$/s;
const ATTRIBUTE = "target_session_attrs";

export interface DatabaseUrl {
  /** The same URL for each of its servers. */
  readonly servers: readonly [string, ...string[]];
  /** Whether only the server that takes changes may be used. */
  readonly takesChanges: boolean;
}

/**
 * Reads the URL of a database.
 *
 * @throws Error with what is wrong, without the password
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, login = "", hosts = "", path = "", query = ""] = PARTS.exec(text) ?? [];
  const parameters = new URLSearchParams(query.split("#")[0]);
  const wanted = parameters.get(ATTRIBUTE);
  parameters.delete(ATTRIBUTE);
  const rest = parameters.size === 0 ? path : `${path}?${parameters}`;
  const [first = "", ...others] = hosts.split(",").map((host) => `${login}${host}${rest}`);
  if (![first, ...others].every((url) => URL.canParse(url)))
    throw new Error("must be postgres://login:password@host:port/database");
  if (wanted !== null && wanted !== "read-write") throw new Error(`may have ${ATTRIBUTE}=read-write, and no other`);
  if (others.length > 0 && wanted === null) throw new Error(`names several servers: it needs ${ATTRIBUTE}=read-write`);
  return { servers: wanted === null ? [text] : [first, ...others], takesChanges: wanted !== null };
}

/** What is wrong with the URL of a database, for the operator. */
export function databaseUrlProblem(text: string): string | undefined {
  try {
    parseDatabaseUrl(text);
    return undefined;
  } catch (err) {
    return (err as Error).message;
  }
}
