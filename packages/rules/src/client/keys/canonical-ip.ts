/** IP addresses in certificates: RFC 8705 §2.1.2, RFC 5280 §4.2.1.6. */
import { z } from "zod";

const IPV4 = z.ipv4();
const IPV6 = z.ipv6();

/** One text for each address, no matter how its octets are written. */
export function canonicalIp(text: string): string | undefined {
  if (IPV4.safeParse(text).success) return text;
  return IPV6.safeParse(text).success ? new URL(`http://[${text}]`).hostname : undefined;
}
