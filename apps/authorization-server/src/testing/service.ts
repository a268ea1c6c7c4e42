/** The whole authorization server over HTTP on loopback, in this process, for an https issuer behind a proxy. */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openProxy } from "@countersign/dev/test-proxy";
import { type EphemeralStore, memoryStore, rateLimiterOn } from "@countersign/ephemeral";
import { createLogger, openHealth } from "@countersign/service";
import { type Config, environment, limitSettings, senderSettings } from "../config.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Job } from "../jobs/schedule.ts";
import { openLimits } from "../limits.ts";
import { type OpenedDependencies, openDependencies } from "../open.ts";
import { authorizationServer } from "../routes.ts";
import { openSenders } from "../sender/sender.ts";
import { challengeStore } from "../stores/challenges.ts";
import { usedJwts } from "../stores/client/used-jwts.ts";
import { parkedRequestStore } from "../stores/parked-requests.ts";
import { mailsIn, type SentMail } from "./mail.ts";
import { issuer, openWorld, resource, type World } from "./world.ts";

export interface Service extends World {
  /** Where it listens; the issuer is the name that a proxy would have. */
  readonly origin: string;
  readonly deps: Dependencies;
  /** The same for the administration API. */
  readonly administration: Dependencies;
  /** Nothing runs them but a test. */
  readonly jobs: readonly Job[];
  readonly pools: OpenedDependencies["pools"];
  readonly measures: OpenedDependencies["measures"];
  /** Takes the way to the database away, and gives it back. The rows of `rows` come by another way. */
  cutDatabase(): void;
  mendDatabase(): void;
  /** No byte comes over the connections of now any more, and none is closed. New ones work. */
  silenceDatabase(): void;
  /**
   * The database stands still, from the first statement on that has this in its name. What is sent to it is kept back
   * until it goes on. Resolves then, when it has done or refused what nobody waits for any more.
   */
  holdDatabase(from: string): void;
  releaseDatabase(): Promise<void>;
  /** Hears every byte that goes to the database from now on. */
  tapDatabase(listener: (bytes: Buffer) => void): void;
  /** All that was logged so far. */
  log(): string;
  /** All mails in the outbox, the oldest first. Nothing delivers them. */
  mails(): Promise<readonly SentMail[]>;
}

export interface ServiceOptions {
  /** Stands in for the world that request objects are fetched from. */
  readonly fetchRequestObject?: Dependencies["fetchRequestObject"];
  /** Addresses of proxies; loopback by default, so that each browser of a test has its own address. */
  readonly trustedProxies?: readonly string[];
  /** Short-lived state where the settings put it, Redis or PostgreSQL, instead of in memory. */
  readonly ephemeral?: "configured";
  /** Whose login the service has, where it is not its own. */
  readonly login?: "superuser";
  /** Settings besides those that every test has. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** How long a statement may take. */
  readonly statementTimeoutMs?: number;
  /** Puts something in the way of the short-lived store. */
  readonly around?: (store: EphemeralStore) => EphemeralStore;
}

/** Such a statement makes the service read the clients again, which it otherwise remembers for two seconds. */
const CHANGES_CLIENTS = /^\s*UPDATE client\b/;

/** The cost of the passwords in world.ts. A recommended hash takes forty times as long. */
const CHEAP = { memoryCost: 1024, timeCost: 1 };

const fetching = ({ fetchRequestObject }: ServiceOptions) =>
  fetchRequestObject === undefined ? {} : { fetchRequestObject };

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const world = await openWorld();
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ name: "test", level: "debug", destination });
  const url = options.login === "superuser" ? world.superuserUrl : world.connectionString;
  const proxy = await openProxy(url);
  const now = () => world.clock.now;
  const config = configOf(proxy.through(url), options.settings);
  const { statementTimeoutMs } = options;
  const opened = await openDependencies(config, log, { now, statementTimeoutMs, passwordCost: CHEAP });

  const replaced = {
    ...fetching(options),
    ...(options.ephemeral === "configured" ? {} : inMemory(now, config, options)),
  };
  const deps = { ...opened.deps, ...replaced };
  const handler = authorizationServer(deps, {
    health: openHealth(opened.readiness),
    metrics: undefined,
    trustedProxies: options.trustedProxies ?? ["127.0.0.1"],
  });
  const server = createServer({ maxHeaderSize: 16_384 }, handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    ...world,
    async rows(text, values) {
      const rows = await world.rows(text, values);
      if (CHANGES_CLIENTS.test(text))
        for (const { id } of await world.rows("SELECT id FROM client")) deps.clients.forget(String(id));
      return rows;
    },
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deps,
    administration: { ...opened.administration, ...replaced },
    jobs: opened.jobs,
    pools: opened.pools,
    measures: opened.measures,
    cutDatabase: proxy.cut,
    mendDatabase: proxy.mend,
    silenceDatabase: proxy.silence,
    holdDatabase: proxy.hold,
    releaseDatabase: proxy.release,
    tapDatabase: proxy.tap,
    log: () => lines.join(""),
    mails: () => mailsIn(world.rows, config.KEY_ENCRYPTION_KEYS),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const close of opened.close) await close();
      await proxy.close();
      await world.close();
    },
  };
}

const configOf = (connectionString: string, settings: ServiceOptions["settings"]) =>
  environment.parse({
    ISSUER: issuer,
    DATABASE_URL: connectionString,
    KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64url")}`,
    USERINFO_RESOURCE: resource,
    NODE_ENV: "test",
    MAIL_URL: "smtp://127.0.0.1:9",
    ...settings,
  });

function inMemory(now: () => Date, config: Config, { around = (store) => store }: ServiceOptions) {
  const store = around(memoryStore(now));
  const { KEY_ENCRYPTION_KEYS: keys } = config;
  return {
    senders: openSenders(store, senderSettings(config)),
    parkedRequests: parkedRequestStore({ store, now }),
    challenges: challengeStore({ store, now, keys }),
    ...usedJwts({ store, now }),
    limits: openLimits({ store, rateLimiter: rateLimiterOn(store) }, limitSettings(config)),
  };
}
