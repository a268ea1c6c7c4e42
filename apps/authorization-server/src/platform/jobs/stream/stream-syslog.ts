/** Syslog over TLS: RFC 5424 and RFC 5425. The operator names the server, so its address may be private. */
import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { trusting } from "@countersign/service";
import type { ReadEvent } from "../../stores/audit/audit-event-shape.ts";
import { type StreamWriter, streamLine } from "./stream-writer.ts";

/** Facility 10 (security), severity 6 (informational): RFC 5424 §6.2.1. */
const PRIORITY = 86;
const TIMEOUT_MS = 10_000;

export interface SyslogTarget {
  readonly host: string;
  readonly port: number;
  readonly ca: string | undefined;
  /** The HOSTNAME of messages. */
  readonly hostname: string;
}

/** RFC 5424 §6, in the framing of RFC 5425 §4.3: the length in octets, then the message. */
function syslogFrame(event: ReadEvent, hostname: string): string {
  const header = `<${PRIORITY}>1 ${event.at.toISOString()} ${hostname} countersign ${process.pid} ${event.type} -`;
  const message = `${header} ${streamLine(event)}`;
  return `${Buffer.byteLength(message)} ${message}`;
}

export function openSyslog(target: SyslogTarget): StreamWriter {
  let socket: TLSSocket | undefined;

  const forget = () => {
    socket?.destroy();
    socket = undefined;
  };
  return {
    async write(events) {
      try {
        // The server sends nothing. A connection that it closed is readable, and is replaced.
        if (socket === undefined || socket.destroyed || socket.readableEnded) socket = await connected(target);
        await written(socket, events.map((event) => syslogFrame(event, target.hostname)).join(""));
      } catch (err) {
        forget();
        throw err;
      }
    },
    close: async () => forget(),
  };
}

function connected({ host, port, ca }: SyslogTarget): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) ? "" : host;
    const socket = connect({ host, port, ...trusting(ca), minVersion: "TLSv1.2", servername });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("the syslog server does not answer")));
    socket.on("error", reject);
    socket.once("close", () => reject(new Error("the syslog server closed the connection")));
    socket.once("secureConnect", () => {
      socket.setTimeout(0);
      socket.setKeepAlive(true, TIMEOUT_MS);
      // So that the end of the connection is noticed.
      socket.resume();
      resolve(socket);
    });
  });
}

function written(socket: TLSSocket, frames: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => socket.destroy(new Error("the syslog server does not read")), TIMEOUT_MS);
    const failed = (err?: Error | null) => {
      clearTimeout(late);
      socket.removeListener("close", failed);
      reject(err instanceof Error ? err : new Error("the syslog server closed the connection"));
    };
    socket.once("close", failed);
    socket.write(frames, (err) => {
      if (err) return failed(err);
      clearTimeout(late);
      socket.removeListener("close", failed);
      resolve();
    });
  });
}
