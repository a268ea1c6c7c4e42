/** Cookies: RFC 6265bis. */
import { parseCookie, stringifySetCookie } from "cookie";
import type { Request, Response } from "express";
import type { Config } from "../config.ts";
import { ProtocolError } from "../errors.ts";

type Secure = Pick<Config, "secure">;

const HOST = "__Host-";

/** `__Host-` ties a cookie to this host over https: no sibling domain can plant one. Plain http has no such thing. */
function fullName(name: string, { secure }: Secure): string {
  return secure ? `${HOST}${name}` : name;
}

/**
 * The value of a cookie; undefined when the browser did not send it.
 *
 * @throws ProtocolError cookie_repeated. RFC 6265 §4.2.2: a server cannot rely on the order of cookies of one name. On
 *   plain http, another application on this host can set one, so neither of the two is used.
 */
export function readCookie(req: Request, name: string, config: Secure): string | undefined {
  const header = req.headers.cookie ?? "";
  const sentName = fullName(name, config);
  const sent = header.split(";").filter((pair) => pair.split("=", 1)[0]?.trim() === sentName);
  if (sent.length > 1) throw new ProtocolError("cookie_repeated", `${sent.length} cookies of the name ${sentName}`);
  return parseCookie(header)[sentName];
}

/** The names of the cookies that this browser sent, as `writeCookie` was given them. */
export function sentCookieNames(req: Request, { secure }: Secure): readonly string[] {
  const names = Object.keys(parseCookie(req.headers.cookie ?? ""));
  return secure ? names.filter((name) => name.startsWith(HOST)).map((name) => name.slice(HOST.length)) : names;
}

/** Sets a cookie that scripts cannot read, for `maxAgeSeconds` (0 removes it). */
export function writeCookie(
  res: Response,
  { name, value, maxAgeSeconds }: { name: string; value: string; maxAgeSeconds: number },
  config: Secure,
): void {
  const cookie = stringifySetCookie({
    name: fullName(name, config),
    value,
    maxAge: maxAgeSeconds,
    path: "/",
    httpOnly: true,
    secure: config.secure,
    // Lax, not Strict: the browser comes back from the provider's site, and must bring these along.
    sameSite: "lax",
  });
  res.append("Set-Cookie", cookie);
}
