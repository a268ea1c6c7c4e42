/** Determines the sender of a request to our endpoints, besides the client that it names. */
import { NO_SENDER, type Sender } from "@countersign/rules";
import type { Call } from "@countersign/service";

/**
 * Reads what a request proves about its sender. No proof is supported yet: neither a key (RFC 9449) nor a certificate
 * (RFC 8705). If a client sends one, it is ignored.
 */
export const senderOf = (_call: Call): Sender => NO_SENDER;
