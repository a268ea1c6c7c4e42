/**
 * Finds the server that takes changes among those that a URL names. The driver knows one host; libpq does this by
 * `target_session_attrs=read-write`.
 */
import { Client, type ClientConfig } from "pg";
import { parseDatabaseUrl } from "./database-url.ts";

/** The options of a client that differ from server to server. */
type Place = Pick<Client, "host" | "port">;

type ClientClass = new (config?: ClientConfig) => Client;

export interface Servers {
  /** The URL of one of them, for the driver: it has the login, the name of the database and TLS. */
  readonly connectionString: string;
  /** A client that connects to the server that takes changes, regardless of the host in its options. */
  readonly Client: ClientClass;
  /** The same, which closes a connection again if `admit` rejects. */
  clientWith(admit: (client: Client) => Promise<void>): ClientClass;
  /** Forgets which server that was. */
  forget(): void;
}

/** The servers of a database. With one that need not take changes, the client is that of the driver. */
export function serversOf(url: string): Servers {
  const { servers, takesChanges } = parseDatabaseUrl(url);
  const [connectionString] = servers;
  if (!takesChanges) {
    return { connectionString, Client, clientWith: (admit) => clientClass({ admit }), forget: () => {} };
  }

  const places = servers.map(placeOf);
  let known: Promise<Place> | undefined;
  const forget = () => {
    known = undefined;
  };

  /** The one that took changes when it was last asked. Callers that come at once share the question. */
  function place(config: ClientConfig): Promise<Place> {
    if (known !== undefined) return known;
    const found = firstPrimary(places, config);
    known = found;
    found.catch(() => {
      if (known === found) forget();
    });
    return found;
  }

  return {
    connectionString,
    Client: clientClass({ place, admit: assertTakesChanges, failed: forget }),
    clientWith: (admit) =>
      clientClass({ place, admit: (client) => assertTakesChanges(client).then(() => admit(client)), failed: forget }),
    forget,
  };
}

interface Connecting {
  readonly place?: (config: ClientConfig) => Promise<Place>;
  /** Rejects if the connection may not be used. */
  readonly admit: (client: Client) => Promise<void>;
  readonly failed?: () => void;
}

function clientClass({ place, admit, failed }: Connecting): ClientClass {
  return class extends Client {
    readonly #config: ClientConfig;

    constructor(config: ClientConfig = {}) {
      super(config);
      this.#config = config;
      this.on("error", () => {}); // its owner listens only when it is connected, and a question is asked before that
    }

    override connect(): Promise<this>;
    override connect(callback: (err: Error) => void): void;
    override connect(callback?: (err: Error) => void): Promise<this> | undefined {
      const connected = this.#connect();
      if (callback === undefined) return connected as Promise<this>;
      connected.then(() => (callback as () => void)(), callback);
      return undefined;
    }

    async #connect(): Promise<Client> {
      if (place !== undefined) Object.assign(this, await place(this.#config));
      try {
        await super.connect();
        await admit(this);
        return this;
      } catch (err) {
        failed?.(); // the next connection asks all servers
        this.end().catch(() => {});
        throw err;
      }
    }
  };
}

function placeOf(url: string): Place {
  const { host, port } = new Client({ connectionString: url });
  return { host, port };
}

// PostgreSQL has a code for it: a client could not establish the connection.
const unconnected = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code: "08001" });

/** Asks all at once: one that is silent must not keep the others waiting. */
async function firstPrimary(places: readonly Place[], config: ClientConfig): Promise<Place> {
  try {
    return await Promise.any(places.map((place) => asked(place, config)));
  } catch (err) {
    const reasons = (err as AggregateError).errors.map(
      (one, n) => `${places[n]?.host}:${places[n]?.port} ${one.message}`,
    );
    throw unconnected(`no server of the database takes changes (${reasons.join("; ")})`, err);
  }
}

async function asked(place: Place, config: ClientConfig): Promise<Place> {
  const client = Object.assign(new Client(config), place);
  client.on("error", () => {}); // what fails says so
  try {
    await client.connect();
    await assertTakesChanges(client);
    return place;
  } finally {
    client.end().catch(() => {});
  }
}

// Not whether transactions are read-only: those of the resource server always are.
async function assertTakesChanges(client: Client): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>("SELECT pg_is_in_recovery() AS standby");
  if (rows[0]?.standby !== false) throw unconnected("is a standby");
}
