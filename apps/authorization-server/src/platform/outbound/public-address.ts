/** Which addresses belong to the public internet: RFC 6890. Every address that is not clearly public is refused. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** RFC 4291 §2.4: the public internet is inside 2000::/3. One part of it is for documentation (RFC 9637). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
const DOCUMENTATION = ipaddr.IPv6.parseCIDR("3fff::/20");

/**
 * Whether an IP address belongs to the public internet. An IPv4-mapped IPv6 address counts as its IPv4 address. False
 * for every private, loopback, link-local, multicast, reserved or translated range (RFC 6890). Also false for an
 * address that is not in its common notation, because parsers read other notations differently.
 */
export function isPublicAddress(address: string): boolean {
  // A zone identifies an interface of this machine (RFC 4007 §11).
  if (isIP(address) === 0 || address.includes("%")) return false;

  // `process` converts an IPv4-mapped address to the IPv4 address that it reaches.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return !(parsed instanceof ipaddr.IPv6) || (parsed.match(GLOBAL_UNICAST) && !parsed.match(DOCUMENTATION));
}
