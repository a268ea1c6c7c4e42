/**
 * CSRF protection: forms that change state are bound to the browser and page that they were shown in (RFC 9700 §4.7,
 * specification §4.8 rule 5 applied to ourselves).
 */
import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ProtocolError, type RequestParameters } from "@countersign/rules";

/**
 * The token of a form. It is derived from the browser's secret, which no other site can read or guess, and from the
 * subject of the form. So it is valid for this form only.
 *
 * @param version of what the form shows; the form returns it
 */
export function csrfToken(browser: string, about: string, version = 0): string {
  if (version === 0) return hash("sha256", `csrf ${browser} ${about}`, "base64url");
  return `${version}.${hash("sha256", `csrf ${browser} ${about} #${version}`, "base64url")}`;
}

/** The version that a form showed. It is trusted only after `assertOwnForm` has passed. */
export function shownVersion(form: RequestParameters): number {
  return Number(/^([1-9]\d{0,9})\./.exec(form.get("csrf") ?? "")?.[1] ?? 0);
}

/** Refuses a form that we did not show to this browser. Throws `access_denied`. */
export function assertOwnForm(
  req: IncomingMessage,
  form: RequestParameters,
  { browser, about, issuer }: { browser: string | undefined; about: string; issuer: string },
): void {
  const problem = foreignOrigin(req, issuer) ?? wrongToken(form, browser, about);
  if (problem !== undefined) throw new ProtocolError("access_denied", "the form was not sent from our page", problem);
}

// Our pages send no referrer. Browsers then send the form's origin as "null".
function foreignOrigin(req: IncomingMessage, issuer: string): string | undefined {
  const { origin, "sec-fetch-site": site } = req.headers;
  if (origin !== undefined && origin !== "null" && origin !== new URL(issuer).origin) return "another origin";
  return site === undefined || site === "same-origin" ? undefined : `sec-fetch-site ${site}`;
}

function wrongToken(form: RequestParameters, browser: string | undefined, about: string): string | undefined {
  if (browser === undefined) return "no browser cookie";
  const expected = Buffer.from(csrfToken(browser, about, shownVersion(form)));
  const actual = Buffer.from(form.get("csrf") ?? "");
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? undefined : "wrong form token";
}
