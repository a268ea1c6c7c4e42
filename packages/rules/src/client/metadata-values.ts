/** What single members of client metadata may be: addresses, and texts that people read. */
import { z } from "zod";
import { URI_CHARACTERS } from "./redirect-uri-registration.ts";

// With userinfo the first part of an address could look like the host of somebody else.
const address = z
  .string()
  .max(2000)
  .regex(URI_CHARACTERS)
  .regex(/^[^/]+:\/\/[^/?#@]+(?:[/?#]|$)/, "must name a host, without userinfo");

/** An address that is shown as a link, or fetched by the guarded fetcher alone; never of a scheme that runs. */
export const webPage = address.pipe(z.url({ protocol: /^https?$/ }));

/** An address whose answer is relied on. */
export const secureAddress = address
  .regex(/^[^#]*$/, "must not have a fragment")
  .pipe(z.url({ protocol: /^https$/, error: "must be https" }));

/** OIDC Registration §2: fetched by the guarded fetcher; a fragment may tell versions of the object apart. */
export const requestUri = z
  .string()
  .max(512)
  .pipe(address)
  .pipe(z.url({ protocol: /^https$/, error: "must be https" }));

// Control and direction characters could disguise a name, and fillers that show nothing (U+2800 is no
// such character to Unicode) could be all there is.
const VISIBLE = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]*$/u;

/** A text that people read, and that shows all it is made of. */
export const visibleText = (max: number) =>
  z.string().trim().min(1).max(max).regex(VISIBLE, "has characters that cannot be seen");

/** RFC 7591 §2: a name that people read. */
export const displayName = visibleText(100);

/** Where a client is told of a sign-out; what it may be besides, `logoutProblems` says. */
export const logoutUri = z.string().max(2000).regex(URI_CHARACTERS);
