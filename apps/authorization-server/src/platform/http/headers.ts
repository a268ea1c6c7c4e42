/** What our pages may load and do: only our stylesheets, fonts and pictures. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // No form-action: browsers also apply it to the redirect after a form, and our redirects lead to the client.
].join("; ");

/** The same for pages that run a script of ours. What they are for also works, or is left out, without scripts. */
export const SCRIPTED_PAGE_POLICY = `${PAGE_POLICY}; script-src 'self'`;

/** The headers that let a page run a script of ours. */
export const SCRIPTED = Object.freeze({ "content-security-policy": SCRIPTED_PAGE_POLICY });

/** The same for the page that loads clients' pages in frames: it may frame only these origins. */
export const framingPagePolicy = (origins: readonly string[]) =>
  `${SCRIPTED_PAGE_POLICY}; frame-src ${origins.filter((origin) => ORIGIN.test(origin)).join(" ")}`;

// A host may contain characters that have a meaning in a policy. Such a host is not framed.
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** The same for a page that pages of these origins may frame. It must run no script and take no form. */
export const framedPagePolicy = (origins: readonly string[]) => {
  const framing = origins.filter((origin) => ORIGIN.test(origin)).join(" ");
  return framing === ""
    ? PAGE_POLICY
    : PAGE_POLICY.replace("frame-ancestors 'none'", () => `frame-ancestors ${framing}`);
};

/** For a picture that a person sent: opened by itself, it loads nothing, runs nothing and has no origin. */
export const PICTURE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** What the session iframe may do: run our script, which sends requests to us. Any site may frame it. */
export const FRAMEABLE_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * Headers of every page: not framed, not cached, no script (RFC 9700 §4.2.4 and §4.16). The headers of all responses
 * (nosniff, no referrer, HSTS on https) come from `serve`.
 */
export const PAGE_HEADERS = Object.freeze({
  "content-security-policy": PAGE_POLICY,
  "cache-control": "no-store",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
});

/**
 * For pages that are not part of an authorization request: the page that opened them cannot observe them. The other
 * pages keep their opener. A client that opens sign-in in a popup waits for the popup, and can access it again when the
 * response is at the client's own origin. Our pages run no script that an opener could call, and cannot be framed.
 */
export const APART_FROM_OPENER = Object.freeze({ "cross-origin-opener-policy": "same-origin" });
