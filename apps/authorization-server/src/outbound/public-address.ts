/** Which addresses are the public internet: RFC 6890. Everything that is not plainly public is refused. */
import ipaddr from "ipaddr.js";

/**
 * Whether an IP address, in any notation, is one of the public internet. An IPv4 address inside an IPv6 one counts as what
 * it really is. False for every private, loopback, link-local, multicast, reserved or translated range.
 */
export function isPublicAddress(address: string): boolean {
  // A zone names an interface of this machine (RFC 4007 §11).
  if (address.includes("%") || !ipaddr.isValid(address)) return false;

  // `process` turns an IPv4-mapped address into the IPv4 address that it reaches.
  return ipaddr.process(address).range() === "unicast";
}
