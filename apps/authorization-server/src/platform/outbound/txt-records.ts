/** Reads TXT records (RFC 1035 §3.3.14) from the DNS servers of this machine. They prove whose a domain is. */
import { promises as dns } from "node:dns";

/** The texts of the TXT records of a name. Undefined if it cannot be told in time whether there are any. */
export type TxtRecords = (name: string) => Promise<readonly string[] | undefined>;

export interface TxtOptions {
  readonly timeoutMs?: number;
  /** DNS servers, as `address` or `address:port`; by default those of the system. */
  readonly servers?: readonly string[];
}

const TIMEOUT_MS = 3000;
/** Queries at the same time. A query more than these is not sent, and tells nothing. */
const MOST_AT_ONCE = 20;
/** Records of one name that are read. */
const MOST_RECORDS = 100;
/** There is no such name, or it has no such record. Any other code is about the servers. */
const NONE = new Set(["ENOTFOUND", "ENODATA"]);

export function openTxtRecords({ timeoutMs = TIMEOUT_MS, servers }: TxtOptions = {}): TxtRecords {
  let running = 0;
  return async (name) => {
    if (running >= MOST_AT_ONCE) return undefined;
    running++;
    // One resolver for each name: it can be cancelled without affecting the others.
    const resolver = new dns.Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      return (await resolver.resolveTxt(name)).slice(0, MOST_RECORDS).map((parts) => parts.join(""));
    } catch (err) {
      return NONE.has((err as NodeJS.ErrnoException).code ?? "") ? [] : undefined;
    } finally {
      clearTimeout(timer);
      running--;
    }
  };
}
