/** Checks a URL without connecting. */
import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Hosts that a deployment allows, as `host` or `host:port`. Their addresses and ports are not checked. */
export type AllowedHosts = ReadonlySet<string>;

/**
 * Returns what is wrong with a URL as a target, or `undefined`. Only https, only the standard port, no credentials. An
 * address literal in the URL must be public. The URL is parsed by the same parser that is used to connect.
 *
 * @param options.plainHttp allows http to hosts that the deployment allows
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
  // The parser omits the standard port.
  if (url.port !== "") return "has a port other than 443";

  if (url.hostname.endsWith(".")) return "has a host that ends with a dot";

  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) return "names an address that is not public";
  return undefined;
}

/** Whether a deployment allows the host of a URL, or this port of the host. */
export function isAllowedHost({ host, hostname }: URL, allowedHosts: AllowedHosts): boolean {
  return allowedHosts.has(host) || allowedHosts.has(hostname);
}
