import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initialAccessToken, metadata, pathOf, registered, send } from "../../../../testing/clients/registration.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { type Listener, startListener, testCa } from "../../../platform/outbound/testing/listener.ts";

let service: Service;
let documents: Listener;
let sector_identifier_uri: string;
beforeAll(async () => {
  documents = await startListener((_req, res) => res.end());
  const settings = { OUTBOUND_ALLOWED_HOSTS: `localhost:${documents.port}`, OUTBOUND_CA: testCa };
  service = await startService({ settings });
  sector_identifier_uri = `https://localhost:${documents.port}/sector.json`;
});
afterAll(async () => {
  await service.close();
  await documents.close();
});

const json =
  (document: unknown): RequestListener =>
  (_req, res) =>
    res.setHeader("content-type", "application/json").end(JSON.stringify(document));
const refused = { status: 400, body: { error: "invalid_client_metadata" } };

describe("OIDC Registration §5: a sector identifier", () => {
  it("is accepted if its document names every redirect URI", async () => {
    documents.answer(json(metadata.redirect_uris));
    expect((await registered(service, { sector_identifier_uri })).sector_identifier_uri).toBe(sector_identifier_uri);
  });

  it.each<[string, RequestListener]>([
    ["dcr-18: lacks the redirect URI", json(["https://other.example/cb"])],
    ["dcr-18: holds a null", json([null])],
    ["dcr-18: is an object", json({ 0: metadata.redirect_uris[0] })],
    ["is not JSON", (_req, res) => res.setHeader("content-type", "application/json").end("<html>")],
    ["dcr-18: redirects", (_req, res) => res.writeHead(302, { location: "https://localhost/" }).end()],
    ["fails", (_req, res) => res.writeHead(500).end("upstream secret")],
  ])("is refused if its document %s, and no use of the token is counted", async (_, answer) => {
    documents.answer(answer);
    const token = await initialAccessToken(service, { uses: 1 });
    const body = { ...metadata, sector_identifier_uri };
    const sent = await send(service, { token, body });
    expect(sent).toMatchObject(refused);
    expect(JSON.stringify(sent.body)).not.toContain("upstream");

    documents.answer(json(metadata.redirect_uris));
    expect((await send(service, { token, body })).status).toBe(201);
  });

  it.each(["https://127.0.0.1/x", "http://pub.example/x", "https://[::1]/x", "https://10.0.0.1/x"])(
    "specification §4.8 rule 4, ssrf-01, ssrf-06: is refused at %s, and nothing is fetched",
    async (uri) => {
      const token = await initialAccessToken(service);
      expect(await send(service, { token, body: { ...metadata, sector_identifier_uri: uri } })).toMatchObject(refused);
    },
  );

  it("OIDC Core §8.1: is required for pairwise subjects if redirect URIs have several hosts", async () => {
    const redirect_uris = ["https://a.example/cb", "https://b.example/cb"];
    documents.answer(json(redirect_uris));
    const client = await registered(service, { redirect_uris, sector_identifier_uri, subject_type: "pairwise" });
    expect(client).toMatchObject({ subject_type: "pairwise", sector_identifier_uri });
    expect(await service.rows("SELECT sector FROM client WHERE id = $1", [client.client_id])).toEqual([
      { sector: "localhost" },
    ]);
  });

  it("is checked again when the redirect URIs are replaced", async () => {
    documents.answer(json(metadata.redirect_uris));
    const client = await registered(service, { sector_identifier_uri });
    const body = { ...metadata, client_id: client.client_id, sector_identifier_uri };
    const update = { method: "PUT", path: pathOf(client), token: client.registration_access_token };
    const changed = { ...body, redirect_uris: ["https://new.example/other"] };
    expect(await send(service, { ...update, body: changed })).toMatchObject(refused);
    expect((await send(service, { ...update, body })).status).toBe(200);
  });
});
