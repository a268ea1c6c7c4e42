/** The cookies of the console: for the session, for a sign-in under way, and for a check list that is hidden. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { stringifySetCookie } from "cookie";
import { secretIn } from "./secrets.ts";

export interface Cookie {
  /** The value that this browser sent, if it has the form of one. A cookie that was sent twice is ignored. */
  read(req: IncomingMessage): string | undefined;
  write(res: ServerResponse, secret: string): void;
  clear(res: ServerResponse): void;
}

export interface Cookies {
  readonly session: Cookie;
  readonly signIn: Cookie;
  /** There while this browser does not show the check list of the overview. */
  readonly checklist: Cookie;
  /** There when someone said in this browser that the key-encryption key is backed up. */
  readonly backup: Cookie;
}

const SIGN_IN_SECONDS = 600;

/** A text that can be sealed; otherwise `undefined`. */
const sealedIn = (text: string | null | undefined): string | undefined =>
  typeof text === "string" && /^[\w-]{1,4096}$/.test(text) ? text : undefined;

const YEAR_SECONDS = 365 * 86_400;
/** The value of the cookie. */
const HIDDEN = "hidden";

const hiddenIn = (text: string | null | undefined): string | undefined => (text === HIDDEN ? HIDDEN : undefined);

/** @param url the public address of the console; on https the names of its cookies begin with `__Host-` */
export function cookiesFor(url: string): Cookies {
  const secure = url.startsWith("https:");
  // Cookies know no ports, so the port keeps consoles on one machine apart.
  const port = new URL(url).port;
  // Lax: the cookie is sent when the browser comes back from the authorization server, and with no cross-site POST.
  const attributes = { httpOnly: true, secure, sameSite: "lax", path: "/" } as const;
  const cookie = (noun: string, valueIn: typeof secretIn, maxAge?: number): Cookie => {
    const name = `${secure ? "__Host-" : ""}countersign-console${port === "" ? "" : `-${port}`}-${noun}`;
    const set = (res: ServerResponse, value: string, age: number | undefined) =>
      res.appendHeader(
        "set-cookie",
        stringifySetCookie({ ...attributes, name, value, ...(age !== undefined && { maxAge: age }) }),
      );
    return {
      read: (req) => valueIn(onlyValue(req.headers.cookie ?? "", name)),
      write: (res, secret) => set(res, secret, maxAge),
      clear: (res) => set(res, "", 0),
    };
  };
  return {
    session: cookie("session", secretIn),
    signIn: cookie("sign-in", sealedIn, SIGN_IN_SECONDS),
    checklist: cookie("checklist", hiddenIn, YEAR_SECONDS),
    backup: cookie("backup", hiddenIn, YEAR_SECONDS),
  };
}

function onlyValue(header: string, name: string): string | undefined {
  const values = header.split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return pair.slice(0, Math.max(at, 0)).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
