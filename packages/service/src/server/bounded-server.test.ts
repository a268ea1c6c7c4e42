import type { RequestListener, Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { vouchedBy } from "../log/reference.ts";
import { readFormBody } from "../request/body.ts";
import { type Caller, serve } from "../routing/routes.ts";
import { recordingLogger } from "../test-http.ts";
import { boundedServer } from "./bounded-server.ts";
import { malformedRequestStatus } from "./malformed-requests.ts";

const bounds = {
  headersTimeout: 200,
  requestTimeout: 400,
  keepAliveTimeout: 1000,
  connectionsCheckingInterval: 20,
  maxHeaderSize: 16_384,
  maxConnections: 20,
};
const LIMIT_BYTES = 1000;

let server: Server;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function start() {
  const { logger, lines } = recordingLogger();
  const failures: unknown[] = [];
  const caller: Caller = {
    onError(err, call) {
      failures.push(err);
      const unread = call.req.complete ? {} : { connection: "close" };
      call.json({}, unread, malformedRequestStatus(err) ?? 500);
    },
  };
  const listener = serve({
    routes: {
      "/form": {
        caller,
        methods: { POST: async (call) => call.json({ body: await readFormBody(call.req, LIMIT_BYTES) }) },
      },
      "/ok": { caller, methods: { GET: (call) => call.json("ok") } },
    },
    notFound: { caller, handler: (call) => call.end(404, {}) },
    publicUrl: "https://issuer.example",
    ...vouchedBy([]),
    log: logger,
    metrics: undefined,
  });
  server = boundedServer(listener, logger, bounds);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, lines, failures };
}

/** A connection. Resolves to all data that arrived once it is closed. */
function open(port: number): { socket: Socket; closed: Promise<string> } {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes;
  });
  return { socket, closed: new Promise((resolve) => socket.on("close", () => resolve(text))) };
}

/** Sends text byte by byte, until the connection is closed. */
function dribble({ socket }: { socket: Socket }, text: string): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(text[sent++ % text.length] ?? "");
  }, 10);
  socket.on("close", () => clearInterval(timer));
}

const ok = async (port: number) => (await fetch(`http://127.0.0.1:${port}/ok`)).status;
const FORM = "POST /form HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n";

describe("RFC 6585, RFC 9110 §15.5.9: slow clients hold no resources", () => {
  it("slow headers are answered 408 in time, and other clients are served in the meantime", async () => {
    const { port } = await start();
    const slow = Array.from({ length: 10 }, () => open(port));
    for (const one of slow) {
      one.socket.write("GET /ok HTTP/1.1\r\nhost: x\r\nx-slow: ");
      dribble(one, "x");
    }
    expect(await ok(port)).toBe(200);
    for (const { closed } of slow) expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("a slow body is cut off in time, and the endpoint is told", async () => {
    const { port, failures } = await start();
    const slow = open(port);
    slow.socket.write(`${FORM}content-length: 900\r\n\r\n`);
    dribble(slow, "a");
    expect(await ok(port)).toBe(200);
    expect(await slow.closed).toMatch(/^(?:HTTP\/1\.1 4\d\d |$)/);
    await expect.poll(() => failures).toHaveLength(1);
    expect(await ok(port)).toBe(200);
  });

  it("a slow chunked body is cut off as well", async () => {
    const { port, failures } = await start();
    const slow = open(port);
    slow.socket.write(`${FORM}transfer-encoding: chunked\r\n\r\n`);
    dribble(slow, "1\r\na\r\n");
    expect(await slow.closed).toMatch(/^(?:HTTP\/1\.1 4\d\d |$)/);
    await expect.poll(() => failures).toHaveLength(1);
  });

  it("a silent client is disconnected", async () => {
    const { port } = await start();
    expect(await open(port).closed).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
  });
});

describe("dos-01: oversized requests are refused cleanly", () => {
  it.each([
    ["431, what to do about it", `GET /ok HTTP/1.1\r\nhost: x\r\ncookie: ${"x".repeat(20_000)}\r\n\r\n`, "the cookies"],
    ["408, to send it again", "GET /ok HTTP/1.1\r\nhost: x\r\n", "Send it again"],
    ["400, that it is not HTTP", "hello\r\n\r\n", "not an HTTP request"],
  ])("the body says for %s, with a reference that the log has", async (title, sent, said) => {
    const { port, lines } = await start();
    const one = open(port);
    one.socket.write(sent);
    const [head = "", body = ""] = (await one.closed).split("\r\n\r\n");
    expect(body).toContain(said);
    expect(head).toContain(`content-length: ${body.length}`);
    const [, requestId] = /\nReference: ([\w-]{12})\n$/.exec(body) ?? [];
    expect(head).toContain(`x-request-id: ${requestId}`);
    const line = { requestId, status: Number(title.slice(0, 3)), level: "info", msg: "request unreadable" };
    expect(lines).toContainEqual(expect.objectContaining(line));
  });

  it("a response that is being sent gets no second one in it", async () => {
    const begin: RequestListener = (_, res) => res.writeHead(200, { "content-length": 100 }).write("begun");
    server = boundedServer(begin, recordingLogger().logger, bounds);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const one = open((server.address() as AddressInfo).port);
    one.socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    one.socket.once("data", () => one.socket.write("hello\r\n\r\n"));
    expect(await one.closed).toMatch(/begun$/);
  });

  it.each([
    ["431 for headers of 20 KB", `GET /ok HTTP/1.1\r\nhost: x\r\nx-long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["431 for an address of 20 KB", `GET /ok?${"x".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ["413 for a body that declares too large a length", `${FORM}content-length: 2000000\r\n\r\n`, 413],
    ["413 for a chunked body", `${FORM}transfer-encoding: chunked\r\n\r\n7d0\r\n${"x".repeat(2000)}\r\n`, 413],
    ["400 for data that is not HTTP", "\x16\x03\x01\x02\x00\x01\r\n\r\n", 400],
  ])("%s, and the connection is closed", async (_, sent, status) => {
    const { port } = await start();
    const greedy = open(port);
    greedy.socket.write(sent, "latin1");
    const answer = await greedy.closed;
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.toLowerCase()).toContain("connection: close");
    expect(answer).not.toMatch(/at .*\.[jt]s|node:/);
    expect(await ok(port)).toBe(200);
  });

  it("connections over the limit are closed until others end, and the log says so once", async () => {
    const { port, lines } = await start();
    const held = Array.from({ length: 20 }, () => open(port));
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))));
    for (let n = 0; n < 5; n++) expect(await open(port).closed).toBe("");
    expect(lines.filter(({ msg }) => msg === "too many connections: new ones are closed")).toHaveLength(1);

    for (const { socket } of held) socket.destroy();
    await expect.poll(() => ok(port)).toBe(200);
  });
});
