import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { answersWith } from "../../testing/answers.ts";
import { startConsole, type TestConsole } from "../../testing/console.ts";

let console: TestConsole;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await console.close();
  await Promise.all(closing.splice(0).map((close) => close()));
});

const SCOPES = ["clients:read", "clients:write"];
const start = async (more: Partial<Parameters<typeof startConsole>[0]> = {}) => {
  console = await startConsole({ scopes: SCOPES, answers: answersWith("x"), ...more });
};
const add = () => console.post("/clients/new", { act: "add", client_name: "App", kind: "web", once: "k1" });

/** An authorization server that has one logo. */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const image = Buffer.from("a picture");

describe("C7: the logo of an application", () => {
  it("comes from our own origin, and only of an application that has one", async () => {
    const { listClients } = answersWith("x");
    const [client] = listClients.items as readonly object[];
    const items = [
      { ...client, client_id: "a b", has_logo: true },
      { ...client, client_id: "c", has_logo: false },
    ];
    await start({ answers: { ...answersWith("x"), listClients: { items } } });
    const html = await (await console.get("/clients")).text();
    expect(html.match(/<img class="avatar[^>]*>/g)).toEqual([
      expect.stringContaining('src="/clients/a%20b/logo" alt=""'),
    ]);
  });

  it("begins no sign-in, and ends nothing that a page shows", async () => {
    await start();
    const page = (await add()).headers.get("location") ?? "";
    const answer = await console.get("/clients/x/logo", {});
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
    await console.get("/clients/x/logo");
    expect(await (await console.get(page)).text()).toContain("s3cr3t");
  });

  it("is that of the authorization server", async () => {
    const asked: (string | undefined)[] = [];
    const issuer = await serving((req, res) => {
      asked.push(req.url);
      res.writeHead(200, { "content-type": "image/png", "content-length": image.length }).end(image);
    });
    await start({ issuer });
    const answer = await console.get("/clients/a%20b/logo");
    expect([answer.status, answer.headers.get("content-type"), Buffer.from(await answer.arrayBuffer())]).toEqual([
      200,
      "image/png",
      image,
    ]);
    expect(asked).toEqual(["/logo/a%20b"]);
  });

  it.each<readonly [string, RequestListener]>([
    ["no logo", (_, res) => res.writeHead(404).end()],
    ["a page", (_, res) => res.writeHead(200, { "content-type": "text/html", "content-length": 3 }).end("<b>")],
    [
      "a drawing that may have a script",
      (_, res) => res.writeHead(200, { "content-type": "image/svg+xml" }).end("<svg/>"),
    ],
    ["no length", (_, res) => res.writeHead(200, { "content-type": "image/png" }).end(image)],
    ["another place", (_, res) => res.writeHead(302, { location: "/elsewhere" }).end()],
    ["nothing", (_, res) => res.destroy()],
  ])("where the authorization server answers with %s, there is no picture", async (_, listener) => {
    await start({ issuer: await serving(listener) });
    expect((await console.get("/clients/x/logo")).status).toBe(404);
  });

  it("needs the right to read applications", async () => {
    await start({ scopes: ["people:read"] });
    expect((await console.get("/clients/x/logo")).status).toBe(403);
  });

  it("does not end the secret that a page shows", async () => {
    await start({ issuer: await serving((_, res) => res.writeHead(404).end()) });
    const to = (await add()).headers.get("location") ?? "";
    await console.get("/clients/x/logo");
    expect(await (await console.get(to)).text()).toContain("s3cr3t");
  });
});
