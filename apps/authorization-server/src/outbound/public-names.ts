/**
 * Looks names up that strangers gave us, by asking the DNS servers of this machine (RFC 1035) without its resolver. The
 * system's `getaddrinfo` holds a thread for as long as a name server is silent, nobody can stop it, and two such
 * threads are all that a process has: a few slow names would keep it from finding its own database. It costs no thread
 * here.
 */
import { promises as dns } from "node:dns";
import type { LookupFunction } from "node:net";

interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * A lookup of public names that takes no thread, and no longer than it is told. It reads neither /etc/hosts nor any
 * other source of names but DNS, and completes no name by a search domain.
 *
 * @param servers DNS servers, as `address` or `address:port`; those of the system unless told
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
  // One for each name: it reads the system's servers as they are now, and is stopped without the others.
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
