/** The reference of a request: what leads from an answer, a page or an audit event to the lines of the log. */
import { randomFillSync } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type AddressOf, clientAddress, proxyTrust } from "../request/client-address.ts";

/** The header that carries the reference, from our proxies and in every answer of a handler. */
export const REFERENCE_HEADER = "x-request-id";

/** Finds the reference that one of our proxies gave to a request; `undefined` if none did. */
export type ReferenceOf = (req: Pick<IncomingMessage, "socket" | "headers">) => string | undefined;

/** What proxies of ours vouch for. */
interface Vouched {
  readonly addressOf: AddressOf;
  readonly referenceOf: ReferenceOf;
}

/** UUIDs, `$request_id` of nginx and the like. No such text can end a line or a query, and none is long. */
const GIVEN = /^[\w.-]{8,64}$/;

/**
 * Reads what proxies say about a request. Anyone else could give the reference of another request, and so lead those
 * who follow it astray: their header is ignored.
 *
 * @param trustedProxies addresses or networks
 * @param byUnixSocket whether the peer is a proxy at a Unix socket, which has no address
 */
export function vouchedBy(trustedProxies: readonly string[], byUnixSocket = false): Vouched {
  const trusts = proxyTrust(trustedProxies, byUnixSocket);
  const referenceOf: ReferenceOf = ({ socket, headers }) => {
    const given = headers[REFERENCE_HEADER];
    if (typeof given !== "string" || !trusts(socket.remoteAddress)) return undefined;
    return GIVEN.test(given) ? given : undefined;
  };
  return { addressOf: clientAddress(trustedProxies, byUnixSocket), referenceOf };
}

const ID_BYTES = 9;
const POOL_BYTES = ID_BYTES * 256;
const pool = Buffer.allocUnsafe(POOL_BYTES);
let used = POOL_BYTES;

/**
 * A new reference. Random bytes are cheap in batches of a thousand, and expensive one by one. It begins with a letter:
 * a command would take a `-` for an option.
 */
export function newReference(): string {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  pool[used] = (pool[used] ?? 0) & 0x7f; // the first character is one of the first 32
  used += ID_BYTES;
  return pool.toString("base64url", used - ID_BYTES, used);
}
