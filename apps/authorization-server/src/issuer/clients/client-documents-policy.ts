/** The policy for clients that are known only by a metadata document (client ID metadata documents). */
import { z } from "zod";

const DEFAULT_BYTES = 5120;

const list = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ""));

/** The variables about metadata documents of clients. environment.ts includes them. */
export const clientDocumentsEnvironment = z.object({
  /** Whether a client_id may be the URL of a metadata document: never, on the listed hosts, or on any host. */
  CLIENT_DOCUMENTS: z.enum(["off", "listed", "open"]).default("off"),
  /** The hosts for `listed`, comma separated. For `open`, those of OUTBOUND_ALLOWED_HOSTS that have documents. */
  CLIENT_DOCUMENT_HOSTS: list.transform((hosts) => new Set(hosts.map((host) => host.toLowerCase()))),
  /** Scopes of resource servers that these clients may request in addition to those of /userinfo, comma separated. */
  CLIENT_DOCUMENT_SCOPES: list,
  /** The maximum size of a document in bytes. */
  CLIENT_DOCUMENT_MAX_BYTES: z.coerce.number().int().min(1024).max(65_536).default(DEFAULT_BYTES),
  /** How many of these clients may exist, not counting those that an operator pinned. */
  CLIENT_DOCUMENT_CLIENTS: z.coerce.number().int().min(1).max(1_000_000).default(10_000),
  /**
   * Whether native public clients may have http://localhost with any port as a redirect URI. RFC 8252 §8.3 advises
   * against it, and some clients know no other.
   */
  NATIVE_LOCALHOST: z.enum(["refused", "allowed"]).default("refused"),
});

export interface ClientDocumentsPolicy {
  /** Whether any URL can be the id of a client. */
  readonly areOn: boolean;
  /** Whether documents of this host are accepted; an operator can pin others. */
  accepts(host: string): boolean;
  /** Scopes other than those of /userinfo. */
  readonly scopes: readonly string[];
  readonly mostClients: number;
}

/**
 * @param isInside whether a host may be inside the network of this deployment; strangers cause fetches from it only if
 * it is listed
 */
export const clientDocumentsPolicy = (
  config: z.output<typeof clientDocumentsEnvironment>,
  isInside: (host: string) => boolean,
): ClientDocumentsPolicy => ({
  areOn: config.CLIENT_DOCUMENTS !== "off",
  accepts: (host) => config.CLIENT_DOCUMENT_HOSTS.has(host) || (config.CLIENT_DOCUMENTS === "open" && !isInside(host)),
  scopes: config.CLIENT_DOCUMENT_SCOPES,
  mostClients: config.CLIENT_DOCUMENT_CLIENTS,
});
