/** Who holds a request to an endpoint of ours, besides the client that it names. */
import { NO_SENDER, type Sender } from "@countersign/rules";
import type { Call } from "@countersign/service";

/**
 * Reads what a request proves of its sender. As yet no proof is supported: neither a key (RFC 9449) nor a certificate
 * (RFC 8705), and what is sent of them is ignored.
 */
export const senderOf = (_call: Call): Sender => NO_SENDER;
