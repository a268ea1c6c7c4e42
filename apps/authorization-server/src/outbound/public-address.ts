/** Which addresses are the public internet: RFC 6890. Everything that is not plainly public is refused. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** RFC 4291 §2.4: all of the public internet is in 2000::/3; of it, this part is for documentation (RFC 9637). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
const DOCUMENTATION = ipaddr.IPv6.parseCIDR("3fff::/20");

/**
 * Whether an IP address is one of the public internet. An IPv4 address inside a mapped IPv6 one counts as what it
 * really is. False for every private, loopback, link-local, multicast, reserved or translated range (RFC 6890), and for
 * what is not an address in its common notation: others are read as one address here and as another there.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine (RFC 4007 §11).
  if (isIP(address) === 0 || address.includes("%")) return false;

  // `process` turns an IPv4-mapped address into the IPv4 address that it reaches.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return !(parsed instanceof ipaddr.IPv6) || (parsed.match(GLOBAL_UNICAST) && !parsed.match(DOCUMENTATION));
}
