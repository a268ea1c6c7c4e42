/** The address that a request comes from, according to the socket and to our proxies. */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";

/** Finds the client's address. */
export type AddressOf = (req: Pick<IncomingMessage, "socket" | "headers">) => string;

/** The address of a peer at a Unix socket. */
const UNKNOWN = "unknown";
const MOST_REMEMBERED = 1000;

/**
 * Returns the address that the last proxy of ours vouches for. X-Forwarded-For is read from its end, as long as the
 * address that added an entry belongs to a trusted proxy. An entry may have a port, which is ignored. An entry that is
 * no IP address counts as absent: the result is then the address of the proxy that added it.
 *
 * @param trustedProxies addresses or networks
 * @param byUnixSocket whether the peer is a proxy at a Unix socket, which has no address
 */
export function clientAddress(trustedProxies: readonly string[], byUnixSocket = false): AddressOf {
  const peerOf: AddressOf = ({ socket }) => socket.remoteAddress ?? UNKNOWN;
  if (trustedProxies.length === 0 && !byUnixSocket) return peerOf;

  const trusts = proxyTrust(trustedProxies, byUnixSocket);
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

/**
 * Returns what tells whether an address is that of a proxy of ours. A peer at a Unix socket has none.
 *
 * @param byUnixSocket whether such a peer is a proxy
 */
export function proxyTrust(
  trustedProxies: readonly string[],
  byUnixSocket: boolean,
): (address: string | undefined) => boolean {
  const trustsAddress = remembering(proxyAddr.compile([...trustedProxies]));
  return (address = UNKNOWN) => (address === UNKNOWN ? byUnixSocket : trustsAddress(address));
}

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|(\d[\d.]*):\d{1,5})$/;

/**
 * RFC 7239 §6 writes an IPv6 address in brackets, and either kind with a port. X-Forwarded-For has no standard, but
 * some proxies use the same form there.
 */
function withoutPort(entry: string): string {
  const [, v6, v4] = WITH_PORT.exec(entry) ?? [];
  return v6 ?? v4 ?? entry;
}

/** The same, but the address of a proxy that was trusted before is not parsed again. */
function remembering(trust: (address: string, hop: number) => boolean): (address: string) => boolean {
  const trusted = new Set<string>();
  return (address) => {
    if (trusted.has(address)) return true;
    if (!trust(address, 0)) return false;

    if (trusted.size < MOST_REMEMBERED) trusted.add(address);
    return true;
  };
}
