/**
 * Our cookies. One identifies the browser, one lists the accounts that it is known for, one holds the request that it
 * parked last, one holds the session secret, one holds the login state, and one holds the token of a link for a short
 * time.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { newSecret } from "@countersign/rules";
import { stringifySetCookie } from "cookie";

const SECRET = /^[A-Za-z0-9_-]{43}$/;
const PENDING_FACTOR_SECONDS = 600;
const HALF_A_YEAR_SECONDS = 182 * 86_400;
const LINK_SECONDS = 600;
const WAY_BACK_SECONDS = 3600;
const LAST_REQUEST_SECONDS = 3600;
const TOLD_SECONDS = 60;

export interface Cookies {
  /** The browser's own secret, if it has one. Parked requests and forms are bound to it. */
  browser(req: IncomingMessage): string | undefined;
  /** Returns the browser's own secret. If there is none, it sets the given secret or a new one. */
  ensureBrowser(req: IncomingMessage, res: ServerResponse, secret?: string): string;
  /** The device cookie as the browser sent it. It shows that a person signed in with this browser before. */
  device(req: IncomingMessage): string | undefined;
  /** Sets the device cookie for half a year. */
  setDevice(res: ServerResponse, value: string): void;
  /** The secret of a browser in which a person chose not to be asked for a second factor. */
  rememberedDevice(req: IncomingMessage): string | undefined;
  setRememberedDevice(res: ServerResponse, secret: string, ttlSeconds: number): void;
  /** The sealed secret of an authenticator app that is being set up. */
  pendingFactor(req: IncomingMessage): string | undefined;
  setPendingFactor(res: ServerResponse, sealed: string): void;
  clearPendingFactor(res: ServerResponse): void;
  /** The link from a mail that this browser opened, as `setLink` stored it. */
  link(req: IncomingMessage): string | undefined;
  /** Stores what a link from a mail contains for ten minutes, so that it does not stay in the address. */
  setLink(res: ServerResponse, value: string): void;
  clearLink(res: ServerResponse): void;
  /** The client that the account pages lead back to, as `setWayBack` stored it. */
  wayBack(req: IncomingMessage): string | undefined;
  /** Stores it for an hour. */
  setWayBack(res: ServerResponse, value: string): void;
  /** The request that this browser parked last, as `setLastRequest` stored it. */
  lastRequest(req: IncomingMessage): string | undefined;
  /** Stores it for an hour. */
  setLastRequest(res: ServerResponse, value: string): void;
  /** The apps that are told that this browser signed out, as `setTold` stored it. */
  told(req: IncomingMessage): string | undefined;
  /** Stores it for a minute, for the page that follows; an empty one clears it. */
  setTold(res: ServerResponse, value: string): void;
  session(req: IncomingMessage): string | undefined;
  /** Sets the session secret, and changes the browser state. */
  setSession(res: ServerResponse, secret: string): void;
  /** Clears the session secret, and changes the browser state. */
  clearSession(res: ServerResponse): void;
  /**
   * The browser state (OIDC Session Management §3.2): a value that reveals only that the login state changed. It exists
   * from the first sign-in on.
   */
  browserState(req: IncomingMessage): string | undefined;
  /** The name of the browser state cookie. The script of the session iframe reads that cookie. */
  readonly browserStateName: string;
}

/**
 * Cookies of this issuer. On https their names begin with `__Host-`, so that no other host can set them (RFC 6265bis
 * §4.1.3.2). Plain http on localhost cannot use this prefix. A short hash of the issuer separates several deployments
 * on one host.
 *
 * @param sessionSeconds how long the browser keeps a session; by default until the browser ends
 */
export function cookiesFor(issuer: string, sessionSeconds?: number): Cookies {
  const secure = issuer.startsWith("https:");
  const hash = createHash("sha256").update(issuer).digest("hex").slice(0, 8);
  const nameOf = (noun: string) => `${secure ? "__Host-" : ""}countersign-${hash}-${noun}`;
  // Lax: the cookies are sent when a person comes from a client's page, and are not sent with a cross-site POST.
  const attributes = { httpOnly: true, secure, sameSite: "lax", path: "/" } as const;

  const sent = (req: IncomingMessage, noun: string) => onlyValue(req.headers.cookie ?? "", nameOf(noun));
  const read = (req: IncomingMessage, noun: string) => {
    const value = sent(req, noun);
    return value !== undefined && SECRET.test(value) ? value : undefined;
  };
  const lasting = (maxAge: number | undefined) => (maxAge === undefined ? {} : { maxAge });
  const write = (res: ServerResponse, noun: string, value: string, maxAge?: number) =>
    res.appendHeader(
      "set-cookie",
      stringifySetCookie({ ...attributes, name: nameOf(noun), value, ...lasting(maxAge) }),
    );

  // Our own script reads this cookie in a cross-site frame, so it is neither HttpOnly nor Lax. On plain http a cookie
  // cannot be SameSite=None. There the clients are on this machine, and so same-site.
  const sameSite = secure ? "none" : "lax";
  const state = { secure, sameSite, path: "/", name: nameOf("state"), ...lasting(sessionSeconds) } as const;
  const changeState = (res: ServerResponse) =>
    res.appendHeader("set-cookie", stringifySetCookie({ ...state, value: newSecret() }));

  return {
    browser: (req) => read(req, "browser"),
    ensureBrowser(req, res, secret = newSecret()) {
      const known = read(req, "browser");
      if (known !== undefined) return known;

      write(res, "browser", secret);
      return secret;
    },
    device: (req) => sent(req, "device"),
    setDevice: (res, value) => write(res, "device", value, HALF_A_YEAR_SECONDS),
    rememberedDevice: (req) => read(req, "remembered"),
    pendingFactor: (req) => sent(req, "factor"),
    setPendingFactor: (res, sealed) => write(res, "factor", sealed, PENDING_FACTOR_SECONDS),
    clearPendingFactor: (res) => write(res, "factor", "", 0),
    setRememberedDevice: (res, secret, ttlSeconds) => write(res, "remembered", secret, ttlSeconds),
    link: (req) => sent(req, "link"),
    setLink: (res, value) => write(res, "link", value, LINK_SECONDS),
    clearLink: (res) => write(res, "link", "", 0),
    wayBack: (req) => sent(req, "back"),
    setWayBack: (res, value) => write(res, "back", value, WAY_BACK_SECONDS),
    lastRequest: (req) => sent(req, "request"),
    setLastRequest: (res, value) => write(res, "request", value, LAST_REQUEST_SECONDS),
    told: (req) => sent(req, "told"),
    setTold: (res, value) => write(res, "told", value, value === "" ? 0 : TOLD_SECONDS),
    session: (req) => read(req, "session"),
    setSession(res, secret) {
      write(res, "session", secret, sessionSeconds);
      changeState(res);
    },
    clearSession(res) {
      write(res, "session", "", 0);
      changeState(res);
    },
    browserState: (req) => read(req, "state"),
    browserStateName: nameOf("state"),
  };
}

/**
 * The value of a cookie that was sent once. A cookie that was sent twice is ignored: an attacker set the other one, on
 * plain http or from a sibling host, and we cannot tell which is ours (RFC 6265 §8.6). Our values contain no characters
 * that need encoding.
 */
function onlyValue(header: string, name: string): string | undefined {
  let only: string | undefined;
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, Math.max(at, 0)).trim() !== name) continue;
    if (only !== undefined) return undefined;
    only = pair.slice(at + 1).trim();
  }
  return only;
}
