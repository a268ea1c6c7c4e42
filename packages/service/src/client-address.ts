/** Where a request comes from: the socket, and what proxies of ours say. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";

/** Tells the client's address from what proxies say. */
export type AddressOf = (req: Pick<IncomingMessage, "socket" | "headers">) => string;

const MOST_REMEMBERED = 1000;

/**
 * The address that the last proxy of ours vouches for: X-Forwarded-For is read from its end, for as long as the address
 * that added an entry is of a trusted proxy. An entry may have a port, which is left out. One that is no IP address
 * counts as if it were not there: the address is then that of the proxy that added it.
 *
 * @param trustedProxies addresses or networks
 */
export function clientAddress(trustedProxies: readonly string[]): AddressOf {
  const peerOf: AddressOf = ({ socket }) => socket.remoteAddress ?? "unknown";
  if (trustedProxies.length === 0) return peerOf;

  const trusts = remembering(proxyAddr.compile([...trustedProxies]));
  return (req) => {
    let address = peerOf(req);
    const entries = String(req.headers["x-forwarded-for"] ?? "").split(",");
    while (entries.length > 0 && trusts(address)) {
      const next = withoutPort(entries.pop()?.trim() ?? "");
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|(\d[\d.]*):\d{1,5})$/;

/**
 * RFC 7239 §6 writes an IPv6 address in brackets, and either with a port; X-Forwarded-For has no standard, and proxies
 * do so too.
 */
function withoutPort(entry: string): string {
  const [, v6, v4] = WITH_PORT.exec(entry) ?? [];
  return v6 ?? v4 ?? entry;
}

/** The same, without reading again the address of a proxy that was trusted before. */
function remembering(trust: (address: string, hop: number) => boolean): (address: string) => boolean {
  const trusted = new Set<string>();
  return (address) => {
    if (trusted.has(address)) return true;
    if (!trust(address, 0)) return false;

    if (trusted.size < MOST_REMEMBERED) trusted.add(address);
    return true;
  };
}
