/** The connections of the guarded fetcher, and the addresses that they may lead to. */
import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { trusting } from "@countersign/service";
import type * as Undici from "undici";
import type { Agent, buildConnector } from "undici";
import { fetchRefused } from "./fetch-refused.ts";
import { isPublicAddress } from "./public-address.ts";
import { publicNames } from "./public-names.ts";

export interface AgentOptions {
  /** Certificates in PEM form that are trusted in addition to the system's. */
  readonly extraCa: string | undefined;
  /** The time limit for a whole fetch, in milliseconds. The default is 5 seconds. */
  readonly timeoutMs?: number;
  /** Resolves names. By default, DNS for public names, and the system's resolver for allowed hosts. */
  readonly lookup?: LookupFunction;
  /** Makes connections. By default, undici's own connector. */
  readonly connectorOf?: (options: ConnectorOptions) => buildConnector.connector;
}

export type ConnectorOptions = buildConnector.BuildOptions & { readonly lookup: LookupFunction };

export const TIMEOUT_MS = 5000;
const MAX_HEADER_BYTES = 8192;
/** The rest of the time is for connecting and for the document. */
const LOOKUP_SHARE = 0.6;

export interface Agents {
  readonly request: typeof Undici.request;
  /** One agent for hosts that the deployment allows, and one for all others. */
  readonly open: Agent;
  readonly guarded: Agent;
}

// Loaded at the first fetch: the module takes 18 MB, and many deployments fetch nothing.
export async function openAgents(options: AgentOptions): Promise<Agents> {
  const undici = await import("undici");
  const { lookup, timeoutMs = TIMEOUT_MS } = options;
  const guardedLookup = publicOnly(lookup ?? publicNames({ timeoutMs: timeoutMs * LOOKUP_SHARE }));
  const trust = trusting(options.extraCa);
  return {
    request: undici.request,
    open: agentWith(undici, lookup ?? (systemLookup as LookupFunction), options, trust),
    guarded: agentWith(undici, guardedLookup, options, trust),
  };
}

// HTTP/1.1, with a new connection for each fetch, so that clients share no connection. The slots limit the number of
// connections. A limit for each host here would let one client's slow document delay another client's quick one.
function agentWith(
  { Agent, buildConnector }: Pick<typeof Undici, "Agent" | "buildConnector">,
  lookup: LookupFunction,
  { timeoutMs = TIMEOUT_MS, connectorOf = buildConnector }: AgentOptions,
  trust: ReturnType<typeof trusting>,
): Agent {
  const connect = connectorOf({ lookup, timeout: timeoutMs, allowH2: false, maxCachedSessions: 0, ...trust });
  const agent = new Agent({ connect, allowH2: false, pipelining: 0, maxHeaderSize: MAX_HEADER_BYTES });
  const emitter: NodeJS.EventEmitter = agent; // its own type declares no such event
  emitter.on("error", () => {}); // each fetch reports its own failure
  return agent;
}

// The address is checked when the connection is made. The checked address is the one that is used, so DNS rebinding
// between check and use is not possible.
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (err, addresses) => {
      if (err !== null) return callback(err, []);

      const found = typeof addresses === "string" ? [{ address: addresses, family: 0 }] : addresses;
      const foreign = found.find(({ address }) => !isPublicAddress(address));
      // If one address is private, all are refused: we do not control which address is used.
      if (foreign !== undefined || found[0] === undefined)
        return callback(fetchRefused("the name resolves to an address that is not public"), []);
      if (options.all === true) return callback(null, found);
      callback(null, found[0].address, found[0].family);
    });
  };
}
