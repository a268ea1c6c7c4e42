/** What our pages may load and do: nothing but our stylesheet and pictures. */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // No form-action: browsers apply it to the redirect after a form too, and ours end at the client.
].join("; ");

/** The same for the page that posts an answer, which runs a script of ours; where it cannot, there is a button. */
export const POSTING_PAGE_POLICY = `${PAGE_POLICY}; script-src 'self'`;

/** The same for the page that loads pages of clients in frames: of these origins, and no other. */
export const framingPagePolicy = (origins: readonly string[]) =>
  `${POSTING_PAGE_POLICY}; frame-src ${origins.filter((origin) => ORIGIN.test(origin)).join(" ")}`;

// A host may have characters that mean something in a policy. Such a host is not framed.
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** What the session iframe may do: run a script of ours that asks us. Any site may frame it. */
export const FRAMEABLE_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/**
 * Headers of every page: not framed, not cached, no script (RFC 9700 §4.2.4 and §4.16). What every response has
 * (nosniff, no referrer, HSTS on https) comes from `serve`.
 */
export const PAGE_HEADERS = Object.freeze({
  "content-security-policy": PAGE_POLICY,
  "cache-control": "no-store",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
});

/**
 * For pages that no authorization request leads through: the page that opened them learns nothing of them. The others
 * keep their opener: a client that has people sign in in a popup waits for it there, and gets it back when the answer
 * is at its own origin. Our pages run no script that an opener could call, and cannot be framed.
 */
export const APART_FROM_OPENER = Object.freeze({ "cross-origin-opener-policy": "same-origin" });
