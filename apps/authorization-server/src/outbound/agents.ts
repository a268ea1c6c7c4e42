/** The connections on which the guarded fetcher goes out, and the addresses that they may lead to. */
import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { getCACertificates } from "node:tls";
import type * as Undici from "undici";
import type { Agent, buildConnector } from "undici";
import { fetchRefused } from "./fetch-refused.ts";
import { isPublicAddress } from "./public-address.ts";
import { publicNames } from "./public-names.ts";

export interface AgentOptions {
  /** Certificates in PEM form that are trusted besides the system's. */
  readonly extraCa: string | undefined;
  /** How long a fetch may take altogether, in milliseconds; 5 seconds unless told. */
  readonly timeoutMs?: number;
  /** Resolves names; unless told, DNS for public ones, and the system's resolver for allowed hosts. */
  readonly lookup?: LookupFunction;
  /** Makes connections; undici's own unless told. */
  readonly connectorOf?: (options: ConnectorOptions) => buildConnector.connector;
}

export type ConnectorOptions = buildConnector.BuildOptions & { readonly lookup: LookupFunction };

export const TIMEOUT_MS = 5000;
const MAX_HEADER_BYTES = 8192;
/** What is left of it is for connecting and the document. */
const LOOKUP_SHARE = 0.6;

export interface Agents {
  readonly request: typeof Undici.request;
  /** For hosts that the deployment allows, and for all others. */
  readonly open: Agent;
  readonly guarded: Agent;
}

// Loaded when something is fetched for the first time: it takes 18 MB, and many deployments fetch nothing.
export async function openAgents(options: AgentOptions): Promise<Agents> {
  const undici = await import("undici");
  const { lookup, timeoutMs = TIMEOUT_MS } = options;
  const guardedLookup = publicOnly(lookup ?? publicNames({ timeoutMs: timeoutMs * LOOKUP_SHARE }));
  return {
    request: undici.request,
    open: agentWith(undici, lookup ?? (systemLookup as LookupFunction), options),
    guarded: agentWith(undici, guardedLookup, options),
  };
}

// HTTP/1.1 and a connection for each fetch: nothing is shared between those who gave the addresses. The slots bound how
// many there are. A bound for each host here would let one client's slow document hold up another client's quick one.
function agentWith(
  { Agent, buildConnector }: Pick<typeof Undici, "Agent" | "buildConnector">,
  lookup: LookupFunction,
  { extraCa, timeoutMs = TIMEOUT_MS, connectorOf = buildConnector }: AgentOptions,
): Agent {
  const ca = extraCa === undefined ? {} : { ca: [...getCACertificates("default"), extraCa] };
  const connect = connectorOf({ lookup, timeout: timeoutMs, allowH2: false, maxCachedSessions: 0, ...ca });
  const agent = new Agent({ connect, allowH2: false, pipelining: 0, maxHeaderSize: MAX_HEADER_BYTES });
  const emitter: NodeJS.EventEmitter = agent; // its own type names no such event
  emitter.on("error", () => {}); // each fetch is told of its own failure
  return agent;
}

// Checks at the moment of connecting: what was checked is what is connected to, so a name cannot be rebound in between.
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (err, addresses) => {
      if (err !== null) return callback(err, []);

      const found = typeof addresses === "string" ? [{ address: addresses, family: 0 }] : addresses;
      const foreign = found.find(({ address }) => !isPublicAddress(address));
      // One private address among public ones is reason enough: which of them is taken is not ours to say.
      if (foreign !== undefined || found[0] === undefined)
        return callback(fetchRefused("the name leads to an address that is not public"), []);
      if (options.all === true) return callback(null, found);
      callback(null, found[0].address, found[0].family);
    });
  };
}
