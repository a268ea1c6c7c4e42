/** A TCP proxy in front of a server. A test can cut, silence, hold and mend it. */

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
  /**
   * Keeps back every byte that goes to the server, as if the server stood still: over the open connections, and over
   * those that are opened in the meantime.
   *
   * @param from if given, this begins with the first bytes that contain this text
   */
  hold(from?: string): void;
  /**
   * Delivers what was kept back, also over connections that were ended in the meantime: the server does what no one
   * waits for any more. Resolves when it has ended those.
   */
  release(): Promise<void>;
  /** Calls the listener with all bytes that go to the server from now on. */
  tap(listener: (bytes: Buffer) => void): void;
  /** Calls the listener with all bytes that come from the server from now on. */
  tapAnswers(listener: (bytes: Buffer) => void): void;
  close(): Promise<void>;
}

export async function openProxy(target: string): Promise<TestProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let state: "works" | "refuses" | "swallows" = "works";
  let listener: ((bytes: Buffer) => void) | undefined;
  let answerListener: ((bytes: Buffer) => void) | undefined;
  const dam = new Dam();

  const server = createServer((near) => {
    if (state === "refuses") return void near.destroy();
    const far = connect(Number(port), hostname);
    near.on("data", (bytes: Buffer) => {
      listener?.(bytes);
      if (!silent.has(near)) dam.pass(bytes, { near, far });
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one
        .on("error", () => {})
        .on("close", () => {
          open.delete(one);
          if (!silent.has(one) && !(one === near && dam.keeps(far))) other.destroy();
        });
    }
    far.on("data", (bytes: Buffer) => answerListener?.(bytes));
    far.pipe(near);
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
    hold: (from) => dam.hold(from),
    release: () => dam.release(),
    tap(heard) {
      listener = heard;
    },
    tapAnswers(heard) {
      answerListener = heard;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

/** Passes bytes on to a server, or keeps them back and delivers them later. */
class Dam {
  #holds = false;
  #from: string | undefined;
  readonly #kept = new Map<Socket, Pair & { readonly bytes: Buffer[] }>();

  hold(from: string | undefined): void {
    this.#holds = from === undefined;
    this.#from = from;
  }

  /** Whether bytes for this connection are kept back. */
  keeps(far: Socket): boolean {
    return this.#kept.has(far);
  }

  pass(bytes: Buffer, { near, far }: Pair): void {
    if (this.#from !== undefined && bytes.includes(this.#from)) this.hold(undefined);
    if (!this.#holds) return void far.write(bytes);
    const before = this.#kept.get(far)?.bytes ?? [];
    this.#kept.set(far, { near, far, bytes: [...before, bytes] });
  }

  async release(): Promise<void> {
    this.#holds = false;
    this.#from = undefined;
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    const ended = kept.map(({ near, far, bytes }) => {
      const closed = new Promise<void>((resolve) => (far.destroyed ? resolve() : far.once("close", () => resolve())));
      far.write(Buffer.concat(bytes));
      if (!near.destroyed) return undefined;
      far.resume().end();
      return closed;
    });
    await Promise.all(ended);
  }
}
