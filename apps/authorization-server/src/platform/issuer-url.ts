/** The form of an issuer identifier. */
import { isLocalHttp } from "@countersign/rules";
import { z } from "zod";

/**
 * Paths are compared byte by byte, so each path has one spelling: no encoding, no dot segments that a URL parser
 * removes.
 */
const PLAIN_PATH = /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/;

/**
 * An issuer has no query, fragment or trailing slash (OIDC Discovery §3). It uses https unless only this machine can
 * reach it.
 */
export const issuerUrl = z
  .url({ protocol: /^https?$/ })
  .refine((issuer) => !/[?#]|\/$/.test(issuer), "must have no query, no fragment and no trailing slash")
  .refine(
    (issuer) =>
      issuer.startsWith(new URL(issuer).origin) && PLAIN_PATH.test(issuer.slice(new URL(issuer).origin.length)),
    "must be scheme, host and port in lower case, and at most a path of letters, digits and ._~-",
  )
  .refine(
    (issuer) => issuer.startsWith("https:") || isLocalHttp(issuer),
    "must be https, unless its host is loopback or *.localhost",
  );
