import { isIPv6 } from "node:net";
import type { Request } from "express";

/** The network address of the person's side, as far as our own proxies vouch for it. */
export function addressOf(req: Request): string {
  return req.ip ?? "unknown";
}

/** What a limit counts as one source: an IPv4 address, or the /64 that one IPv6 customer has at least. */
export function sourceOf(req: Request): string {
  const address = addressOf(req);
  if (address.startsWith("::ffff:")) return address.slice("::ffff:".length);
  if (!isIPv6(address)) return address;

  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  const filled = tail === undefined ? groups : [...groups, "0", "0", "0", "0"];
  return `${filled.slice(0, 4).join(":")}::/64`;
}
