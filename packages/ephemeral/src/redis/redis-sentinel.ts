/** Redis behind Sentinel: `redis+sentinel://login:password@host1:26379,host2,host3/name`. */
import { setTimeout as pause } from "node:timers/promises";
import { createSentinel } from "@redis/client";
import type { Log } from "../log.ts";

const URL_OF_SENTINELS = /^redis(s)?\+sentinel:\/\/(?:([^@/]*)@)?([^@/?#]+)\/([^/?#]+)$/;
const PORT = 26_379;

/** How often the sentinels are asked which server takes changes. They also say so when it changes. */
const SCAN_INTERVAL_MS = 2000;

export interface Sentinels {
  /** The name of the server that they watch. */
  readonly name: string;
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  /** For the servers, and not for the sentinels. */
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly tls: boolean;
}

/** What a URL of sentinels says; undefined if it is none. */
export function sentinelsOf(url: string): Sentinels | undefined {
  const [, tls, login = "", hosts, name] = URL_OF_SENTINELS.exec(url) ?? [];
  if (hosts === undefined || name === undefined) return undefined;
  const [username, password] = login.split(":").map((part) => (part === "" ? undefined : decodeURIComponent(part)));
  const nodes = hosts.split(",").map((one) => {
    const { hostname, port } = new URL(`redis://${one}`);
    return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? PORT : Number(port) };
  });
  return { name: decodeURIComponent(name), nodes, username, password, tls: tls !== undefined };
}

/**
 * Connects to the server that the sentinels name. When they name another one, so does the client. A command is sent
 * once: whether a lost one was done, only the store's callers may judge.
 *
 * @param behaviour the options of every connection
 * @param limitMs how long to wait for sentinels and a server that are still starting
 */
export async function connectSentinel<T extends { readonly socket: object }>(
  { name, nodes, username, password, tls }: Sentinels,
  behaviour: T,
  { log, limitMs }: { readonly log: Log; readonly limitMs: number },
) {
  const socket = { ...behaviour.socket, ...(tls && { tls: true as const }) };
  const give = () =>
    createSentinel({
      name,
      sentinelRootNodes: [...nodes],
      scanInterval: SCAN_INTERVAL_MS,
      maxCommandRediscovers: 0,
      // Commands of all callers share the connection. Otherwise each waits until the one before is answered.
      reserveClient: true,
      passthroughClientErrorEvents: false,
      nodeClientOptions: {
        ...behaviour,
        ...(username !== undefined && { username }),
        ...(password !== undefined && { password }),
        socket,
      },
      sentinelClientOptions: { socket: behaviour.socket },
    });

  for (const giveUpAt = performance.now() + limitMs; ; await pause(200)) {
    const sentinel = give();
    sentinel.on("error", (error: unknown) =>
      log.warn({ reason: String(error) }, "the sentinels of Redis name no server"),
    );
    try {
      await sentinel.connect();
      return sentinel;
    } catch (error) {
      await sentinel.destroy();
      if (performance.now() > giveUpAt) throw error;
    }
  }
}
