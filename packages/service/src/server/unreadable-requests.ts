/** Answers requests that Node.js cannot read, and that therefore reach no route. */
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "../log/logger.ts";
import { newReference, REFERENCE_HEADER } from "../log/reference.ts";

const REFUSALS: Readonly<Record<string, readonly [status: string, text: string]>> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "The address and the headers of this request are too long. In a browser, delete the cookies of this site, and " +
      "begin again at the app. A program sends long parameters in the body of a POST request.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "This request did not arrive in time. Send it again."],
};
const MALFORMED = ["400 Bad Request", "This is not an HTTP request that can be read (RFC 9112)."] as const;

/**
 * Answers an error of Node's parser, or of the connection, with a status, a text that says the cause and the way out,
 * and a reference to the line in the log. Then it closes the connection. While another response is being sent, it only
 * closes the connection, because the text would become part of that response.
 */
export function answeringUnreadable(logger: Pick<Logger, "info">) {
  return (error: NodeJS.ErrnoException, connection: Duplex): void => {
    const { _httpMessage: current } = connection as { readonly _httpMessage?: ServerResponse | null };
    if (!connection.writable || current?.headersSent) return void connection.destroy(error);
    const [status, cause] = REFUSALS[error.code ?? ""] ?? MALFORMED;
    const requestId = newReference();
    logger.info({ requestId, status: Number.parseInt(status, 10), code: error.code }, "request unreadable");
    const text = `${cause}\nReference: ${requestId}\n`;
    const headers = [
      "content-type: text/plain; charset=utf-8",
      "cache-control: no-store",
      "x-content-type-options: nosniff",
      `${REFERENCE_HEADER}: ${requestId}`,
      `content-length: ${Buffer.byteLength(text)}`,
      "connection: close",
    ];
    connection.write(`HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n${text}`);
    connection.destroy(error);
  };
}
