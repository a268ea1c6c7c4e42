/**
 * A TLS listener on loopback with a certificate of a test CA, and a fetcher that reaches it as if it were a public
 * host.
 */
import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo, LookupFunction, Socket } from "node:net";
import { generate } from "selfsigned";
import { buildConnector } from "undici";
import { type GuardedFetch, type GuardedFetchOptions, openGuardedFetch } from "../guarded-fetch.ts";

/** A public name, and its address in the stubbed resolver. */
export const PUBLIC_HOST = "pub.example";
const PUBLIC_ADDRESS = "93.184.215.14";

const names = ["localhost", PUBLIC_HOST, "other.example"].map((value) => ({ type: 2 as const, value }));
const certificate = await generate([{ name: "commonName", value: "test" }], {
  algorithm: "sha256",
  keyType: "ec",
  extensions: [
    { name: "basicConstraints", cA: true },
    { name: "subjectAltName", altNames: [...names, { type: 7, ip: "127.0.0.1" }] },
  ],
});
export const testCa = certificate.cert;

export interface Listener {
  readonly port: number;
  /** The number of connections so far. */
  connections(): number;
  /** Sets the listener that answers from now on. */
  answer(listener: RequestListener): void;
  close(): Promise<void>;
}

export async function startListener(first: RequestListener): Promise<Listener> {
  let listener = first;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer({ key: certificate.private, cert: certificate.cert }, (req, res) =>
    listener(req, res),
  );
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    answer(next) {
      listener = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A resolver that knows only these names. */
export const resolverOf =
  (known: Readonly<Record<string, readonly string[]>>): LookupFunction =>
  (hostname, _options, callback) => {
    const found = known[hostname]?.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    if (found === undefined) callback(Object.assign(new Error("not found"), { code: "ENOTFOUND" }), []);
    else callback(null, found);
  };

/** Connects to the listener instead, after the fetcher's own lookup has accepted the name. */
const leadTo =
  (port: number): NonNullable<GuardedFetchOptions["connectorOf"]> =>
  (options) => {
    const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
      options.lookup(hostname, lookupOptions, (err) => {
        if (err !== null) callback(err, []);
        else callback(null, [{ address: "127.0.0.1", family: 4 }]);
      });
    };
    const connect = buildConnector({ ...options, lookup });
    return (target, callback) => connect({ ...target, port: String(port) }, callback);
  };

/** The fetcher as in production, except for the stubbed resolver and the listener that answers for its names. */
export const fetcherTo = (port: number, options: Partial<GuardedFetchOptions> = {}): GuardedFetch =>
  openGuardedFetch({
    allowedHosts: new Set(),
    extraCa: testCa,
    lookup: resolverOf({ [PUBLIC_HOST]: [PUBLIC_ADDRESS] }),
    connectorOf: leadTo(port),
    ...options,
  });
