import { isIPv4, isIPv6 } from "node:net";
import type { Request } from "express";

/** The network address of the person's side, as far as our own proxies vouch for it. */
export function addressOf(req: Request): string {
  return req.app.locals.addressOf(req);
}

/** What a limit counts as one source: an IPv4 address, or the /64 that one IPv6 customer has at least. */
export const sourceOf = (req: Request): string => sourceOfAddress(addressOf(req));

/** The same of an address. */
export function sourceOfAddress(address: string): string {
  const plain = unmapped(address);
  return isIPv6(plain) ? `${firstGroups(plain, 4)}::/64` : plain;
}

/** The network that one customer may have many sources in: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export const networkOf = (req: Request): string => networkOfAddress(addressOf(req));

/** The same of an address. */
export function networkOfAddress(address: string): string {
  const plain = unmapped(address);
  if (isIPv6(plain)) return `${firstGroups(plain, 3)}::/48`;
  return isIPv4(plain) ? `${plain.slice(0, plain.lastIndexOf("."))}.0/24` : plain;
}

// RFC 4291 §2.5.5.2: an IPv4 address, as a socket for both shows it.
const unmapped = (address: string) => (address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address);

function firstGroups(address: string, count: number): string {
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const filled = tail === undefined ? groups : [...groups, "0", "0", "0", "0"];
  return filled.slice(0, count).join(":");
}
