import type { FetchKind } from "./slots.ts";

export interface AcceptedDocument {
  readonly kind: FetchKind;
  /**
   * The client of the document, if anyone can cause the fetch. The fetch then uses the slots of this client. Otherwise
   * it uses the slots of the host.
   */
  readonly clientId?: string;
  /** Media types that are accepted, without parameters. */
  readonly mediaTypes: readonly string[];
  /** Whether any media type that ends in `+json` is accepted, too (RFC 6839 §3.1). */
  readonly anyJson?: boolean;
  readonly maxBytes: number;
  /** The time limit of this fetch in milliseconds, if it is shorter than that of the fetcher. */
  readonly timeoutMs?: number;
}
