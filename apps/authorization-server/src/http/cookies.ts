/**
 * Our cookies: one names the browser, one the accounts it is known for; one holds the secret of its session, one tells
 * its login state.
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { newSecret } from "@countersign/rules";
import { stringifySetCookie } from "cookie";

const SECRET = /^[A-Za-z0-9_-]{43}$/;
const HALF_A_YEAR_SECONDS = 182 * 86_400;

export interface Cookies {
  /** The browser's own secret, if it has one. Parked requests and forms are bound to it. */
  browser(req: IncomingMessage): string | undefined;
  /** The browser's own secret; where there is none, this one is set, or a new one. */
  ensureBrowser(req: IncomingMessage, res: ServerResponse, secret?: string): string;
  /** What shows that somebody signed in with this browser before, as it came. */
  device(req: IncomingMessage): string | undefined;
  /** Sets that, for half a year. */
  setDevice(res: ServerResponse, value: string): void;
  session(req: IncomingMessage): string | undefined;
  /** Sets the session's secret, and another browser state. */
  setSession(res: ServerResponse, secret: string): void;
  /** Takes the session's secret away, and sets another browser state. */
  clearSession(res: ServerResponse): void;
  /**
   * The browser state (OIDC Session Management §3.2): a value that tells nothing but that the login state changed. It
   * is there from the first sign-in on.
   */
  browserState(req: IncomingMessage): string | undefined;
  /** The name of its cookie, which the script of the session iframe reads. */
  readonly browserStateName: string;
}

/**
 * Cookies of this issuer. On https their names begin with `__Host-`, so that no other host can plant one
 * (RFC 6265bis §4.1.3.2); plain http on localhost cannot have that. A short hash of the issuer keeps several
 * deployments on one host apart.
 */
export function cookiesFor(issuer: string): Cookies {
  const secure = issuer.startsWith("https:");
  const hash = createHash("sha256").update(issuer).digest("hex").slice(0, 8);
  const nameOf = (noun: string) => `${secure ? "__Host-" : ""}countersign-${hash}-${noun}`;
  // Lax: a person who comes from a client's page is still known; a cross-site POST is from nobody.
  const attributes = { httpOnly: true, secure, sameSite: "lax", path: "/" } as const;

  const sent = (req: IncomingMessage, noun: string) => onlyValue(req.headers.cookie ?? "", nameOf(noun));
  const read = (req: IncomingMessage, noun: string) => {
    const value = sent(req, noun);
    return value !== undefined && SECRET.test(value) ? value : undefined;
  };
  const write = (res: ServerResponse, noun: string, value: string, maxAge?: number) =>
    res.appendHeader(
      "set-cookie",
      stringifySetCookie({ ...attributes, name: nameOf(noun), value, ...(maxAge === undefined ? {} : { maxAge }) }),
    );

  // Read by our own script in a frame of another site, so with neither HttpOnly nor Lax. On plain http nothing can be
  // SameSite=None; there the clients are on this machine, and so on our site.
  const sameSite = secure ? "none" : "lax";
  const changeState = (res: ServerResponse) =>
    res.appendHeader(
      "set-cookie",
      stringifySetCookie({ secure, sameSite, path: "/", name: nameOf("state"), value: newSecret() }),
    );

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
    session: (req) => read(req, "session"),
    setSession(res, secret) {
      write(res, "session", secret);
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
 * The value of a cookie that came once. One that came twice counts as none: somebody planted the other, on plain http
 * or from a sibling host, and nothing tells which is ours (RFC 6265 §8.6). No value of ours has a character that would
 * be encoded.
 */
function onlyValue(header: string, name: string): string | undefined {
  const values = header.split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return pair.slice(0, Math.max(at, 0)).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
