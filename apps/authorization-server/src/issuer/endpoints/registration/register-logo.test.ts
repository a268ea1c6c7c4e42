import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { metadata, pathOf, registered, send } from "../../../../testing/clients/registration.ts";
import { signIn } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { type Listener, startListener, testCa } from "../../../platform/outbound/testing/listener.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const png: RequestListener = (_req, res) => res.setHeader("content-type", "image/png").end(PNG);

let service: Service;
let pictures: Listener;
let logo_uri: string;
beforeAll(async () => {
  pictures = await startListener(png);
  const settings = { OUTBOUND_ALLOWED_HOSTS: `LOCALHOST:${pictures.port}`, OUTBOUND_CA: testCa };
  service = await startService({ settings });
  logo_uri = `https://localhost:${pictures.port}/logo`;
});
afterAll(async () => {
  await service.close();
  await pictures.close();
});

const logoOf = (client: { client_id: string }) => fetch(`${service.origin}/logo/${client.client_id}`);

describe("ssrf-17: a logo is fetched once, stored, and shown from our own origin", () => {
  it("it does not change after the registration", async () => {
    pictures.answer(png);
    const client = await registered(service, { logo_uri });
    pictures.answer((_req, res) => res.writeHead(404).end());

    const shown = await logoOf(client);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);
    expect(client.logo_uri).toBe(logo_uri);

    const browser = openBrowser(service.origin);
    const sent = {
      client_id: client.client_id,
      redirect_uri: "https://new.example/cb",
      response_type: "code",
      scope: "openid",
    };
    const page = await signIn(browser, await browser.get(`/authorization?${new URLSearchParams(sent)}`));
    expect(page.body).toContain(`src="/logo/${client.client_id}"`);
    expect(page.body).not.toContain("localhost");
    expect(page.headers.get("content-security-policy")).toContain("img-src 'self'");
  });

  it("is removed when an update no longer names it", async () => {
    pictures.answer(png);
    const client = await registered(service, { logo_uri });
    const body = { ...metadata, client_id: client.client_id };
    const sent = { method: "PUT", path: pathOf(client), token: client.registration_access_token };
    await send(service, { ...sent, body });
    expect((await logoOf(client)).status).toBe(404);
    await send(service, { ...sent, body: { ...body, logo_uri } });
    expect((await logoOf(client)).status).toBe(200);
  });

  it.each<[string, RequestListener]>([
    ["an SVG", (_req, res) => res.setHeader("content-type", "image/svg+xml").end("<svg/>")],
    ["an SVG with the media type of a PNG", (_req, res) => res.setHeader("content-type", "image/png").end("<svg/>")],
    [
      "a picture of more than 256 KB",
      (_req, res) => res.setHeader("content-type", "image/png").end(Buffer.alloc(262_145)),
    ],
    ["a redirect", (_req, res) => res.writeHead(302, { location: "https://127.0.0.1/" }).end()],
    ["a failure", (_req, res) => res.writeHead(500).end("upstream")],
  ])("%s is not used as a logo, and does not fail the registration", async (_, answer) => {
    pictures.answer(answer);
    const client = await registered(service, { logo_uri });
    expect((await logoOf(client)).status).toBe(404);
    expect(JSON.stringify(client)).not.toContain("upstream");
  });

  it.each(["https://127.0.0.1/admin?x", "https://169.254.169.254/latest/", "http://localhost/logo", "https://[::1]/"])(
    "ssrf-01, ssrf-03: %s is not fetched, and does not fail the registration",
    async (address) => {
      const before = pictures.connections();
      const client = await registered(service, { logo_uri: address });
      expect((await logoOf(client)).status).toBe(404);
      expect(pictures.connections()).toBe(before);
    },
  );

  it("is not fetched for a caller who may not register, or for a registration that is refused", async () => {
    const before = pictures.connections();
    expect((await send(service, { token: "x", body: { ...metadata, logo_uri } })).status).toBe(401);
    await expect(registered(service, { logo_uri, redirect_uris: ["javascript:x"] })).rejects.toThrow("400");
    expect(pictures.connections()).toBe(before);
  });
});
