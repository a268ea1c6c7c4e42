/** Where a request may go, as far as its URL alone can tell. */
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Hosts that a deployment vouches for, as `host` or `host:port`: their addresses and ports are not checked. */
export type AllowedHosts = ReadonlySet<string>;

/**
 * Says what is wrong with a URL as a target, or `undefined`. Only https, only the standard port, no credentials, and an
 * address written into the URL must be a public one. The URL is taken as the parser that will also connect reads it.
 *
 * @param options.plainHttp admits http to hosts that the deployment vouches for
 */
export function targetProblem(
  url: URL,
  allowedHosts: AllowedHosts,
  { plainHttp = false }: { plainHttp?: boolean | undefined } = {},
): string | undefined {
  const vouchedHttp = plainHttp && url.protocol === "http:" && isAllowedHost(url, allowedHosts);
  if (url.protocol !== "https:" && !vouchedHttp) return "is not https";
  if (url.username !== "" || url.password !== "") return "has credentials";
  if (isAllowedHost(url, allowedHosts)) return undefined;
  // The parser leaves the standard port out.
  if (url.port !== "") return "has another port than 443";

  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) return "names an address that is not public";
  return undefined;
}

/** Whether a deployment vouches for the host of a URL, or for this one port of it. */
export function isAllowedHost({ host, hostname }: URL, allowedHosts: AllowedHosts): boolean {
  return allowedHosts.has(host) || allowedHosts.has(hostname);
}
