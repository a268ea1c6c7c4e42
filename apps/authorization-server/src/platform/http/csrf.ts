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

/** A form of ours that is not the one of now: another person signed in since, or it is of an earlier page. */
export class StaleForm extends ProtocolError {
  /** The path at which the form of now is shown. */
  readonly again: string;

  constructor(again: string) {
    super("access_denied", "the form is of another person or another page", "wrong form token");
    this.again = again;
  }
}

interface OwnForm {
  readonly browser: string | undefined;
  readonly about: string;
  readonly issuer: string;
  /** The path at which the page is shown again, if there is one. */
  readonly again?: string | undefined;
}

/** Refuses a form that we did not show to this browser. Throws `access_denied`, or `StaleForm` if `again` is given. */
export function assertOwnForm(
  req: IncomingMessage,
  form: RequestParameters,
  { browser, about, issuer, again }: OwnForm,
): void {
  const foreign = foreignOrigin(req, issuer) ?? (browser === undefined ? "no browser cookie" : undefined);
  if (foreign !== undefined) throw new ProtocolError("access_denied", "the form was not sent from our page", foreign);
  if (isTokenOf(form, browser, about)) return;
  if (again !== undefined) throw new StaleForm(again);
  throw new ProtocolError("access_denied", "the form was not sent from our page", "wrong form token");
}

/**
 * Refuses a form of another site, as far as browsers say where a form is from. For what needs no token, because it
 * changes nothing that belongs to the person.
 */
export function assertOwnSite(req: IncomingMessage, issuer: string): void {
  const foreign = foreignOrigin(req, issuer);
  if (foreign !== undefined) throw new ProtocolError("access_denied", "the form was not sent from our page", foreign);
}

// Our pages send no referrer. Browsers then send the form's origin as "null".
function foreignOrigin(req: IncomingMessage, issuer: string): string | undefined {
  const { origin, "sec-fetch-site": site } = req.headers;
  if (origin !== undefined && origin !== "null" && origin !== new URL(issuer).origin) return "another origin";
  return site === undefined || site === "same-origin" ? undefined : `sec-fetch-site ${site}`;
}

function isTokenOf(form: RequestParameters, browser: string | undefined, about: string): boolean {
  if (browser === undefined) return false;
  const expected = Buffer.from(csrfToken(browser, about, shownVersion(form)));
  const actual = Buffer.from(form.get("csrf") ?? "");
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
