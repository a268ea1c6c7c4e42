/** A way to a TCP server that can be cut, and mended. */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface Proxy {
  /** The same address, by way of here. */
  through(url: string): string;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  /** Hears every byte that goes to the server from now on. */
  tap(listener: (bytes: Buffer) => void): void;
  close(): Promise<void>;
}

export async function openProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isCut = false;
  let listener: ((bytes: Buffer) => void) | undefined;

  const server = createServer((near) => {
    if (isCut) return void near.destroy();
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
          other.destroy();
        });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    through(url) {
      const changed = new URL(url);
      changed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      return changed.href;
    },
    cut,
    mend() {
      isCut = false;
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
