import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Catcher, startCatcher } from "./catcher.ts";
import { keepCertificate } from "./certificate.ts";

let catcher: Catcher;
beforeEach(async () => {
  catcher = await startCatcher({ httpPort: 0, smtpPort: 0, mostMails: 3 });
});
afterEach(() => catcher.close());

/** Sends a mail by hand: each line after the server answered the one before. */
async function send(subject: string, body: string): Promise<void> {
  const socket = connect(Number(new URL(catcher.mailUrl).port), "127.0.0.1");
  const lines = [
    "EHLO test",
    "MAIL FROM:<a@x.example>",
    "RCPT TO:<ada@example.org>",
    "DATA",
    `Subject: ${subject}\r\n${body.startsWith("Content-Type:") ? "" : "\r\n"}${body}\r\n.`,
    "QUIT",
  ];
  for await (const reply of socket) {
    if (!/^\d{3} /m.test(String(reply))) continue; // more lines of it follow
    const line = lines.shift();
    if (line !== undefined) socket.write(`${line}\r\n`);
  }
}

function get(path: string, { host, method = "GET" }: { host?: string; method?: string } = {}) {
  return new Promise<{ status: number | undefined; body: string; policy: string }>((resolve, reject) => {
    const { port } = new URL(catcher.pageUrl);
    request({ host: "127.0.0.1", port, path, method, headers: { host: host ?? `localhost:${port}` } }, async (res) =>
      resolve({
        status: res.statusCode,
        body: await text(res),
        policy: String(res.headers["content-security-policy"]),
      }),
    )
      .on("error", reject)
      .end();
  });
}

describe("the mail catcher", () => {
  it("shows what it took on a page and as JSON, the newest first", async () => {
    await send("First", "one");
    await send("Your code", "The code is 123456.\nhttp://localhost:4000/sign-up?token=a&b=c");
    const { body } = await get("/messages.json");
    expect(JSON.parse(body)).toMatchObject([
      { to: ["ada@example.org"], subject: "Your code", text: expect.stringContaining("123456") },
      { subject: "First" },
    ]);
    expect((await get("/")).body).toContain('<a href="http://localhost:4000/sign-up?token=a&amp;b=c">');
  });

  it("shows what a mail contains as text", async () => {
    await send("<img src=x>", `<script>alert(1)</script> http://a.example/"onclick="x javascript:alert(1)`);
    const { body } = await get("/");
    expect(body).not.toMatch(/<img|<script|onclick="|href="javascript/);
  });

  it("keeps the newest ones", async () => {
    for (let index = 0; index < 5; index++) await send(`Mail ${index}`, "x");
    const mails = JSON.parse((await get("/messages.json")).body) as { subject: string }[];
    expect([mails.length, mails[0]?.subject, mails.at(-1)?.subject]).toEqual([3, "Mail 4", "Mail 2"]);
  });
});

const HTML_MAIL = [
  "Content-Type: multipart/related; boundary=p",
  ...["", "--p", "Content-Type: text/html", "", "<html><head></head><body>", `<img src="cid:logo">`],
  ...[`<a href="http://localhost:4000/x">x</a><script>alert(1)</script></body></html>`, "--p"],
  ...[
    "Content-Type: image/png",
    "Content-ID: <logo>",
    "Content-Transfer-Encoding: base64",
    "",
    "cGljdHVyZQ==",
    "--p--",
  ],
].join("\r\n");

describe("the mail catcher shows a mail as HTML, as text and in its source", () => {
  it("opens at the newest, as HTML in a frame that runs nothing", async () => {
    await send("First", "one");
    await send("Second", HTML_MAIL);
    const { body } = await get("/");
    expect(body).toMatch(/<a href="\/mails\/2" aria-current="page">\s*<strong>Second</);
    expect(body).toContain('<iframe src="/mails/2/part.html" title="The email as HTML" sandbox="allow-popups');

    const framed = await get("/mails/2/part.html");
    expect(framed.policy).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; img-src data:;.*sandbox allow-popups/,
    );
    expect(framed.policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
    expect(framed.body).toContain('<head><base target="_blank">');
    expect(framed.body).toContain('<img src="data:image/png;base64,');
  });

  it("shows each view by a link, without script, and marks the one that is shown", async () => {
    await send("Second", HTML_MAIL);
    const { body } = await get("/mails/1/source");
    expect(body).toContain('<a href="/mails/1/source" aria-current="page">Source</a>');
    expect(body).toContain("&lt;script&gt;alert(1)");
    expect(body).not.toContain("<script");
    expect((await get("/mails/1/text")).body).toContain('<a href="/mails/1/html">HTML</a>');
  });

  it("a mail without HTML has no such view, and a code stands by itself", async () => {
    await send("Code", "The code is 123456.");
    const { body } = await get("/mails/1/html");
    expect(body).not.toContain("iframe");
    expect(body).toContain('<code id="code">123456</code>');
  });

  it("a code has a button that copies it, which only a script of ours shows", async () => {
    await send("Code", "The code is 123456.");
    const { body, policy } = await get("/mails/1/text");
    expect(body).toContain('<button type="button" data-copies="code" hidden>');
    expect(body.match(/<script.*?>/g)).toEqual(['<script src="/copy.js" defer>']);
    expect(policy).toContain("; script-src 'self';");
    expect((await get("/copy.js")).body).toContain("data-copies");
  });

  it("has a page before the first mail, and none for a mail that is not there", async () => {
    expect((await get("/")).body).toContain("No emails yet");
    for (const path of ["/mails/1", "/mails/1/part.html", "/mails/x", "/mails/1/other"])
      expect((await get(path)).status).toBe(404);
  });
});

describe("the mail catcher apart from the authorization server", () => {
  it("takes mails by STARTTLS (RFC 3207), with a certificate that stays the same after a restart", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mail-catcher-"));
    const certificate = await keepCertificate(folder, "mail-catcher");
    expect(await keepCertificate(folder, "mail-catcher")).toEqual(certificate);

    const other = await startCatcher({ httpPort: 0, smtpPort: 0, certificate });
    const socket = connect(Number(new URL(other.mailUrl).port), "127.0.0.1");
    await once(socket, "data");
    socket.write("EHLO test\r\n");
    expect(String(await once(socket, "data"))).toContain("STARTTLS");
    socket.write("STARTTLS\r\n");
    expect(String(await once(socket, "data"))).toMatch(/^220 /);
    const secured = connectTls({ socket, servername: "mail-catcher", ca: certificate.cert });
    await once(secured, "secureConnect");
    expect(secured.authorized).toBe(true);
    secured.destroy();
    await other.close();
    rmSync(folder, { recursive: true });
  });
});

describe("mail-10: a stranger", () => {
  it.each(["evil.example", "localhost", "localhost:1", "evil.example:80"])(
    "cannot read it from a page under another name (DNS rebinding): Host %j",
    async (host) => {
      for (const path of ["/", "/messages.json"]) expect((await get(path, { host })).status).toBe(421);
    },
  );

  it("cannot reach it from another host", async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((one) => one?.family === "IPv4" && !one.internal);
    for (const one of outside)
      for (const url of [catcher.pageUrl, catcher.mailUrl]) {
        const socket = connect(Number(new URL(url).port), one?.address);
        const refused = await new Promise((resolve) => {
          socket.on("error", () => resolve(true)).on("connect", () => resolve(false));
        });
        expect(refused).toBe(true);
      }
  });

  it.each(["POST", "DELETE", "OPTIONS"])("changes nothing with %s", async (method) => {
    expect((await get("/messages.json", { method })).status).toBe(405);
  });
});

it("says which port is taken", async () => {
  const httpPort = Number(new URL(catcher.pageUrl).port);
  await expect(startCatcher({ httpPort, smtpPort: 0 })).rejects.toThrow(
    /^The mail catcher cannot listen: .*EADDRINUSE/,
  );
});
