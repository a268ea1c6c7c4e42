/** deploy/nginx.conf and the nginx configurations of docs/operations, in front of replicas; and rolling restarts. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Agent, request } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connect, getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../browser.ts";
import { authorizationOf, basic, codeFor, redeem } from "../flows.ts";
import { type Nginx, nginxExamples, nginxInstalled, startNginx } from "../servers/nginx.ts";
import { openReplicas, type Replica, type Replicas } from "../servers/replicas.ts";
import { issuer, openWorld } from "../world.ts";

const whole = readFileSync(new URL("../../../../deploy/nginx.conf", import.meta.url), "utf8");
const [belowPath = "", administration = ""] = nginxExamples("operations/proxies.md");
const portOf = (origin: string) => new URL(origin).port;

const NOWHERE = "http://127.0.0.1:1";

/** The file, with these replicas in place of those that it names. */
function exampleFor(replicas: readonly Replica[], api: readonly Replica[] = []): string {
  const named = [4000, 4010, 4001, 4011].map((port) => `server 127.0.0.1:${port}`);
  const ports = [replicas[0], replicas[1], api[0], api[1] ?? api[0]].map((one) => portOf(one?.origin ?? NOWHERE));
  for (const name of named) expect(whole).toContain(name);
  return named.reduce((text, name, n) => text.replace(name, name.replace(/:\d+/, `:${ports[n]}`)), whole);
}

const trusted = getCACertificates("default");

const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** Replicas on their own database. */
async function deploy(settings: Readonly<Record<string, string>> = {}): Promise<Replicas> {
  const world = await openWorld();
  const replicas = openReplicas(world, undefined, settings);
  cleanUp.push(world.close, replicas.stop);
  return replicas;
}

/** nginx with this configuration. Its certificates are trusted from now on. */
async function proxy(configuration: string): Promise<Nginx> {
  const nginx = await startNginx(configuration);
  cleanUp.push(nginx.stop);
  setDefaultCACertificates([...trusted, nginx.ca]);
  return nginx;
}

const issuerOf = async (url: string) => ((await (await fetch(url)).json()) as { issuer: string }).issuer;

describe.skipIf(!nginxInstalled)("deploy/nginx.conf", () => {
  let nginx: Nginx;
  let origin: string;
  beforeAll(async () => {
    const replicas = await deploy();
    const two = [await replicas.start(), await replicas.start()];
    nginx = await proxy(exampleFor(two, two));
    origin = nginx.origins[0] ?? "";
  });

  it("a person can sign in, and the client gets its tokens", async () => {
    expect(await issuerOf(`${origin}/.well-known/openid-configuration`)).toBe(issuer);
    const code = await codeFor(openBrowser(origin), "webClient");
    expect(await redeem(origin, code)).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
  });

  it.each([
    ["TLS 1.3", { minVersion: "TLSv1.3" }, true],
    ["TLS 1.2 with ephemeral keys and AES-GCM", { maxVersion: "TLSv1.2", ciphers: "ECDHE+AESGCM" }, true],
    ["TLS 1.2 with ephemeral keys and CBC", { maxVersion: "TLSv1.2", ciphers: "ECDHE+AES:!AESGCM" }, false],
    ["TLS 1.2 with the key of the certificate", { maxVersion: "TLSv1.2", ciphers: "kRSA+AESGCM" }, false],
    ["TLS 1.1", { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "ALL:@SECLEVEL=0" }, false],
  ] as const)("RFC 9325 §3.1.1 and §4.2, with %s", async (_, options, isAccepted) => {
    const socket = connect({ port: Number(portOf(origin)), host: "127.0.0.1", ca: nginx.ca, ...options });
    const outcome = await once(socket, "secureConnect").catch((err: Error & { code: string }) => err.code);
    socket.destroy();
    if (isAccepted) expect(outcome).toEqual([]);
    else expect(outcome).toMatch(/^ERR_SSL_(TLSV1_ALERT_PROTOCOL_VERSION|(SSL\/TLS|SSLV3)_ALERT_HANDSHAKE_FAILURE)$/);
  });

  it("requests reach the resource server", async () => {
    expect((await fetch(`${nginx.origins[1]}/health/ready`)).status).toBe(200);
  });

  it("cred-03: a client cannot choose the address that limits count", async () => {
    const browser = openBrowser(origin);
    const page = await browser.follow(await browser.get(authorizationOf("webClient")));
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      const fields = { username: "mallory", password: `wrong ${n}`, action: "sign-in" };
      statuses.push((await openBrowserLike(browser, origin).submit(page, "/login", fields)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });

  it("accepts a request with a long state, and the response that returns it", async () => {
    const state = "s".repeat(7500);
    const browser = openBrowser(origin);
    const answer = await browser.get(authorizationOf("webClient", { state, prompt: "none" }));
    expect([answer.status, answer.location?.searchParams.get("state")?.length]).toEqual([303, 7500]);
  });
});

/** The same browser at another address, if X-Forwarded-For is trusted. */
function openBrowserLike(browser: ReturnType<typeof openBrowser>, origin: string) {
  const other = openBrowser(origin);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

describe.skipIf(!nginxInstalled)("deploy/nginx.conf for an issuer with a path", () => {
  it("serves both metadata documents", async () => {
    const one = await (await deploy({ ISSUER: `${issuer}/eu` })).start();
    const example = exampleFor([one, one]).replace("location / { proxy_pass http://authorization_server; }", belowPath);
    expect(example).toContain("location /eu/");
    const nginx = await proxy(example);
    const documents = ["/eu/.well-known/openid-configuration", "/.well-known/oauth-authorization-server/eu"];
    const issuers = documents.map((path) => issuerOf(`${nginx.origins[0]}${path}`));
    expect(await Promise.all(issuers)).toEqual([`${issuer}/eu`, `${issuer}/eu`]);
  });
});

describe.skipIf(!nginxInstalled)("the nginx of docs/operations for the administration API and the console", () => {
  it("newcomer F6: passes on requests with their sender, and to the console a file of 16 MB", async () => {
    const service = createServer((req, res) => {
      req.resume().on("end", () => res.end(`${req.headers["x-forwarded-for"]} ${req.url}`));
    }).listen(0, "127.0.0.1");
    await once(service, "listening");
    cleanUp.push(async () => service.close());
    const own = `127.0.0.1:${(service.address() as AddressInfo).port}`;
    const example = administration.replace("127.0.0.1:4007", own).replace("127.0.0.1:4004", own);
    expect(example.split(own)).toHaveLength(3);
    const nginx = await proxy(`${exampleFor([])}${example}`);

    const answers = nginx.origins.slice(2).map(async (origin) => {
      const read = await fetch(`${origin}/admin/api/v1/people?q=a`, { headers: { "x-forwarded-for": "192.0.2.1" } });
      const sent = await fetch(`${origin}/imports`, { method: "POST", body: new Uint8Array(16 * 1024 * 1024) });
      return [await read.text(), sent.status];
    });
    const passed = "127.0.0.1 /admin/api/v1/people?q=a";
    expect(await Promise.all(answers)).toEqual([
      [passed, 413],
      [passed, 200],
    ]);
  });
});

/**
 * Removes replicas that are not ready from the configuration and adds ready ones, as a load balancer with health
 * checks does.
 */
function watching(nginx: Nginx, replicas: readonly Replica[]) {
  let known = "";
  let stopped = false;
  const look = async () => {
    while (!stopped) {
      const ready = await Promise.all(
        replicas.map(({ origin }) =>
          fetch(`${origin}/health/ready`).then(
            ({ status }) => status === 200,
            () => false,
          ),
        ),
      );
      if (String(ready) !== known) {
        known = String(ready);
        const example = exampleFor(replicas);
        await nginx.reload(
          replicas.reduce((text, { origin }, index) => {
            const server = `server 127.0.0.1:${portOf(origin)}`;
            return ready[index] ? text : text.replace(server, `${server} down`);
          }, example),
        );
      }
      await pause(200);
    }
  };
  const looking = look();
  return {
    /** Whether nginx was reloaded with it. */
    sees: (state: string) => expect.poll(() => known, { timeout: 20_000 }).toBe(state),
    async stop() {
      stopped = true;
      await looking;
    },
  };
}

interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly form?: string;
}

const REVOKING: Asked = { method: "POST", path: "/revoke", form: "token=x" };
const MIXED: readonly Asked[] = [
  { method: "POST", path: "/token", form: "grant_type=client_credentials" },
  { method: "GET", path: "/jwks" },
  REVOKING,
  { method: "GET", path: "/.well-known/openid-configuration" },
];

/**
 * Sends requests all the time, each over its own connection, and records every result other than 200. Some hundred a
 * second find a moment without an answer; as many as the machine can would keep it busy for as long as a restart takes.
 */
function load(origin: string, { clients, asked, everyMs }: Load) {
  const agent = new Agent({ keepAlive: false });
  const failures: string[] = [];
  let sent = 0;
  let stopped = false;
  const once = ({ method, path, form }: Asked) =>
    new Promise<void>((resolve) => {
      const failed = (reason: unknown) => {
        failures.push(`${method} ${path}: ${reason}`);
        resolve();
      };
      const headers = { ...basic("serviceClient"), "content-type": "application/x-www-form-urlencoded" };
      sent++;
      request(`${origin}${path}`, { method, agent, ...(form !== undefined && { headers }) }, (res) => {
        res.on("error", failed).on("end", () => (res.statusCode === 200 ? resolve() : failed(res.statusCode)));
        res.resume();
      })
        .on("error", failed)
        .end(form);
    });
  const running = Array.from({ length: clients }, async () => {
    while (!stopped)
      for (const one of asked) {
        await once(one);
        await pause(everyMs);
      }
  });
  return {
    async stop() {
      stopped = true;
      await Promise.all(running);
      return { sent, failures };
    },
  };
}

interface Load {
  readonly clients: number;
  readonly asked: readonly Asked[];
  /** The pause of each client between two requests. */
  readonly everyMs: number;
}

describe.skipIf(!nginxInstalled)("dos-43: a rolling restart under load", { timeout: 90_000 }, () => {
  it("fails no request behind a balancer that watches readiness", async () => {
    const replicas = await deploy({ SHUTDOWN_DELAY_SECONDS: "2" });
    const two = [await replicas.start(), await replicas.start()];
    const nginx = await proxy(exampleFor(two));
    const balancer = watching(nginx, two);
    await balancer.sees("true,true");
    const clients = load(nginx.origins[0] ?? "", { clients: 24, asked: [REVOKING], everyMs: 50 });

    for (const [index, replica] of two.entries()) {
      await pause(500);
      expect(await replica.terminate()).toBe(0);
      two[index] = await replicas.start(Number(portOf(replica.origin)));
      await balancer.sees("true,true");
    }

    const { sent, failures } = await clients.stop();
    await balancer.stop();
    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThan(200);
  });

  it("O3b: fails no request behind the nginx of the document, which is not told of it", async () => {
    const replicas = await deploy();
    const two = [await replicas.start(), await replicas.start()];
    const nginx = await proxy(exampleFor(two));
    const clients = load(nginx.origins[0] ?? "", { clients: 12, asked: MIXED, everyMs: 40 });

    for (const [index, replica] of two.entries()) {
      await pause(500);
      expect(await replica.terminate()).toBe(0);
      two[index] = await replicas.start(Number(portOf(replica.origin)));
    }
    await pause(500);

    const { sent, failures } = await clients.stop();
    expect(failures).toEqual([]);
    expect(sent).toBeGreaterThan(400);
  });
});
