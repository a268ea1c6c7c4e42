/** CSRF protection: a form that acts is bound to the session and page that it was shown in. */
import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Refusal } from "../errors.ts";
import { isEqual } from "../sign-in/secrets.ts";

/** The token of a form that goes to a path. It is derived from a secret of the session. */
export const formToken = (secret: string, path: string): string =>
  hash("sha256", `form ${secret} ${path}`, "base64url");

/** Refuses a form that we did not show to this browser. Throws `foreign_form`. */
export function assertOwnForm(
  req: IncomingMessage,
  form: URLSearchParams,
  { secret, path, origin }: { readonly secret: string; readonly path: string; readonly origin: string },
): void {
  assertOwnPage(req, origin);
  if (!isEqual(form.get("csrf") ?? "", formToken(secret, path))) throw new Refusal("foreign_form", "wrong form token");
}

/** Refuses a form of another site, as far as the browser says where it comes from. Throws `foreign_form`. */
export function assertOwnPage(req: IncomingMessage, origin: string): void {
  const { origin: sent, "sec-fetch-site": site } = req.headers;
  // Our pages send no referrer. Browsers then send the form's origin as "null".
  if (sent !== undefined && sent !== "null" && sent !== origin) throw new Refusal("foreign_form", "another origin");
  if (site !== undefined && site !== "same-origin") throw new Refusal("foreign_form", `sec-fetch-site ${site}`);
}
