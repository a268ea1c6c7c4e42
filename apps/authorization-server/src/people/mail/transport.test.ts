import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Behaviour, type MailServer, smtpCa, startMailServer, TLS_HOST } from "../../../testing/servers/smtp.ts";
import { openTransport, type TransportOptions } from "./transport.ts";

const message = Buffer.from("Subject: test\r\n\r\n.a line that begins with a dot\r\n");
const envelope = { from: "no-reply@auth.example", to: "alice@example.org" };
const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function start(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  opened.push(server);
  return server;
}
const send = (url: string, options: Partial<TransportOptions> = {}) =>
  openTransport({ url, name: "auth.example", ca: smtpCa, timeoutMs: 3000, ...options }).send(envelope, message);
const PLAIN = { disabledCommands: ["AUTH"] };

describe("RFC 5321 §4.2: the reply decides whether a message is sent, repeated or dropped", () => {
  it("250 is the end of it", async () => {
    const server = await start();
    expect(await send(`smtp://127.0.0.1:${server.port}`)).toMatchObject({ result: "delivered", reply: /^250/ });
    expect(server.received).toMatchObject([{ from: envelope.from, to: [envelope.to], secure: false, raw: message }]);
  });

  const greylisted = { code: 451, text: "try again later" };
  const unknown = { code: 554, text: "no such mailbox" };
  it.each<[string, Behaviour, string, RegExp]>([
    ["451 to RCPT", { rcptTo: greylisted }, "deferred", /451 try again later/],
    ["451 to MAIL", { mailFrom: greylisted }, "deferred", /451 try again later/],
    ["451 after the message", { data: greylisted }, "deferred", /451 try again later/],
    ["550 to RCPT", { rcptTo: { ...unknown, code: 550 } }, "refused", /550 no such mailbox/],
    ["554 after the message", { data: unknown }, "refused", /554 no such mailbox/],
    ["530 to MAIL", { mailFrom: { code: 530, text: "authenticate first" } }, "unreachable", /530 authenticate first/],
    ["421 after the message", { data: { code: 421, text: "shutting down" } }, "unreachable", /421 shutting down/],
    ["silence after the message", { data: "hang" }, "deferred", /Timeout/],
    ["silence after RCPT", { rcptTo: "hang" }, "deferred", /Timeout/],
    ["the end of the connection after the message", { data: "reset" }, "deferred", /closed/],
  ])("%s", async (_, behaviour, result, reason) => {
    const server = await start();
    server.behave(behaviour);
    expect(await send(`smtp://127.0.0.1:${server.port}`)).toEqual({ result, reason: expect.stringMatching(reason) });
  });

  it("words of a server are one line of a bounded length, without control characters", async () => {
    const server = await start();
    server.behave({ rcptTo: { code: 550, text: `\u001b[2J\u202e${"long ".repeat(1000)}` } });
    const attempt = await send(`smtp://127.0.0.1:${server.port}`);
    const reason = attempt.result === "delivered" ? "" : attempt.reason;
    expect(reason.length).toBeLessThanOrEqual(300);
    expect(reason).not.toMatch(/\p{C}/u);
  });
});

describe("RFC 8314 §3.3, RFC 3207 §4.1: nothing is sent without TLS, except on this machine", () => {
  it("smtps:// is TLS from the start", async () => {
    const server = await start({ secure: true, disabledCommands: ["AUTH"] });
    expect(await send(`smtps://${TLS_HOST}:${server.port}`)).toMatchObject({ result: "delivered" });
    expect(server.received[0]?.secure).toBe(true);
  });

  it("smtp:// is STARTTLS", async () => {
    const server = await start(PLAIN);
    expect(await send(`smtp://${TLS_HOST}:${server.port}`)).toMatchObject({ result: "delivered" });
    expect(server.received[0]?.secure).toBe(true);
  });

  it("a server without STARTTLS gets nothing: someone on the way may have hidden it", async () => {
    const server = await start({ disabledCommands: ["AUTH", "STARTTLS"] });
    expect(await send(`smtp://${TLS_HOST}:${server.port}`)).toMatchObject({ result: "unreachable" });
    expect(server.received).toEqual([]);
  });

  it.each([
    ["of a CA that is not trusted", { ca: undefined }, TLS_HOST],
    ["for another name", {}, "127.0.0.3"],
  ])("a certificate %s is refused", async (_, options, host) => {
    const server = await start({ secure: true, disabledCommands: ["AUTH"] }, "0.0.0.0");
    expect(await send(`smtps://${host}:${server.port}`, options)).toMatchObject({ result: "unreachable" });
    expect(server.received).toEqual([]);
  });
});

describe("RFC 4954: authentication", () => {
  it("is by the percent-encoded credentials of MAIL_URL, inside TLS", async () => {
    const server = await start({ disabledCommands: [], authOptional: false });
    const url = `smtp://relay%40example.org:p%3Ass@${TLS_HOST}:${server.port}`;
    expect(await send(url)).toMatchObject({ result: "delivered" });
    expect(server.received[0]?.user).toBe("relay@example.org");
  });

  it("535 is about our login and not the message, so the message is kept", async () => {
    const server = await start({ disabledCommands: [], authOptional: false });
    server.behave({ login: { code: 535, text: "wrong password" } });
    const attempt = await send(`smtp://user:secret@${TLS_HOST}:${server.port}`);
    expect(attempt).toEqual({ result: "unreachable", reason: expect.stringContaining("535 wrong password") });
    expect(JSON.stringify(attempt)).not.toContain("secret");
  });
});

describe("mail-06: a server that does not answer", () => {
  /** Accepts connections and does this with them. */
  async function listen(onConnection: (socket: Socket) => void): Promise<number> {
    const sockets: Socket[] = [];
    const server: Server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      onConnection(socket);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    opened.push({
      close: () => {
        for (const socket of sockets) socket.destroy();
        return new Promise((resolve) => server.close(resolve));
      },
    });
    return (server.address() as AddressInfo).port;
  }

  it.each<[string, (socket: Socket) => void]>([
    ["never greets", () => {}],
    ["closes at once", (socket) => socket.destroy()],
    ["greets and says no more", (socket) => void socket.write("220 hello\r\n")],
    ["sends one endless line", (socket) => void socket.write("220 ".padEnd(200_000, "a"))],
    ["greets with 554", (socket) => void socket.end("554 no service\r\n")],
    [
      "sends a byte a second",
      (socket) => {
        const timer = setInterval(() => socket.write("2"), 100);
        socket.on("close", () => clearInterval(timer));
      },
    ],
  ])("%s: the attempt ends in its time", async (_, behaviour) => {
    const port = await listen(behaviour);
    const startedAt = performance.now();
    expect(await send(`smtp://127.0.0.1:${port}`, { timeoutMs: 900 })).toMatchObject({ result: "unreachable" });
    expect(performance.now() - startedAt).toBeLessThan(2500);
  });

  it("no server listens", async () => {
    const port = await listen(() => {});
    await opened.pop()?.close();
    expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({
      result: "unreachable",
      reason: expect.stringContaining("ECONNREFUSED"),
    });
  });
});
