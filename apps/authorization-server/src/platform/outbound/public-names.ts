/**
 * Resolves names that strangers gave us. It queries the DNS servers of this machine (RFC 1035) without the system's
 * resolver. The system's `getaddrinfo` blocks a thread while a name server does not answer, and cannot be cancelled. A
 * process has only two such threads, so a few slow names would prevent it from resolving its own database. This lookup
 * uses no thread.
 */
import { promises as dns } from "node:dns";
import type { LookupFunction } from "node:net";

interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * A lookup of public names that uses no thread and respects its time limit. It uses only DNS: neither /etc/hosts nor
 * any other source of names, and no search domain.
 *
 * @param servers DNS servers, as `address` or `address:port`; by default those of the system
 */
export function publicNames({
  timeoutMs,
  servers,
}: {
  readonly timeoutMs: number;
  readonly servers?: readonly string[];
}): LookupFunction {
  return (hostname, _options, callback) => {
    addressesOf(hostname, timeoutMs, servers).then(
      (found) => callback(null, found),
      (err: NodeJS.ErrnoException) => callback(err, []),
    );
  };
}

async function addressesOf(name: string, timeoutMs: number, servers: readonly string[] | undefined) {
  // One resolver for each name. It reads the system's current servers, and can be cancelled without affecting the
  // others.
  const resolver = new dns.Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [...inFamily(ipv4, 4), ...inFamily(ipv6, 6)];
    if (found.length === 0 && ipv4.status === "rejected") throw ipv4.reason;
    return found;
  } finally {
    clearTimeout(timer);
  }
}

const inFamily = (answer: PromiseSettledResult<string[]>, family: Address["family"]): Address[] =>
  answer.status === "rejected" ? [] : answer.value.map((address) => ({ address, family }));
