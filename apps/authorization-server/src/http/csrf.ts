/** Forms that act are bound to the browser and page they were shown in (RFC 9700 §4.7, specification §4.8 rule 5 turned on ourselves). */
import { hash, timingSafeEqual } from "node:crypto";
import { ProtocolError, type RequestParameters } from "@countersign/rules";
import type { Request } from "express";

/**
 * The token of a form: made of the browser's secret, which no other site can read or guess, and of
 * what the form is about, so that it fits this form alone.
 */
export function csrfToken(browser: string, about: string): string {
  return hash("sha256", `csrf ${browser} ${about}`, "base64url");
}

/** Refuses a form that was not shown by us to this browser. Throws `access_denied`. */
export function assertOwnForm(
  req: Request,
  form: RequestParameters,
  { browser, about, issuer }: { browser: string | undefined; about: string; issuer: string },
): void {
  const problem = foreignOrigin(req, issuer) ?? wrongToken(form.get("csrf"), browser, about);
  if (problem !== undefined) throw new ProtocolError("access_denied", "the form was not sent from our page", problem);
}

// Our pages send no referrer, and then browsers call the origin of a form "null".
function foreignOrigin(req: Request, issuer: string): string | undefined {
  const { origin, "sec-fetch-site": site } = req.headers;
  if (origin !== undefined && origin !== "null" && origin !== new URL(issuer).origin) return "another origin";
  return site === undefined || site === "same-origin" ? undefined : `sec-fetch-site ${site}`;
}

function wrongToken(sent: string | undefined, browser: string | undefined, about: string): string | undefined {
  if (browser === undefined) return "no browser cookie";
  const expected = Buffer.from(csrfToken(browser, about));
  const actual = Buffer.from(sent ?? "");
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? undefined : "wrong form token";
}
