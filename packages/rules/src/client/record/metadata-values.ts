/** The values of single members of client metadata: addresses. */
import { z } from "zod";
import { URI_CHARACTERS } from "../metadata/redirect-uri-registration.ts";

// With userinfo, the first part of an address could look like another party's host.
const address = z
  .string()
  .max(2000)
  .regex(URI_CHARACTERS, "must have only the characters of a URI")
  .regex(/^[^/]+:\/\/[^/?#@]+(?:[/?#]|$)/, "must name a host, without userinfo");

/** An address that is shown as a link, or fetched only by the guarded fetcher. It never has a scheme that runs code. */
export const webPage = address.pipe(z.url({ protocol: /^https?$/, error: "must be http or https" }));

/** An address whose answer must be authentic. */
export const secureAddress = address
  .regex(/^[^#]*$/, "must not have a fragment")
  .pipe(z.url({ protocol: /^https$/, error: "must be https" }));

/** OIDC Registration §2: the guarded fetcher fetches it. A fragment may distinguish versions of the object. */
export const requestUri = z
  .string()
  .max(512)
  .pipe(address)
  .pipe(z.url({ protocol: /^https$/, error: "must be https" }));

/** The address that tells a client of a sign-out; `logoutProblems` checks the rest. */
export const logoutUri = z.string().max(2000).regex(URI_CHARACTERS, "must have only the characters of a URI");
