/** A TCP proxy in front of a server. A test can cut, silence and mend it. */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface TestProxy {
  /** The same URL, with the address of the proxy. */
  through(url: string): string;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  /** Refuses new connections. Open connections continue to work. */
  refuse(): void;
  /**
   * From now on, no byte passes over the open connections, and neither side is notified, as when a host is lost.
   * New connections work.
   */
  silence(): void;
  /** Silences every open connection, and every connection that is opened before `mend`. */
  swallow(): void;
  /** Makes new connections work again. Connections that were silenced stay silent. */
  mend(): void;
  /** Calls the listener with all bytes that go to the server from now on. */
  tap(listener: (bytes: Buffer) => void): void;
  close(): Promise<void>;
}

export async function openProxy(target: string): Promise<TestProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let state: "works" | "refuses" | "swallows" = "works";
  let listener: ((bytes: Buffer) => void) | undefined;

  const server = createServer((near) => {
    if (state === "refuses") return void near.destroy();
    const far = connect(Number(port), hostname);
    near.on("data", (bytes: Buffer) => listener?.(bytes));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one
        .on("error", () => {})
        .on("close", () => {
          open.delete(one);
          if (!silent.has(one)) other.destroy();
        });
      one.pipe(other);
    }
    if (state === "swallows") for (const socket of [near, far]) quieten(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const quieten = (socket: Socket) => {
    silent.add(socket);
    socket.unpipe();
    socket.resume();
  };
  const silence = () => {
    for (const socket of open) quieten(socket);
  };
  const cut = () => {
    state = "refuses";
    for (const socket of open) socket.destroy();
  };
  return {
    through(url) {
      const changed = new URL(url);
      changed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      return changed.href;
    },
    cut,
    refuse() {
      state = "refuses";
    },
    silence,
    swallow() {
      state = "swallows";
      silence();
    },
    mend() {
      state = "works";
    },
    tap(heard) {
      listener = heard;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
