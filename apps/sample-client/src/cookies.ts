/** Cookies: RFC 6265bis. */
import { parseCookie, stringifySetCookie } from "cookie";
import type { Request, Response } from "express";
import type { Config } from "./config.ts";

type Secure = Pick<Config, "secure">;

/** `__Host-` ties a cookie to this host over https: no sibling domain can plant one. Plain http has no such thing. */
function fullName(name: string, { secure }: Secure): string {
  return secure ? `__Host-${name}` : name;
}

export function readCookie(req: Request, name: string, config: Secure): string | undefined {
  return parseCookie(req.headers.cookie ?? "")[fullName(name, config)];
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
