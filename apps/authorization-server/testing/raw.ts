/** HTTP as bytes, for what `fetch` would correct or refuse to send. */
import { connect } from "node:net";

/** Sends a request as it is and returns the whole response. The request has to ask for the connection to be closed. */
export function raw(origin: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = "";
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(request, "latin1"));
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      response += chunk;
    });
    socket.on("close", () => resolve(response)).on("error", reject);
  });
}

/** The status of a request line with headers, sent as bytes. */
export async function rawStatus(origin: string, line: string, headers: readonly string[] = []): Promise<number> {
  const lines = [`${line} HTTP/1.1`, "Host: auth.example", "Connection: close", ...headers, "", ""];
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(await raw(origin, lines.join("\r\n")))?.[1]);
}
