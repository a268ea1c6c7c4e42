/** The whole authorization server over HTTP on loopback, in this process, for an https issuer behind a proxy. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openProxy, type TestProxy } from "@countersign/dev/test-proxy";
import { type EphemeralStore, memoryStore, rateLimiterOn } from "@countersign/ephemeral";
import { createLogger, openHealth } from "@countersign/service";
import { type Config, environment, limitSettings, senderSettings } from "../src/config.ts";
import type { Dependencies } from "../src/dependencies.ts";
import { openSenders } from "../src/issuer/sender/sender.ts";
import { openLimits } from "../src/limits.ts";
import { type OpenedDependencies, openDependencies } from "../src/open.ts";
import type { Job } from "../src/platform/jobs/running/schedule.ts";
import { usedJwts } from "../src/platform/stores/client/once/used-jwts.ts";
import { challengeStore } from "../src/platform/stores/requests/challenges.ts";
import { waitingRequests } from "../src/platform/stores/requests/waiting-requests.ts";
import { authorizationServer } from "../src/routes.ts";
import { CHEAP } from "./password-cost.ts";
import { keyEncryptionKeys } from "./ring-keys.ts";
import { mailsIn, type SentMail } from "./servers/mail.ts";
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
  readonly readiness: OpenedDependencies["readiness"];
  /** Between the service and its database, if it was started `proxied`. The rows of `rows` come by another way. */
  readonly proxy: TestProxy;
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
  /** Whether a test cuts, holds or hears the way to the database. Each statement costs more then. */
  readonly proxied?: boolean;
  /** Settings in addition to those that every test has. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** How long a statement may take. */
  readonly statementTimeoutMs?: number;
  /** Puts something in the way of the short-lived store. */
  readonly around?: (store: EphemeralStore) => EphemeralStore;
}

/** Such a statement makes the service read the clients again, which it otherwise remembers for two seconds. */
const CHANGES_CLIENTS = /^\s*UPDATE client\b/;

const fetching = ({ fetchRequestObject }: ServiceOptions) =>
  fetchRequestObject === undefined ? {} : { fetchRequestObject };

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const world = await openWorld({ stage: stageFor(options) });
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ name: "test", level: "debug", destination });
  const url = options.login === "superuser" ? world.superuserUrl : world.connectionString;
  const proxy = options.proxied ? await openProxy(url) : undefined;
  const now = () => world.clock.now;
  const config = configOf(proxy?.through(url) ?? url, options.settings);
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
    readiness: opened.readiness,
    proxy: proxy ?? NO_PROXY,
    log: () => lines.join(""),
    mails: () => mailsIn(world.rows, config.KEY_ENCRYPTION_KEYS),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const close of opened.close) await close();
      await proxy?.close();
      await world.close();
    },
  };
}

const NO_PROXY: TestProxy = new Proxy({} as TestProxy, {
  get() {
    throw new Error("the service was not started with `proxied`");
  },
});

/** Keys are in the database already, unless a test has sealed them by a key of its own. */
const stageFor = ({ settings }: ServiceOptions) =>
  settings?.KEY_ENCRYPTION_KEYS === undefined || settings.KEY_ENCRYPTION_KEYS === keyEncryptionKeys
    ? "keyed"
    : "inhabited";

const configOf = (connectionString: string, settings: ServiceOptions["settings"]) =>
  environment.parse({
    ISSUER: issuer,
    DATABASE_URL: connectionString,
    KEY_ENCRYPTION_KEYS: keyEncryptionKeys,
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
    ...waitingRequests({ store, now, keys }),
    challenges: challengeStore({ store, now, keys }),
    ...usedJwts({ store, now }),
    limits: openLimits({ store, rateLimiter: rateLimiterOn(store) }, limitSettings(config)),
  };
}
