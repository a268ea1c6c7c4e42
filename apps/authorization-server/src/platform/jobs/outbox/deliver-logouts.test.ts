import type { IncomingMessage, RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { generateSigningKey, importSigningKey } from "@countersign/jwt";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Issuing, openIssuing } from "../../../../testing/clients/issuing.ts";
import { purgeAll } from "../../../../testing/purge.ts";
import { issuer, noon, openWorld, type World } from "../../../../testing/world.ts";
import type { SignerFor } from "../../../issuer/keys/signer-for.ts";
import { fetcherTo, type Listener, PUBLIC_HOST, startListener } from "../../outbound/testing/listener.ts";
import { type LogoutDeliveries, openLogoutDeliveries } from "./deliver-logouts.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const log = { debug: vi.fn(), info: vi.fn(), error: vi.fn() };

let world: World;
let issuing: Issuing;
let listener: Listener;
let signer: Awaited<ReturnType<typeof importSigningKey>>;
let received: { path: string; body: URLSearchParams; request: IncomingMessage }[];
let opened: LogoutDeliveries[];
beforeAll(async () => {
  world = await openWorld();
  issuing = openIssuing(world);
  signer = await importSigningKey(await generateSigningKey("RS256"));
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.now = noon;
  for (const table of ["logout_delivery", "browser_session", `"authorization"`])
    await world.rows(`DELETE FROM ${table}`);
  await world.rows("UPDATE client SET backchannel_logout_uri = NULL, disabled_at = NULL");
  await register("webClient", "/out");
  [received, opened] = [[], []];
  listener = await startListener(taking());
});
afterEach(async () => {
  for (const deliveries of opened) await deliveries.close();
  await listener.close();
  vi.clearAllMocks();
});

const purge = (at: Date) => purgeAll(world.database, at);
const register = (client: string, path: string, host = PUBLIC_HOST) =>
  world.rows("UPDATE client SET backchannel_logout_uri = $2 WHERE id = $1", [client, `https://${host}${path}`]);
const rows = () => world.rows("SELECT client_id, attempts, delivered_at FROM logout_delivery ORDER BY client_id, id");

/** Accepts every request, and answers with a status for each path. */
const taking =
  (statusOf: (path: string) => number = () => 200): RequestListener =>
  async (request, res) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url ?? "", body: new URLSearchParams(body), request });
    res.writeHead(statusOf(request.url ?? "")).end();
  };

function open({ timeoutMs = 5000, signerFor = (async () => signer) as SignerFor } = {}): LogoutDeliveries {
  const config = { ISSUER: issuer, OUTBOUND_ALLOWED_HOSTS: new Set<string>() };
  const outbound = fetcherTo(listener.port, { timeoutMs });
  const deliveries = openLogoutDeliveries({
    database: world.database,
    signerFor,
    config,
    outbound,
    now: () => world.clock.now,
    log,
  });
  opened.push(deliveries);
  return deliveries;
}

/** A session of alice that these clients know, and its end. */
async function signedOut(...clients: string[]): Promise<void> {
  const secret = await issuing.signIn(world.alice);
  const sessionId = (await issuing.find(secret))?.id ?? "";
  for (const clientId of clients) await issuing.code({ sessionId, clientId });
  await issuing.end(secret);
}

const tokenOf = (index = 0) => received[index]?.body.get("logout_token") ?? "";

describe("OIDC Back-Channel Logout §2.5: the request", () => {
  it("logout-17: is a form with only a logout token for this client", async () => {
    const secret = await issuing.signIn(world.alice);
    await issuing.code({ sessionId: (await issuing.find(secret))?.id ?? "" });
    const sid = (await world.rows("SELECT sid FROM session_client"))[0]?.sid;
    await issuing.end(secret);
    await open().drain();

    expect(received).toHaveLength(1);
    const { request, body } = received[0] ?? {};
    expect([request?.method, request?.url, request?.headers["content-type"]]).toEqual([
      "POST",
      "/out",
      "application/x-www-form-urlencoded",
    ]);
    expect([...(body?.keys() ?? [])]).toEqual(["logout_token"]);
    expect(decodeProtectedHeader(tokenOf())).toMatchObject({ typ: "logout+jwt", alg: "RS256" });
    const seconds = noon.getTime() / 1000;
    expect(decodeJwt(tokenOf())).toEqual({
      iss: issuer,
      aud: "webClient",
      sub: world.alice,
      sid,
      iat: seconds,
      exp: seconds + 120,
      jti: expect.stringMatching(/^[\w-]{36}$/),
      events: { [EVENT]: {} },
    });
  });

  it("is sent to every client of the session that registered for it, each with its own audience and sid", async () => {
    await register("webPostClient", "/out2");
    await signedOut("webClient", "webPostClient", "webTwoUrisClient");
    await open().drain();
    const claims = received.map((_, index) => decodeJwt(tokenOf(index)));
    expect(claims.map(({ aud }) => aud).sort()).toEqual(["webClient", "webPostClient"]);
    expect(new Set(claims.map(({ sid }) => sid)).size).toBe(2);
  });

  it.each([
    ["its own host: by the pairwise subject", () => PUBLIC_HOST.split(":")[0] ?? ""],
    ["another host: not at all, because that host has not proved that it belongs to the sector", () => "rp.example"],
  ])("OIDC Core §8.1: names the person to a client whose sector is %s", async (what, sectorOf) => {
    const sector = sectorOf();
    await world.rows("UPDATE client SET sector = $1 WHERE id = 'webClient'", [sector]);
    const secret = await issuing.signIn(world.alice);
    await issuing.code({ sessionId: (await issuing.find(secret))?.id ?? "", sector });
    const [row] = await world.rows("SELECT sub FROM pairwise_subject WHERE sector = $1", [sector]);
    await issuing.end(secret);
    await world.rows("UPDATE client SET sector = NULL WHERE id = 'webClient'");
    await open().drain();
    expect(row?.sub).not.toBe(world.alice);
    expect(decodeJwt(tokenOf()).sub).toBe(what.startsWith("its own") ? row?.sub : undefined);
  });
});

describe("OIDC Back-Channel Logout §2.8: the response", () => {
  it.each([200, 204])("%i completes the delivery", async (status) => {
    listener.answer(taking(() => status));
    await signedOut("webClient");
    expect(await open().drain()).toEqual({ delivered: 1, failed: 0 });
    expect(await rows()).toEqual([{ client_id: "webClient", attempts: 1, delivered_at: noon }]);
    world.pass(3600);
    await open().drain();
    expect(received).toHaveLength(1);
    expect(await purge(world.clock.now)).toMatchObject({ logoutDeliveries: 1 });
  });

  it("A16: one whose token cannot be signed here keeps none of the others", async () => {
    await register("webPostClient", "/out2");
    await signedOut("webClient", "webPostClient");
    const signerFor: SignerFor = async ({ id }) => {
      if (id === "webClient") throw new Error("its secret cannot be opened");
      return signer;
    };
    await open({ signerFor }).drain();
    expect(received.map(({ path }) => path)).toEqual(["/out2"]);
    expect(await rows()).toMatchObject([{ client_id: "webClient", delivered_at: null }, { delivered_at: noon }]);
    await world.rows("UPDATE client SET backchannel_logout_uri = NULL WHERE id = 'webPostClient'");
  });

  it.each([400, 302, 404, 500, 503])(
    "after %i the delivery is repeated, with a new token for the same session",
    async (status) => {
      listener.answer(taking(() => status));
      await signedOut("webClient");
      expect(await open().drain()).toEqual({ delivered: 0, failed: 1 });
      world.pass(9);
      await open().drain();
      expect(received).toHaveLength(1);

      listener.answer(taking());
      world.pass(1);
      await open().drain();
      expect(received).toHaveLength(2);
      const [first, second] = [decodeJwt(tokenOf(0)), decodeJwt(tokenOf(1))];
      expect([second.sid, second.sub]).toEqual([first.sid, first.sub]);
      expect([second.jti === first.jti, second.iat]).toEqual([false, noon.getTime() / 1000 + 10]);
    },
  );

  it("redirects are not followed (ssrf-18)", async () => {
    listener.answer((_req, res) => {
      received.push({ path: "", body: new URLSearchParams(), request: _req });
      res.writeHead(307, { location: `https://${PUBLIC_HOST}/elsewhere` }).end();
    });
    await signedOut("webClient");
    await open().drain();
    expect(received).toHaveLength(1);
  });

  it("after eight attempts within the hour the delivery is dropped, logged and audited", async () => {
    listener.answer(taking(() => 500));
    await signedOut("webClient");
    const deliveries = open();
    for (let minute = 0; minute < 120; minute++) {
      await deliveries.drain();
      world.pass(60);
    }
    expect(received).toHaveLength(8);
    expect(log.error).toHaveBeenCalledTimes(1);
    const trail = await world.rows("SELECT actor, client_id FROM audit_event WHERE type = 'logout_not_delivered'");
    expect(trail).toEqual([{ actor: "schedule", client_id: "webClient" }]);
    const lastAt = decodeJwt(tokenOf(7)).iat ?? 0;
    expect(lastAt - noon.getTime() / 1000).toBeLessThanOrEqual(3600);

    expect(await purge(new Date(noon.getTime() + 86_399_000))).toMatchObject({
      logoutDeliveries: 0,
    });
    expect(await purge(new Date(noon.getTime() + 86_400_000))).toMatchObject({
      logoutDeliveries: 1,
    });
  });

  it("no request is sent to a client that was disabled or no longer registers for it", async () => {
    await register("webPostClient", "/out2");
    await signedOut("webClient", "webPostClient");
    await world.rows("UPDATE client SET backchannel_logout_uri = NULL WHERE id = 'webClient'");
    await world.rows("UPDATE client SET disabled_at = $1 WHERE id = 'webPostClient'", [noon]);
    expect(await open().drain()).toEqual({ delivered: 0, failed: 0 });
  });
});

describe("ssrf-18: no client delays another", () => {
  it("while one responds slowly for many sessions, another is notified at once", async () => {
    await register("webPostClient", "/live");
    listener.answer(async (request, res) => {
      if (request.url === "/out") return; // It never answers.
      await taking()(request, res);
    });
    for (let session = 0; session < 12; session++) await signedOut("webClient");
    await signedOut("webPostClient");

    const deliveries = open({ timeoutMs: 2000 });
    deliveries.wake();
    while (received.length === 0 && log.info.mock.calls.length === 0) await sleep(5);
    expect(received.map(({ path }) => path)).toEqual(["/live"]);
    expect(log.info).not.toHaveBeenCalled(); // This happens before the timeout of the other request.
    expect(listener.connections()).toBeLessThanOrEqual(5);
  });

  it("a private address is not connected to, and counts as a failed attempt", async () => {
    await register("webClient", "/out", "127.0.0.1");
    await signedOut("webClient");
    expect(await open().drain()).toEqual({ delivered: 0, failed: 1 });
    expect(listener.connections()).toBe(0);
  });
});

describe("several replicas share one outbox", () => {
  it("each of forty deliveries is sent once", async () => {
    for (let session = 0; session < 20; session++) await signedOut("webClient");
    await register("webPostClient", "/out2");
    for (let session = 0; session < 10; session++) await signedOut("webClient", "webPostClient");
    const replicas = [open(), open(), open()];
    await Promise.all(replicas.map((replica) => replica.drain()));
    await Promise.all(replicas.map((replica) => replica.drain()));
    expect(received).toHaveLength(40);
    expect(new Set(received.map((_, index) => decodeJwt(tokenOf(index)).sid)).size).toBe(40);
  });

  it("deliveries of a replica that crashed are sent again by another", async () => {
    await signedOut("webClient");
    await world.rows("UPDATE logout_delivery SET attempts = 1, next_attempt_at = $1", [
      new Date(noon.getTime() + 10_000),
    ]);
    await open().drain();
    expect(received).toHaveLength(0);
    world.pass(10);
    await open().drain();
    expect(received).toHaveLength(1);
  });
});
